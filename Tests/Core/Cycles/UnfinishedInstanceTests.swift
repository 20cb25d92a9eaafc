import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Whole: @unchecked Sendable {  // Immutable.
    let life = Counted()
    let part: Part
    init(part: Part) { self.part = part }
}

private final class Part: @unchecked Sendable {  // Written in its injection, before it is published.
    let life = Counted()
    var whole: Whole?
    var isComplete = false
}

/// C1, C4: what is unfinished is neither handed out nor left behind, whoever throws.
final class UnfinishedInstanceTests: WatchedTestCase {
    func testC1_AGraphInstanceThatAnInjectionWaitedForIsStillTheOnlyOneOfItsGraph() throws {
        struct Pair: Sendable { let first: Whole, second: Whole }
        let container = try Container(
            Plan { plan in
                plan.transient { Pair(first: try $0.resolve(), second: try $0.resolve()) }
                plan.graph { Whole(part: try $0.resolve()) }
                plan.injected(.singleton, Part.self) { _ in
                    Part()
                } inject: {
                    $0.whole = try $1.resolve()
                }
            })
        let pair = try container.resolve(Pair.self)
        XCTAssertTrue(pair.first === pair.second)
        XCTAssertTrue(pair.first.part.whole === pair.first)
        pair.first.part.whole = nil
        assertThreadIsIdle()
    }

    func testC4_AGraphFactoryThatThrowsGivesUpTheInjectionThatWaitedForIt() throws {
        let attempts = Counter()
        let container = try Container(
            Plan { plan in
                plan.graph { resolver -> Whole in
                    let part: Part = try resolver.resolve()
                    if attempts.increment() == 1 { throw Mishap() }
                    return Whole(part: part)
                }
                plan.injected(.singleton, Part.self) { _ in
                    Part()
                } inject: { part, resolver in
                    part.whole = try resolver.resolve(Whole.self)
                    part.isComplete = true
                }
            }, waitLimit: .seconds(2))
        failure(.factoryFailed) { try container.resolve(Whole.self) }
        assertThreadIsIdle()
        XCTAssertTrue(try race(threads: 1) { _ in try container.resolve(Part.self).isComplete }[0].get())
        let part = try container.resolve(Part.self)
        XCTAssertTrue(part.isComplete)
        part.whole = nil
    }

    func testC4_AGraphInstanceThatWasGivenUpIsMadeAnew() throws {
        final class Item { let life = Counted(); var isInjected = false }
        final class Failing: Sendable { let life = Counted() }
        final class Root {
            let life = Counted()
            let item: Item
            init(item: Item) { self.item = item }
        }
        let attempts = Counter()
        let container = try Container(
            Plan { plan in
                plan.injected(.graph, Item.self) { _ in
                    Item()
                } inject: { item, resolver in
                    _ = try resolver.resolve(Failing.self)
                    item.isInjected = true
                }
                plan.singleton { resolver -> Failing in
                    _ = try resolver.resolve(Item.self)
                    if attempts.increment() == 1 { throw Mishap() }
                    return Failing()
                }
                plan.transient { resolver -> Root in
                    _ = try? resolver.resolve(Failing.self)
                    return Root(item: try resolver.resolve(Item.self))
                }
            })
        XCTAssertTrue(try container.resolve(Root.self).item.isInjected)
        assertThreadIsIdle()
    }

    /// The first attempt leaves an entry of the graph whose instance was given up; the second one enters the circle by it.
    func testC4_ACircleOfTheGraphThatWasGivenUpIsMadeAnewAsOneCircle() throws {
        final class Outer: @unchecked Sendable {  // One thread.
            let life = Counted()
            let inner: Inner
            init(inner: Inner) { self.inner = inner }
        }
        final class Inner: @unchecked Sendable {  // As `Outer`.
            let life = Counted()
            let leaf: Leaf
            init(leaf: Leaf) { self.leaf = leaf }
        }
        final class Leaf: @unchecked Sendable {  // As `Outer`.
            let life = Counted()
            weak var outer: Outer?
        }
        struct Root { let inner: Inner, outer: Outer }
        let attempts = Counter()
        let container = try Container(
            Plan { plan in
                plan.graph { resolver -> Outer in
                    let inner: Inner = try resolver.resolve()
                    if attempts.increment() == 1 { throw Mishap() }
                    return Outer(inner: inner)
                }
                plan.graph { Inner(leaf: try $0.resolve()) }
                plan.injected(.transient, Leaf.self) { _ in
                    Leaf()
                } inject: {
                    $0.outer = try $1.resolve(Outer.self)
                }
                plan.transient { resolver -> Root in
                    XCTAssertThrowsError(try resolver.resolve(Outer.self))
                    return Root(inner: try resolver.resolve(), outer: try resolver.resolve())
                }
            })
        let root = try container.resolve(Root.self)
        XCTAssertTrue(root.outer.inner === root.inner, "one for the graph")
        XCTAssertTrue(root.inner.leaf.outer === root.outer)
        XCTAssertEqual(attempts.value, 2)
        assertThreadIsIdle()
    }

    // An instance has two parts. The end of the first part of the one that was given up makes the next instance, in the same memory.
    func testC4_WhatIsMadeWhileAnInstanceThatWasGivenUpEndsIsKept() throws {
        final class Hook: Tracked, @unchecked Sendable {  // Immutable.
            let onEnd: @Sendable () -> Void
            init(_ tracker: LifetimeTracker, onEnd: @escaping @Sendable () -> Void) {
                self.onEnd = onEnd
                super.init(tracker)
            }
            deinit { onEnd() }
        }
        struct Two: Sendable { let hook: Hook, other: Tracked }
        let tracker = LifetimeTracker()
        let attempts = Counter()
        let shelf = Locked<Container?>(nil)
        let nested = Counter()
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Two.self) { _ in
                    let hook = Hook(tracker) {
                        guard let container = shelf.withLock({ $0 }) else { return }
                        shelf.withLock { $0 = nil }
                        if (try? container.resolve(Two.self)) != nil { nested.increment() }
                    }
                    return Two(hook: hook, other: Tracked(tracker))
                } inject: { _, _ in
                    if attempts.increment() == 1 { throw Mishap() }
                }
            })
        shelf.withLock { $0 = container }
        failure(.factoryFailed) { try container.resolve(Two.self) }
        XCTAssertEqual(nested.value, 1)
        XCTAssertEqual(attempts.value, 2)
        XCTAssertEqual(tracker.made, 4)
        XCTAssertEqual(tracker.alive, 2, "the parts of the instance that was made meanwhile")
        let two = try container.resolve(Two.self)
        XCTAssertEqual([two.hook.serial, two.other.serial], [3, 4])
        assertThreadIsIdle()
    }

    /// Two ways to an instance of the graph, the first of which throws.
    private func graph(_ part: @escaping @Sendable (inout Part, Resolver) throws -> Void) throws -> Container {
        final class Failing {}
        return try Container(
            Plan { plan in
                plan.injected(.graph, Part.self, { _ in Part() }, inject: part)
                plan.injected(.graph, Failing.self) { resolver in
                    _ = try resolver.resolve(Whole.self, named: RegistrationName("kept"))
                    return Failing()
                } inject: { _, _ in
                    throw Mishap()
                }
                plan.singleton(Whole.self, named: "kept") { Whole(part: try $0.resolve()) }
                plan.singleton { resolver -> Whole in
                    XCTAssertThrowsError(try resolver.resolve(Failing.self))
                    return Whole(part: try resolver.resolve())
                }
            })
    }

    func testC4_WhatAGraphInstanceThatThrowsHasMadeStaysInTheGraph() throws {
        let container = try graph { _, _ in }
        let whole = try container.resolve(Whole.self)
        XCTAssertTrue(try container.resolve(Whole.self, named: "kept").part === whole.part, "one for the graph")
    }

    func testC4_WhatAGraphInstanceThatThrowsHasMadeIsCompletedAllTheSame() throws {
        let container = try graph { part, resolver in
            part.whole = try resolver.resolve(Whole.self)
            part.isComplete = true
        }
        let whole = try container.resolve(Whole.self)
        XCTAssertTrue(whole.part.whole === whole)
        XCTAssertTrue(whole.part.isComplete)
        XCTAssertTrue(try container.resolve(Whole.self, named: "kept").part === whole.part)
        // They hold each other.
        whole.part.whole = nil
        assertThreadIsIdle()
    }
}
