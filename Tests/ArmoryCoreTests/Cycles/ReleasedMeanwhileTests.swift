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
                    $0.parent = try $1(Parent.self)
                }
            })
        box.withLock { $0 = container }
        let parent = try container.resolve(Parent.self)
        XCTAssert(parent.child.parent === parent)
        box.withLock { $0 = nil }
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
                        ThreadsWaiting.come(to: "Near")
                        near.far = try far.resolve(Far.self)
                    }
                }, configuration: Container.Configuration(waitLimit: .milliseconds(200)))
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
