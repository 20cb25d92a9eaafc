import Armory
import ArmoryTestSupport
import XCTest

/// C3: a thread finds a circle through any number of pending instances, however little stack it has left.
final class LongCircleTests: LeakCheckedTestCase {
    private final class Slow: Sendable { let life = Counted() }

    /// Far too small for a recursion of `length` levels.
    private static let smallStack = 256 << 10
    private static let length = 10_000

    func testC3_AChainOfTenThousandPendingBuildsWithoutACircle() throws {
        let owner = Container()
        let other = unsafe ThreadNode.of(ThreadContext.current)
        try onThread(stackSize: Self.smallStack) {
            let me = unsafe ThreadNode.of(ThreadContext.current)
            let chain = Chain(Self.length, of: me, to: unfinished(of: other, owner), owner)
            XCTAssertNil(chain.circle(to: me), "the other thread runs")
        }
    }

    func testC3_ACircleThatEndsATenThousandPendingBuildsLongChain() throws {
        let owner = Container()
        let other = unsafe ThreadNode.of(ThreadContext.current)
        try onThread(stackSize: Self.smallStack) {
            let me = unsafe ThreadNode.of(ThreadContext.current)
            let chain = Chain(Self.length, of: other, to: unfinished(of: me, owner), owner)
            XCTAssertEqual(chain.circle(to: me)?.count, 0, "no thread sleeps on the way")
        }
    }

    func testC3_ACircleThroughTenThousandPendingBuildsAndASleepingThread() throws {
        let other = Shelf<ThreadNode?>(nil)
        let isMaking = Latch()
        let container = try Container {
            Singleton { () -> Slow in
                isMaking.open()
                XCTAssertTrue(Waits.come(to: "waits for Slow"))
                let me = unsafe ThreadNode.of(ThreadContext.current)
                let sleeper = try XCTUnwrap(other.value)
                let owner = Container()
                let chain = Chain(Self.length, of: me, to: unfinished(of: sleeper, owner), owner)
                let links = chain.circle(to: me)
                XCTAssertEqual(links?.count, 1)
                XCTAssertTrue(links?.first?.sleeper === sleeper)
                guard case .build = links?.first?.target else {
                    XCTFail("the sleeper waits for a build")
                    return Slow()
                }
                return Slow()
            }
        }
        let results = race(threads: 2, stackSize: Self.smallStack) { thread in
            if thread == 1 {
                isMaking.wait()
                other.value = unsafe ThreadNode.of(ThreadContext.current)
            }
            return try container.resolve(Slow.self)
        }
        XCTAssertTrue(try results[0].get() === results[1].get())
        other.value = nil
    }

    /// The search goes down a chain to a sleeping thread that leads nowhere, and comes back for the next dependency.
    func testC3_ASleepingThreadThatLeadsNowhereIsNoPartOfTheCircle() throws {
        let sleeper = Shelf<ThreadNode?>(nil)
        let isMaking = Latch()
        let isSeen = Latch()
        let container = try Container {
            Singleton { () -> Slow in
                isMaking.open()
                XCTAssertTrue(isSeen.wait())
                return Slow()
            }
        }
        let results = race(threads: 3, stackSize: Self.smallStack) { thread in
            if thread == 0 { return _ = try container.resolve(Slow.self) }
            isMaking.wait()
            if thread == 1 {
                sleeper.value = unsafe ThreadNode.of(ThreadContext.current)
                return _ = try container.resolve(Slow.self)
            }
            defer { isSeen.open() }
            XCTAssertTrue(Waits.come(to: "waits for Slow"))
            let other = try XCTUnwrap(sleeper.value)
            let me = unsafe ThreadNode.of(ThreadContext.current)
            let blind = Chain(Self.length, of: me, to: unfinished(of: other, container), container)
            let open = Chain(Self.length, of: other, to: unfinished(of: me, container), container)
            let fork = unsafe Build<Int>(.transient, slot: nil, owner: other, slotOwner: container)
            fork.becomePending(0, on: [blind.head, fork, open.head])
            XCTAssertEqual(WaitForGraph.shared.circle(from: .build(fork), to: me)?.count, 0)
            fork.becomePending(0, on: [blind.head, fork])
            XCTAssertNil(WaitForGraph.shared.circle(from: .build(fork), to: me))
            fork.becomePending(0, on: [])
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        sleeper.value = nil
    }
}

/// A build whose factory has not returned.
private func unfinished(of thread: ThreadNode, _ owner: Container) -> AnyBuild {
    unsafe Build<Int>(.transient, slot: nil, owner: thread, slotOwner: owner)
}

/// Pending builds of which each holds the next, and the last one a build that is not complete.
///
/// No other thread sees them, so nothing guards them.
private final class Chain {
    private let builds: [Build<Int>]
    private let end: AnyBuild

    var head: AnyBuild { builds.first ?? end }

    init(_ length: Int, of thread: ThreadNode, to end: AnyBuild, _ owner: Container) {
        self.end = end
        builds = (0..<length).map { _ in unsafe Build<Int>(.transient, slot: nil, owner: thread, slotOwner: owner) }
        for (index, build) in builds.enumerated() {
            build.becomePending(index, on: [index + 1 < length ? builds[index + 1] : end])
        }
    }

    deinit {
        // Released one after the other: the release of a chain is recursive.
        for build in builds { build.becomePending(0, on: []) }
    }

    func circle(to thread: ThreadNode) -> [WaitForGraph.Link]? {
        WaitForGraph.shared.circle(from: .build(head), to: thread)
    }
}
