import Armory
import ArmoryTestSupport
import XCTest

/// C1, C4: what is unfinished is neither handed out nor left behind, whoever throws.
final class UnfinishedInstanceTests: LeakCheckedTestCase {
    private struct Unlucky: Error {}
    private final class Failing {}

    private final class Whole {
        let life = Counted()
        let part: Part
        init(part: Part) { self.part = part }
    }

    private final class Part: @unchecked Sendable {  // Written in its injection, before it is published.
        let life = Counted()
        var whole: Whole?
        var isComplete = false
    }

    func testC4_AGraphFactoryThatThrowsGivesUpTheInjectionThatWaitedForIt() throws {
        let attempts = Counter()
        let container = try Container(configuration: .init(waitLimit: .seconds(2))) {
            Graph { resolver -> Whole in
                let part: Part = try resolver.resolve()
                if attempts.increment() == 1 { throw Unlucky() }
                return Whole(part: part)
            }
            Singleton { Part() }.inject { part, resolver in
                part.whole = try resolver.resolve(Whole.self)
                part.isComplete = true
            }
        }
        XCTAssertThrowsError(try container.resolve(Whole.self))
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
        let container = try Container {
            Graph { Item() }.inject { item, resolver in
                _ = try resolver.resolve(Failing.self)
                item.isInjected = true
            }
            Singleton { resolver -> Failing in
                _ = try resolver.resolve(Item.self)
                if attempts.increment() == 1 { throw Unlucky() }
                return Failing()
            }
            Transient { resolver -> Root in
                _ = try? resolver.resolve(Failing.self)
                return Root(item: try resolver.resolve(Item.self))
            }
        }
        XCTAssertTrue(try container.resolve(Root.self).item.isInjected)
    }

    /// Two ways to an instance of the graph, the first of which throws.
    private func graph(_ item: some Registration<Part>) throws -> Container {
        let container = try Container {
            item
            Graph { resolver -> Failing in
                _ = try resolver.resolve(Whole.self, named: "kept")
                return Failing()
            }.inject { _, _ in throw Unlucky() }
            Unchecked { Whole(part: try $0.resolve()) }.named("kept")
            Unchecked { resolver -> Whole in
                XCTAssertThrowsError(try resolver.resolve(Failing.self))
                return Whole(part: try resolver.resolve())
            }
        }
        return container
    }

    func testC4_WhatAGraphInstanceThatThrowsHasMadeStaysInTheGraph() throws {
        let container = try graph(Graph { Part() })
        let whole = try container.resolve(Whole.self)
        XCTAssertTrue(try container.resolve(Whole.self, named: "kept").part === whole.part, "one for the graph")
    }

    func testC4_WhatAGraphInstanceThatThrowsHasMadeIsCompletedAllTheSame() throws {
        let container = try graph(
            Graph { Part() }.inject { part, resolver in
                part.whole = try resolver.resolve(Whole.self)
                part.isComplete = true
            })
        let whole = try container.resolve(Whole.self)
        XCTAssertTrue(whole.part.whole === whole)
        XCTAssertTrue(whole.part.isComplete)
        XCTAssertTrue(try container.resolve(Whole.self, named: "kept").part === whole.part)
        // They hold each other.
        whole.part.whole = nil
        assertThreadIsIdle()
    }

    func testC1_AnOutermostGraphInstanceWaitsForWhatAnotherThreadCompletes() throws {
        final class Outer: @unchecked Sendable {  // Immutable.
            let life = Counted()
            let kept: Kept
            init(kept: Kept) { self.kept = kept }
        }
        final class Kept: @unchecked Sendable {  // Written in its injection, before it is published.
            let life = Counted()
            weak var outer: Outer?
            var slow: Slow?
        }
        final class Slow: @unchecked Sendable {  // As `Kept`.
            let life = Counted()
            weak var kept: Kept?
            var isComplete = false
        }
        let isMaking = Latch()
        let isAsked = Latch()
        let container = try Container {
            Graph { resolver -> Outer in
                let kept: Kept = try resolver.resolve()
                isMaking.open()
                XCTAssertTrue(isAsked.wait())
                usleep(50_000)
                return Outer(kept: kept)
            }
            Singleton { Kept() }.inject { kept, resolver in
                kept.outer = try resolver.resolve(Outer.self)
                kept.slow = try resolver.resolve(Slow.self)
            }
            Singleton { Slow() }.inject { slow, resolver in
                isAsked.open()
                slow.kept = try resolver.resolve(Kept.self)
                usleep(100_000)
                slow.isComplete = true
            }
        }
        let results = race(threads: 2) { thread in
            if thread == 0 { return try container.resolve(Outer.self).kept.slow?.isComplete ?? false }
            XCTAssertTrue(isMaking.wait())
            return try container.resolve(Slow.self).isComplete
        }
        for result in results { XCTAssertTrue(try result.get()) }
    }

    func testASharedObjectThatIsReplacedByAValueIsRefused() throws {
        let container = try Container {
            Shared((any Marker).self) { ObjectMarker() }.inject { marker, _ in marker = ValueMarker() }
        }
        for _ in 0..<2 {
            XCTAssertThrowsError(try container.resolve((any Marker).self)) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .valueTypeShared)
            }
        }
    }
}

private protocol Marker: Sendable {}
private final class ObjectMarker: Marker { let life = Counted() }
private struct ValueMarker: Marker {}
