// C3, REG6: waiting for a graph that another thread resolves in, and the ends of resolves that other graphs run in.

import Armory
import ArmoryTestSupport
import XCTest

private final class Paper: Sendable {
    private let life = Counted()
}

private final class Copy: Sendable {
    private let life = Counted()
}

private final class Desk: Sendable {
    private let life = Counted()
    let papers: Provider<Paper>
    let copies: Provider<Copy>
    init(papers: Provider<Paper>, copies: Provider<Copy>) {
        self.papers = papers
        self.copies = copies
    }
}

final class LastingGraphWaitTests: LeakCheckedTestCase {
    func testC3_AGraphThatAnotherThreadIsInForTooLongIsTheError() throws {
        let (inside, done) = (Latch(), Latch())
        let container = try Container(configuration: .init(waitLimit: .milliseconds(50))) {
            Graph(Paper.init)
            Transient {
                inside.open()
                done.wait()
                return Copy()
            }
            Transient(Desk.init)
        }
        let desk = try container.resolve(Desk.self)
        let results = race(threads: 2) { thread in
            guard thread == 0 else { return _ = try desk.copies() }
            inside.wait()
            defer { done.open() }
            let error = failure(.timedOut) { try desk.papers() }
            XCTAssertEqual(error?.key, "Paper")
        }
        for result in results { try result.get() }
        XCTAssertNoThrow(try desk.papers())
        assertThreadIsIdle()
    }

    /// Each thread is in its graph, and asks for the other's.
    func testC3_TwoThreadsInTwoGraphsThatAskForEachOthersAreACycle() throws {
        let act = Shelf<(@Sendable () throws -> Void)?>(nil)
        let container = try Container {
            Graph(Paper.init)
            Transient {
                try act.value?()
                return Copy()
            }
            Transient(Desk.init)
        }
        let desks = [try container.resolve(Desk.self), try container.resolve(Desk.self)]
        let barrier = StartBarrier(threads: 2)
        let (refused, turn) = (Counter(), Counter())
        act.value = {
            let mine = turn.increment() % 2
            barrier.pass()
            do {
                // Which of the two graphs this is in does not matter: it asks for both.
                _ = try desks[mine].papers()
                _ = try desks[1 - mine].papers()
            } catch let error as ResolutionError where error.code == .cycle {
                refused.increment()
            }
        }
        let results = race(threads: 2) { thread in _ = try desks[thread].copies() }
        for result in results { try result.get() }
        XCTAssertGreaterThanOrEqual(refused.value, 1, "nobody waits for ever")
        act.value = nil
        assertThreadIsIdle()
    }

    func testREG6_AHookInAnotherGraphsCallComesAtTheEndOfTheResolve() throws {
        let log = Log<String>()
        let container = try Container {
            Graph { Paper() }.onWired { _ in log.add("paper") }
            Transient(Desk.init)
            Transient(Copy.init)
        }
        let desk = try container.resolve(Desk.self)
        try container.withChild {
            Transient(String.self) {
                _ = try desk.papers()
                log.add("made")
                return "x"
            }
        } check: { child in
            _ = try child.resolve(String.self)
            XCTAssertEqual(log.all, ["made", "paper"])
        }
        assertThreadIsIdle()
    }
}

private struct Shelves {
    @Injected var eager: Paper
    @LazyInjected var lazy: Paper
    @WeakInjected var cache: Paper
    @OptionalInjected var optional: Copy?
    @DynamicInjected var dynamic: Paper
}

extension LastingGraphWaitTests {
    func testRES5_EachProjectedValue() throws {
        let container = try Container { Singleton(Paper.init) }
        let paper = try container.resolve(Paper.self)
        let shelves = container.asCurrent { Shelves() }
        XCTAssertTrue(try shelves.$eager() === paper)
        XCTAssertTrue(try shelves.$dynamic() === paper)
        XCTAssertFalse(shelves.$cache.isResolved)
        XCTAssertTrue(shelves.cache === paper)
        XCTAssertTrue(shelves.$cache.isResolved)
        shelves.$cache.release()
        XCTAssertFalse(shelves.$cache.isResolved)
        XCTAssertNil(shelves.optional)
        XCTAssertTrue(shelves.$optional.isResolved, "nil is what it was resolved to")
        XCTAssertTrue(try Injected<Paper>(container: container)() === paper)
        XCTAssertNil(try OptionalInjected<Copy>(container: container)())
    }

    func testREG18_FunctionsThatAwaitWithUpToSixParameters() async throws {
        let container = try Container {
            for number in 1...6 { Singleton(value: number).named(Name("\(number)")) }
            Singleton(value: 0)
        }
        func sum(_ a: Int, _ b: Int, _ c: Int) async -> Int { a + b + c }
        func sum(_ a: Int, _ b: Int, _ c: Int, _ d: Int) async -> Int { a + b + c + d }
        func sum(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) async -> Int { a + b + c + d + e }
        func sum(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int) async -> Int { a + b + c + d + e + f }
        let three = try await container.call(sum(_:_:_:), .named("1"), .named("2"), .named("3"))
        XCTAssertEqual(three, 6)
        let four = try await container.call(sum(_:_:_:_:), .named("1"), .registered, .named("3"), .value(10))
        XCTAssertEqual(four, 14)
        let five = try await container.call(sum(_:_:_:_:_:), .value(1), .value(1), .value(1), .value(1), .named("6"))
        XCTAssertEqual(five, 10)
        let six = try await container.call(
            sum(_:_:_:_:_:_:), .named("1"), .named("2"), .named("3"), .named("4"), .named("5"), .named("6"))
        XCTAssertEqual(six, 21)
    }
}
