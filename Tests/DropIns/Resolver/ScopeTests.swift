import ArmoryResolver
import ArmoryTestSupport
import XCTest

/// Each scope, with an object, a value, and both behind a protocol.
final class ScopeTests: ResolverTestCase {
    /// Whether two resolves, while the first service is held, give one; made by `make` of a growing number.
    private func isOne<T>(_ scope: ResolverScope, _ make: @escaping (Int) -> T, _ number: (T) -> Int) -> Bool {
        let calls = Counter()
        resolver.register { make(calls.next()) }.scope(scope)
        let first = resolver.resolve(T.self)
        let second = resolver.resolve(T.self)
        return withExtendedLifetime((first, second)) { number(first) == number(second) }
    }

    private func marks(_ scope: ResolverScope) -> [Bool] {
        [
            isOne(scope, { Object($0) }, \.mark),
            isOne(scope, { Value(mark: $0) }, \.mark),
            isOne(scope, { Object($0) as any Marked }, \.mark),
            isOne(scope, { Value(mark: $0) as any Marked }, \.mark),
        ]
    }

    func testApplicationKeepsAll() {
        XCTAssertEqual(marks(.application), [true, true, true, true])
    }

    func testCachedKeepsAll() {
        XCTAssertEqual(marks(.cached), [true, true, true, true])
    }

    func testContainerKeepsAll() {
        XCTAssertEqual(marks(.container), [true, true, true, true])
    }

    func testACacheOfTheUsersKeepsAll() {
        XCTAssertEqual(marks(ResolverScopeCache()), [true, true, true, true])
    }

    func testSharedKeepsObjectsWhileTheyAreHeld() {
        XCTAssertEqual(marks(.shared), [true, false, true, false])
        XCTAssertEqual(marks(ResolverScopeShare()), [true, false, true, false])
    }

    func testGraphKeepsNothingBetweenResolves() {
        XCTAssertEqual(marks(.graph), [false, false, false, false])
        XCTAssertEqual(marks(ResolverScopeGraph()), [false, false, false, false])
    }

    func testUniqueKeepsNothing() {
        XCTAssertEqual(marks(.unique), [false, false, false, false])
        XCTAssertEqual(marks(ResolverScopeUnique()), [false, false, false, false])
    }

    private struct Pair<T> {
        let first: T
        let second: T
    }

    /// The same within one outermost resolve, whose products nobody holds between.
    private func isOneInside<T>(_ scope: ResolverScope, _ make: @escaping (Int) -> T, _ number: (T) -> Int) -> Bool {
        let calls = Counter()
        resolver.register { make(calls.next()) }.scope(scope)
        resolver.register { Pair<T>(first: $0.resolve(), second: $0.resolve()) }.scope(.unique)
        let pair = resolver.resolve(Pair<T>.self)
        return number(pair.first) == number(pair.second)
    }

    func testGraphSharesObjectsInOneOutermostResolve() {
        for scope in [ResolverScope.graph, ResolverScopeGraph()] {
            XCTAssertTrue(isOneInside(scope, { Object($0) }, \.mark))
            XCTAssertTrue(isOneInside(scope, { Object($0) as any Marked }, \.mark))
        }
    }

    func testAnErrorThatIsAnObjectIsSharedByAllButShared() {
        final class Failure: Error {
            let number: Int
            init(_ number: Int) { self.number = number }
        }
        func number(_ error: any Error) -> Int { (error as? Failure)?.number ?? 0 }
        for scope in [ResolverScope.graph, ResolverScopeGraph(), .cached, .container, ResolverScopeCache()] {
            XCTAssertTrue(isOneInside(scope, { Failure($0) as any Error }, number))
        }
        for scope in [ResolverScope.shared, ResolverScopeShare(), .unique] {
            XCTAssertFalse(isOneInside(scope, { Failure($0) as any Error }, number), "it is in a box")
        }
    }

    func testGraphSharesNoValues() {
        XCTAssertFalse(isOneInside(.graph, { Value(mark: $0) }, \.mark))
        XCTAssertFalse(isOneInside(.graph, { Value(mark: $0) as any Marked }, \.mark))
        XCTAssertFalse(isOneInside(.graph, { $0 }, { $0 }))
    }

    func testGraphSharesNoValuesWhateverTheWay() {
        Resolver.decorate = { _ in }
        XCTAssertFalse(isOneInside(.graph, { Value(mark: $0) as any Marked }, \.mark))
        XCTAssertTrue(isOneInside(.graph, { Object($0) as any Marked }, \.mark))
        Resolver.decorate = nil
        let calls = Counter()
        resolver.register { Value(mark: calls.next()) as any Marked }.resolveProperties { _, _ in }
        resolver.register { Pair<any Marked>(first: $0.resolve(), second: $0.resolve()) }.scope(.unique)
        XCTAssertEqual(resolver.resolve(Pair<any Marked>.self).second.mark, 2)
    }

    func testUniqueSharesNothingInOneOutermostResolve() {
        XCTAssertFalse(isOneInside(.unique, { Object($0) }, \.mark))
        XCTAssertFalse(isOneInside(.unique, { Value(mark: $0) as any Marked }, \.mark))
    }

    func testGraphIsTheDefault() {
        XCTAssertTrue(Resolver.defaultScope === ResolverScope.graph)
        resolver.register { Session() }
        resolver.register { Two($0.resolve(), $0.resolve()) }
        let (one, other) = (resolver.resolve(Two.self), resolver.resolve(Two.self))
        XCTAssertTrue(one.first === one.second)
        XCTAssertFalse(one.first === other.first)
    }

    func testGraphReachesThroughWhatIsKept() {
        resolver.register { Session() }
        resolver.register { Two($0.resolve(), $0.resolve()) }.scope(.cached)
        let two = resolver.resolve(Two.self)
        XCTAssertTrue(two.first === two.second)
        XCTAssertFalse(resolver.resolve(Session.self) === two.first)
    }

    func testGraphTellsNamesApart() {
        resolver.register(name: .first) { Session(1) }
        resolver.register(name: .second) { Session(2) }
        resolver.register { Two($0.resolve(name: .first), $0.resolve(name: .second)) }
        let two = resolver.resolve(Two.self)
        XCTAssertEqual([two.first.number, two.second.number], [1, 2])
    }

    func testALargeGraphIsOneGraph() {
        resolver.register { Session() }
        for number in 0..<40 {
            resolver.register(name: Resolver.Name("\(number)")) { resolver in
                number == 0
                    ? Two(resolver.resolve(), resolver.resolve())
                    : Two(resolver.resolve(Two.self, name: Resolver.Name("\(number - 1)")).second, resolver.resolve())
            }
        }
        let two = resolver.resolve(Two.self, name: "39")
        XCTAssertTrue(two.first === two.second)
    }

    func testSharedIsMadeAnewWhenNobodyHoldsIt() {
        let calls = Counter()
        resolver.register { Session(calls.next()) }.scope(.shared)
        do {
            let held = resolver.resolve(Session.self)
            XCTAssertTrue(resolver.resolve(Session.self) === held)
            XCTAssertEqual(calls.value, 1)
        }
        XCTAssertEqual(resolver.resolve(Session.self).number, 2)
    }

    func testAProtocolsValueInSharedIsCompleted() {
        resolver.register { Value(mark: 1) as any Marked }.resolveProperties { _, _, args in
            XCTAssertEqual(args(), 5)
        }.scope(.shared)
        XCTAssertEqual(resolver.resolve((any Marked).self, args: 5).mark, 1)
    }

    func testScopesHaveTheirNames() {
        XCTAssertTrue(ResolverScope.application as AnyObject is ResolverScopeCache)
        XCTAssertTrue(ResolverScope.cached as AnyObject is ResolverScopeCache)
        XCTAssertTrue(ResolverScope.container as AnyObject is ResolverScopeContainer)
        XCTAssertTrue(ResolverScope.graph as AnyObject is ResolverScopeGraph)
        XCTAssertTrue(ResolverScope.shared as AnyObject is ResolverScopeShare)
        let scopes: [any ResolverScopeType] = [ResolverScope.unique, ResolverScopeUnique()]
        for scope in scopes { scope.reset() }
    }
}
