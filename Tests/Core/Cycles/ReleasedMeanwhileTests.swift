// M1: the memory of a cell stays as long as its making is not finished, whoever has released its handle meanwhile.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Parent: @unchecked Sendable {  // One thread.
    let child: Child
    init(_ child: Child) { self.child = child }
}
private final class Child: @unchecked Sendable {  // One thread.
    weak var parent: Parent?
}
private final class Near: @unchecked Sendable {  // Injected by one thread.
    var far: Far?
}
private final class Far: @unchecked Sendable {  // Injected by one thread.
    var near: Near?
}
private struct Broken: Error {}

final class ReleasedMeanwhileTests: WatchedTestCase {
    func testM1_AnInjectionThatWasPutOffKeepsItsScope() throws {
        let box = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.singleton(Parent.self) { _ in
                    guard let container = box.withLock({ $0 }) else { throw Broken() }
                    // The scope is gone when the child's injection can run.
                    return try container.withScope { scope in Parent(try scope.resolve(Child.self)) }
                }
                $0.injected(.scoped, Child.self, in: .request) { _ in
                    Child()
                } inject: {
                    $0.parent = try $1.resolve(Parent.self)
                }
            })
        box.withLock { $0 = container }
        let parent = try container.resolve(Parent.self)
        XCTAssert(parent.child.parent === parent)
        box.withLock { $0 = nil }
    }

    func testM1_AMakerMayHoldItsContainerLast() async throws {
        let log = Log<String>()
        let box = Locked<Container?>(nil)
        weak var handle: Container?
        @Sendable func release() {
            // The caller of the resolve is the only one that holds it from now on.
            let former = box.withLock { $0.take() }
            log.add(former == nil ? "?" : "released")
        }
        func open() throws {
            let container = try Container(
                Plan {
                    $0.closed(.singleton, Far.self, needs: []) { _ in
                        release()
                        return Far()
                    } close: { _, _ in
                        log.add("closed")
                    }
                    $0.closed(.scoped, Near.self, in: .request, needs: []) { _ in
                        release()
                        return Near()
                    } close: { _, end in
                        log.add(end.isCompleted ? "completed" : "failed")
                    }
                    $0.transient(Child.self) { resolver in
                        release()
                        _ = try resolver.resolve(Int.self)
                        return Child()
                    }
                    $0.singleton(Int.self) { _ in 1 }
                })
            handle = container
            box.withLock { $0 = container }
        }
        let resolves: [() async throws -> AnyObject?] = [
            { try box.withLock { $0 }?.resolve(Far.self) },
            { try await box.withLock { $0 }?.resolveAsync(Far.self) },
            { try box.withLock { $0 }?.resolve(Far?.self) ?? nil },
            { try box.withLock { $0 }?.resolve(Child.self) },
            { try await box.withLock { $0 }?.resolveAsync(Child.self) },
            { try box.withLock { $0 }?.openScope().resolve(Near.self) },
            { try await box.withLock { $0 }?.openScope().resolveAsync(Near.self) },
        ]
        for resolve in resolves {
            try open()
            let made = try await resolve()
            XCTAssertNotNil(made)
            XCTAssertNil(handle)
        }
        let closed = Array(repeating: ["released", "closed"], count: 3) + Array(repeating: ["released"], count: 2)
        XCTAssertEqual(log.all, (closed + Array(repeating: ["released", "failed"], count: 2)).flatMap { $0 })
        assertThreadIsIdle()
    }

    func testC5_ATaskThatMakesHoldsItsContainerLastWhenItsAskerIsGone() async throws {
        for isInjected in [true, false] {
            let (begun, goOn, isClosed) = (Latch(), Latch(), Latch())
            let log = Log<String>()
            var injections = Injections<Far>()
            injections.closings = [
                Closing(
                    .plain { _, _ in
                        log.add("closed")
                        isClosed.open()
                    })
            ]
            if isInjected { injections.addInjection { _, _ in log.add("injected") } }
            weak var handle: Container?
            do {
                let record = Record(
                    awaiting: Far.self, .singleton, at: CodeLocation(), injections: injections
                ) { _ in
                    begun.open()
                    await pass(goOn)
                    return Far()
                }
                let container = try Container(Plan { $0.addRecord(record) })
                handle = container
                let asker = Task { [weak container] in _ = try await container?.resolveAsync(Far.self) }
                await pass(begun)
                asker.cancel()
                let result = await asker.result
                XCTAssertThrowsError(try result.get())
            }
            XCTAssertNotNil(handle, "the task that makes the instance holds it")
            goOn.open()
            await pass(isClosed)
            XCTAssertEqual(log.all, isInjected ? ["injected", "closed"] : ["closed"])
        }
    }

    func testM1_ACompleteInstanceThatWaitsForAnotherOneKeepsItsContainer() throws {
        let (farInjects, nearInjects, goOn, isOver) = (Latch(), Latch(), Latch(), Latch())
        let box = Locked<Container?>(nil)
        let far = try Container(
            Plan {
                $0.injected(.singleton, Far.self) { _ in
                    Far()
                } inject: { far, _ in
                    farInjects.open()
                    nearInjects.wait()
                    far.near = try box.withLock { $0 }?.resolve(Near.self)
                    goOn.wait()
                }
            })
        box.withLock {
            $0 = try? Container(
                Plan {
                    $0.injected(.singleton, Near.self) { _ in
                        Near()
                    } inject: { near, _ in
                        farInjects.wait()
                        nearInjects.open()
                        // The other thread takes this one early, so that this one may take the other's.
                        Waits.come(to: "waits for Near")
                        near.far = try far.resolve(Far.self)
                    }
                }, waitLimit: .seconds(2))
        }
        let made = Locked<Far?>(nil)
        Thread {
            let instance = try? far.resolve(Far.self)
            made.withLock { $0 = instance }
            isOver.open()
        }.start()
        // It is complete, but the other one is not: the limit passes.
        failure(.timedOut) { try box.withLock { $0 }?.resolve(Near.self) }
        box.withLock { $0 = nil }
        goOn.open()
        XCTAssertTrue(isOver.wait(seconds: 60))
        let instance = try XCTUnwrap(made.withLock { $0 })
        XCTAssert(instance.near?.far === instance)
        instance.near?.far = nil
    }
}
