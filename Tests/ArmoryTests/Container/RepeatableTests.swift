import Armory
import ArmoryTestSupport
import XCTest

/// Repeatable factories: registrations of libraries whose resolves do not throw, so that an injection cannot be put off.
final class RepeatableTests: LeakCheckedTestCase {
    private final class Parent: @unchecked Sendable {
        let life = Counted()
        let child: Child
        init(child: Child) { self.child = child }
    }

    private final class Child: @unchecked Sendable {
        let life = Counted()
        weak var parent: Parent?
        var friend: Friend?
    }

    private final class Friend: @unchecked Sendable {
        let life = Counted()
        weak var parent: Parent?
    }

    private struct Ends: Sendable {
        let parent: Parent
        let child: Child
    }

    private final class Steps: @unchecked Sendable {  // Used by one thread.
        var all: [String] = []
        func note(_ step: String) { all.append(step) }
    }

    private let calls = Counter()

    /// A parent that takes its child in its initializer, and a child whose injection asks for the parent.
    private func container(_ lifetime: Lifetime) throws -> Container {
        let container = Container(configuration: .init(duplicates: .replace, justInTime: false))
        let calls = calls
        try container.register(
            FacadeRegistration<Parent>(lifetime, at: SourceLocation(), isRepeatable: true) { resolver in
                _ = calls.increment()
                return Parent(child: try resolver.resolve())
            })
        try container.register(
            FacadeRegistration<Child>(lifetime, at: SourceLocation(), isRepeatable: true) { _ in Child() }
                .completed { child, resolver in child.parent = try! resolver.resolve(Parent.self) })
        return container
    }

    func testC8_AnInjectionGetsTheInstanceWhoseFactoryRunsFurtherOut() throws {
        for lifetime in [Lifetime.graph, .singleton, .shared] {
            let container = try container(lifetime)
            let parent = try container.resolve(Parent.self)
            XCTAssert(parent.child.parent === parent, "\(lifetime)")
            let child = try container.resolve(Child.self)
            XCTAssertEqual(child === parent.child, lifetime != .graph, "\(lifetime)")
        }
    }

    func testTheFactoryIsCalledAgainOnlyForACircle() throws {
        let container = try container(.singleton)
        _ = try container.resolve(Parent.self)
        XCTAssertEqual(calls.value, 2)
        _ = try container.resolve(Parent.self)
        XCTAssertEqual(calls.value, 2)
        _ = try self.container(.singleton).resolve(Child.self)
        XCTAssertEqual(calls.value, 3, "From the child on, the parent is made once.")
    }

    func testTheInnerCallIsCompletedBeforeAnyoneGetsItsInstance() throws {
        for lifetime in [Lifetime.graph, .singleton, .shared] {
            let container = Container()
            let steps = Steps()
            try container.register(
                FacadeRegistration<Parent>(lifetime, at: SourceLocation(), isRepeatable: true) { resolver in
                    steps.note("parent begins")
                    let parent = Parent(child: try resolver.resolve())
                    steps.note("parent ends")
                    return parent
                }
                .completed { _, _ in steps.note("parent completed") })
            try container.register(
                FacadeRegistration<Child>(lifetime, at: SourceLocation(), isRepeatable: true) { _ in Child() }
                    .completed { child, resolver in
                        child.parent = try! resolver.resolve(Parent.self)
                        steps.note("child completed")
                    })
            _ = try container.resolve(Parent.self)
            XCTAssertEqual(
                steps.all,
                [
                    "parent begins", "parent begins", "parent ends", "parent completed", "child completed",
                    "parent ends",
                ], "\(lifetime)")
        }
    }

    func testAFactoryMayBeCalledAgainSeveralTimes() throws {
        for lifetime in [Lifetime.graph, .singleton, .shared] {
            let container = try container(lifetime)
            try container.register(
                FacadeRegistration<Friend>(lifetime, at: SourceLocation(), isRepeatable: true) { _ in Friend() }
                    .completed { friend, resolver in friend.parent = try! resolver.resolve(Parent.self) })
            try container.register(
                FacadeRegistration<Parent>(lifetime, at: SourceLocation(), isRepeatable: true) { resolver in
                    let child = try resolver.resolve(Child.self)
                    child.friend = try resolver.resolve(Friend.self)
                    return Parent(child: child)
                })
            let parent = try container.resolve(Parent.self)
            XCTAssert(parent.child.parent === parent, "\(lifetime)")
            XCTAssert(parent.child.friend?.parent === parent, "\(lifetime)")
        }
    }

    func testAValueClosesACircleToo() throws {
        struct Settings { let child: Child }
        final class Holder: @unchecked Sendable { var settings: Settings? }
        for lifetime in [Lifetime.graph, .singleton] {
            let container = Container()
            try container.register(
                FacadeRegistration<Settings>(lifetime, at: SourceLocation(), isRepeatable: true) { resolver in
                    _ = try resolver.resolve(Holder.self)
                    return Settings(child: Child())
                })
            try container.register(
                FacadeRegistration<Holder>(lifetime, at: SourceLocation(), isRepeatable: true) { _ in Holder() }
                    .completed { holder, resolver in holder.settings = try! resolver.resolve(Settings.self) })
            let settings = try container.resolve(Settings.self)
            if lifetime == .singleton {
                XCTAssert(try container.resolve(Holder.self).settings?.child === settings.child)
            }
        }
    }

    func testACircleOfFactoriesIsAnErrorThatNamesThePath() throws {
        let container = Container()
        try container.register(
            FacadeRegistration<Parent>(.graph, at: SourceLocation(), isRepeatable: true) { resolver in
                _ = try resolver.resolve(Friend.self)
                return Parent(child: Child())
            })
        try container.register(
            FacadeRegistration<Friend>(.graph, at: SourceLocation(), isRepeatable: true) { resolver in
                _ = try resolver.resolve(Parent.self)
                return Friend()
            })
        XCTAssertThrowsError(try container.resolve(Parent.self)) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .tooDeep)
        }
    }

    func testC4_AnErrorOfTheInnerCallGoesToTheCallerAndLeavesNothing() throws {
        struct Refused: Error {}
        let container = try container(.singleton)
        let calls = calls
        try container.register(
            FacadeRegistration<Parent>(.singleton, at: SourceLocation(), isRepeatable: true) { resolver in
                if calls.increment() == 2 { throw Refused() }
                return Parent(child: try resolver.resolve())
            })
        try container.register(
            FacadeRegistration<Child>(.singleton, at: SourceLocation(), isRepeatable: true) { _ in Child() }
                .completed { child, resolver in child.parent = try resolver.resolve(Parent.self) })
        XCTAssertThrowsError(try container.resolve(Parent.self))
        let parent = try container.resolve(Parent.self)
        XCTAssert(parent.child.parent === parent)
    }

    func testC4_AnErrorOfTheOuterCallLeavesTheSlotToTheNextOne() throws {
        struct Refused: Error {}
        for lifetime in [Lifetime.singleton, .shared, .graph] {
            let container = Container()
            let calls = Counter()
            try container.register(
                FacadeRegistration<Parent>(lifetime, at: SourceLocation(), isRepeatable: true) { resolver in
                    let call = calls.increment()
                    let parent = Parent(child: try resolver.resolve())
                    if call == 1 { throw Refused() }
                    return parent
                })
            try container.register(
                FacadeRegistration<Child>(lifetime, at: SourceLocation(), isRepeatable: true) { _ in Child() }
                    .completed { child, resolver in child.parent = try? resolver.resolve(Parent.self) })
            XCTAssertThrowsError(try container.resolve(Parent.self), "\(lifetime)")
            let parents = race(threads: 2) { _ in try container.resolve(Parent.self) }.compactMap { try? $0.get() }
            XCTAssertEqual(parents.count, 2, "\(lifetime)")
            XCTAssert(lifetime == .graph || parents[0] === parents[1], "\(lifetime)")
            XCTAssert(parents[0].child.parent === parents[0], "\(lifetime)")
        }
    }

    func testArgumentsReachTheInnerCallAndAKeptInstanceIsThatOfTheFirst() throws {
        let container = Container()
        let qualifier = Qualifier("numbered")
        try container.register(
            FacadeRegistration<String>(
                .singleton, qualifier: qualifier, at: SourceLocation(), taking: Int.self
            ) { "number \($1)" })
        XCTAssertEqual(try container.resolve(String.self, qualifier: "numbered", arguments: 7), "number 7")
        XCTAssertEqual(try container.resolve(String.self, qualifier: "numbered", arguments: 8), "number 7")
    }

    func testC1_ACircleThatThreadsEnterFromBothEndsIsMadeOnce() throws {
        for lifetime in [Lifetime.singleton, .shared] {
            for _ in 0..<StressScale.scaled(200) {
                let container = try container(lifetime)
                let ends = try race(threads: 8) { index in
                    // A shared parent lives as long as someone holds it, so from the child's end it would be gone.
                    let child =
                        lifetime == .singleton && index.isMultiple(of: 2) ? try container.resolve(Child.self) : nil
                    let parent = try container.resolve(Parent.self)
                    return Ends(parent: parent, child: child ?? parent.child)
                }.map { try $0.get() }
                XCTAssertEqual(Set(ends.map { ObjectIdentifier($0.parent) }).count, 1, "\(lifetime)")
                XCTAssertEqual(Set(ends.map { ObjectIdentifier($0.child) }).count, 1, "\(lifetime)")
                let (parent, child) = (ends[0].parent, ends[0].child)
                XCTAssert(parent.child === child && child.parent === parent, "\(lifetime)")
            }
        }
    }
}
