import ArmoryResolver
import ArmoryTestSupport
import XCTest

private final class Holder {
    let life = Counted()
    var resolver: Resolver?
}

/// A resolver whose last reference is dropped by one of its factories.
final class DroppedResolverTests: ResolverTestCase {
    /// A way to hold a resolver, to drop it, and to resolve with it in between.
    private struct Way {
        let name: String
        let hold: (Resolver) -> Void
        let drop: () -> Void
        let ask: () -> Two?
    }

    private var ways: [Way] {
        let holder = Holder()
        let lazy = LazyInjected<Two>()
        func held(_ name: String, _ ask: @escaping () -> Two?) -> Way {
            Way(name: name, hold: { holder.resolver = $0 }, drop: { holder.resolver = nil }, ask: ask)
        }
        func root(_ name: String, _ ask: @escaping () -> Two?) -> Way {
            Way(name: name, hold: { Resolver.root = $0 }, drop: { Resolver.root = .main }, ask: ask)
        }
        return [
            held("resolve") { holder.resolver?.resolve(Two.self) },
            held("resolve by name") { holder.resolver?.resolve(Two.self, name: .first) },
            held("optional") { holder.resolver?.optional(Two.self) },
            held("Injected") { Injected<Two>(container: holder.resolver).wrappedValue },
            Way(
                name: "a child", hold: { holder.resolver = Resolver(child: $0) }, drop: { holder.resolver = nil },
                ask: { holder.resolver?.resolve(Two.self) }),
            Way(
                name: "LazyInjected", hold: { lazy.container = $0 }, drop: { lazy.container = nil },
                ask: { lazy.wrappedValue }),
            root("the root's resolve") { Resolver.resolve(Two.self) },
            root("the root's optional") { Resolver.optional(Two.self) },
            root("Injected by the root") { Injected<Two>().wrappedValue },
        ]
    }

    /// Fails unless the resolver and what it keeps live exactly until the resolve ends.
    private func check(_ way: Way, _ scope: ResolverScope, _ text: String) {
        weak var resolver: Resolver?
        weak var kept: Object?
        let steps = Counter()
        let assertLives = {
            steps.next()
            XCTAssertNotNil(resolver, text)
            XCTAssertNotNil(kept, text)
        }
        do {
            let new = Resolver()
            new.register { Object(5) }.scope(.cached)
            new.register { Session(1) }
            for name in [nil, Resolver.Name.first] {
                new.register(name: name) { resolver -> Two in
                    way.drop()
                    assertLives()
                    let two = Two(resolver.resolve(), resolver.resolve())
                    XCTAssertEqual(resolver.resolve(Object.self).mark, 5, text)
                    assertLives()
                    return two
                }.scope(scope).resolveProperties { resolver, two in
                    assertLives()
                    XCTAssertEqual(resolver.resolve(Object.self).mark, 5, text)
                    XCTAssertEqual(two.first.number, 1, text)
                }
            }
            resolver = new
            kept = new.resolve(Object.self)
            way.hold(new)
        }
        XCTAssertEqual(way.ask()?.second.number, 1, text)
        XCTAssertEqual(steps.value, 3, text)
        XCTAssertNil(resolver, text)
        XCTAssertNil(kept, text)
    }

    func testAResolverThatItsFactoryDropsLivesUntilTheResolveEnds() {
        for number in ways.indices {
            for scope in [
                ResolverScope.unique, .graph, .cached, .application, .shared, .container, ResolverScopeCache(),
            ] {
                let way = ways[number]
                check(way, scope, "\(way.name), \(type(of: scope)) \(scope === ResolverScope.cached)")
            }
        }
    }
}
