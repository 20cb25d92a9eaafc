import ArmoryResolver
import ArmoryTestSupport
import XCTest

/// Services that need each other.
final class CycleTests: ResolverTestCase {
    private func registerFamily(_ scope: ResolverScope) {
        resolver.register { Parent() }.resolveProperties { resolver, parent in parent.child = resolver.optional() }
            .scope(scope)
        resolver.register { Child() }.resolveProperties { resolver, child in child.parent = resolver.optional() }
            .scope(scope)
    }

    func testPropertiesCloseACycleInEveryScopeThatSharesIt() {
        for scope in [
            ResolverScope.graph, .cached, .application, .shared, .container, ResolverScopeCache(), ResolverScopeGraph(),
        ] {
            registerFamily(scope)
            let parent = resolver.resolve(Parent.self)
            XCTAssertTrue(parent.child?.parent === parent)
            resolver.cache.reset()
            scope.reset()
        }
    }

    func testACycleIsEnteredFromEitherSide() {
        registerFamily(.graph)
        let child = resolver.resolve(Child.self)
        XCTAssertNil(child.parent, "nobody holds it but the graph, which has ended")
        registerFamily(.cached)
        let kept = resolver.resolve(Child.self)
        XCTAssertTrue(kept.parent?.child === kept)
    }

    func testACycleOfThreeScopes() {
        resolver.register { Parent() }.resolveProperties { resolver, parent in parent.child = resolver.optional() }
            .scope(.cached)
        resolver.register { Child() }.resolveProperties { resolver, child in child.parent = resolver.optional() }
        let parent = resolver.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testACycleIsEnteredByAProtocol() {
        final class Left: Updating {
            var right: Right?
        }
        final class Right {
            weak var left: (any Updating)?
        }
        for scope in [ResolverScope.graph, .cached] {
            resolver.register { Left() }.resolveProperties { resolver, left in left.right = resolver.optional() }
                .implements((any Updating).self).scope(scope)
            resolver.register { Right() }.resolveProperties { resolver, right in right.left = resolver.optional() }
            let left = resolver.resolve((any Updating).self)
            XCTAssertTrue((left as? Left)?.right?.left === left)
        }
    }

    func testACycleIsClosedInTheTurnOfTheOneThatIsSet() {
        resolver.register { Child() }
        resolver.register { Parent() }.resolveProperties { resolver, parent in
            let child = resolver.resolve(Child.self)
            child.parent = parent
            parent.child = child
        }
        let parent = resolver.resolve(Parent.self)
        XCTAssertTrue(parent.child?.parent === parent)
    }

    func testALazyWrapperBreaksACycle() {
        final class Left {
            let right: Right
            init(_ right: Right) { self.right = right }
        }
        final class Right {
            @WeakLazyInjected var left: Left?
        }
        Resolver.register { Left($0.resolve()) }.scope(.shared)
        Resolver.register { Right() }
        let left = Resolver.resolve(Left.self)
        XCTAssertTrue(left.right.left === left)
    }
}
