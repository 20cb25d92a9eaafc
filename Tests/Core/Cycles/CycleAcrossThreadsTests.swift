import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Left: @unchecked Sendable {  // Written in its injection, before it is published.
    let life = Counted()
    var right: Right?
    var isComplete = false
}

private final class Right: @unchecked Sendable {  // As `Left`.
    let life = Counted()
    weak var left: Left?
    var isComplete = false
}

/// Two threads that are both in the midst of something, once: what each of them does then, the other one has not finished.
private final class Meeting: Sendable {
    private let arrived = [Latch(), Latch()]

    /// Returns when both have come here, or one of them was here before.
    func meet(_ side: Int) {
        arrived[side].open()
        arrived[1 - side].wait()
    }
}

/// C3: a graph that resolves from one thread resolves from any number; what cannot be built is an error, never a hang.
final class CycleAcrossThreadsTests: WatchedTestCase {
    private func pair(
        left: @escaping @Sendable () throws -> Void = {}, right: @escaping @Sendable () throws -> Void = {},
        afterLeft: @escaping @Sendable () throws -> Void = {}, afterRight: @escaping @Sendable () throws -> Void = {}
    ) throws -> Container {
        try Container(
            Plan { plan in
                plan.injected(.singleton, Left.self) { _ in
                    Left()
                } inject: { instance, resolver in
                    try left()
                    instance.right = try resolver.resolve()
                    try afterLeft()
                    instance.isComplete = true
                }
                plan.injected(.singleton, Right.self) { _ in
                    Right()
                } inject: { instance, resolver in
                    try right()
                    instance.left = try resolver.resolve()
                    try afterRight()
                    instance.isComplete = true
                }
            })
    }

    /// Whether a thread's instance is whole, with all that it leads to.
    private static func isWhole(_ container: Container, _ thread: Int) throws -> Bool {
        if thread % 2 == 0 {
            let left = try container.resolve(Left.self)
            return left.isComplete && left.right?.isComplete == true && left.right?.left === left
        }
        let right = try container.resolve(Right.self)
        return right.isComplete && right.left?.isComplete == true && right.left?.right === right
    }

    func testC3_TwoInjectionsThatMeetAreCompletedAsOneGroup() throws {
        for _ in 0..<200 {
            let meeting = Meeting()
            let container = try pair(left: { meeting.meet(0) }, right: { meeting.meet(1) })
            for result in race(threads: 2, { try Self.isWhole(container, $0) }) { XCTAssertTrue(try result.get()) }
            XCTAssertTrue(try Self.isWhole(container, 0) && Self.isWhole(container, 1))
        }
    }

    func testC3_ACycleClosedByInjectionIsCompletedAsOneGroup() throws {
        for round in 0..<300 {
            let container = try pair(
                left: { usleep(UInt32(round % 50)) }, right: { usleep(UInt32(round % 40)) },
                afterLeft: { usleep(UInt32(round % 30)) }, afterRight: { usleep(UInt32(round % 60)) })
            for result in race(threads: 6, { try Self.isWhole(container, $0) }) {
                XCTAssertTrue(try result.get(), "half-made in round \(round)")
            }
        }
    }

    func testC3_AConstructorAndAnInjectionThatMeetCloseTheCycle() throws {
        final class Parent: @unchecked Sendable {  // Immutable.
            let life = Counted()
            let child: Child
            init(child: Child) { self.child = child }
        }
        final class Child: @unchecked Sendable { let life = Counted(); weak var parent: Parent? }  // As `Left`.
        for _ in 0..<200 {
            let meeting = Meeting()
            let made = Counter()
            let container = try Container(
                Plan { plan in
                    plan.singleton { resolver -> Parent in
                        meeting.meet(0)
                        let child: Child = try resolver.resolve()
                        made.increment()
                        return Parent(child: child)
                    }
                    plan.injected(.singleton, Child.self) { _ in
                        made.increment()
                        return Child()
                    } inject: { child, resolver in
                        meeting.meet(1)
                        child.parent = try resolver.resolve()
                    }
                })
            let results = race(threads: 2) { thread in
                if thread == 0 {
                    let parent = try container.resolve(Parent.self)
                    return parent.child.parent === parent
                }
                let child = try container.resolve(Child.self)
                return child.parent?.child === child
            }
            for result in results { XCTAssertTrue(try result.get()) }
            XCTAssertEqual(made.value, 2)
        }
    }

    func testC3_AConstructorCycleAcrossThreadsIsTheNamedErrorForEach() throws {
        final class A: Sendable { let life = Counted(); init(_ b: B) {} }
        final class B: Sendable { let life = Counted(); init(_ a: A) {} }
        for round in 0..<200 {
            let meeting = Meeting()
            let container = try Container(
                Plan { plan in
                    plan.singleton { resolver -> A in
                        if round % 2 == 0 { meeting.meet(0) }
                        return A(try resolver.resolve())
                    }
                    plan.singleton { resolver -> B in
                        if round % 2 == 0 { meeting.meet(1) }
                        return B(try resolver.resolve())
                    }
                    plan.singleton { _ in Left() }
                })
            let results = race(threads: round % 2 == 0 ? 2 : 4) { thread in
                if thread % 2 == 0 { _ = try container.resolve(A.self) } else { _ = try container.resolve(B.self) }
            }
            for (thread, result) in results.enumerated() {
                let path = failure(.cycle) { try result.get() }?.path
                XCTAssertEqual(path, thread % 2 == 0 ? ["A", "B", "A"] : ["B", "A", "B"])
            }
            XCTAssertNoThrow(try container.resolve(Left.self))
        }
    }

    func testC3_TwoContainersThatNeedEachOtherDoNotHang() throws {
        final class Containers: @unchecked Sendable {  // Written before the threads start, and emptied after them.
            var first: Container?, second: Container?
        }
        for _ in 0..<200 {
            let meeting = Meeting()
            let containers = Containers()
            let first = try Container(
                Plan { plan in
                    plan.injected(.singleton, Left.self) { _ in
                        Left()
                    } inject: { left, _ in
                        meeting.meet(0)
                        left.right = try containers.second?.resolve(Right.self)
                    }
                })
            let second = try Container(
                Plan { plan in
                    plan.injected(.singleton, Right.self) { _ in
                        Right()
                    } inject: { right, _ in
                        meeting.meet(1)
                        right.left = try containers.first?.resolve(Left.self)
                    }
                })
            (containers.first, containers.second) = (first, second)
            defer { (containers.first, containers.second) = (nil, nil) }
            let results = race(threads: 4) { thread in
                if thread % 2 == 0 {
                    let left = try first.resolve(Left.self)
                    return left.right?.left === left
                }
                let right = try second.resolve(Right.self)
                return right.left?.right === right
            }
            for result in results { XCTAssertTrue(try result.get()) }
        }
    }

    func testC4_AnInjectionThatThrowsGivesUpTheWholeGroupOnEveryThread() throws {
        for round in 0..<300 {
            let attempts = Counter()
            let meeting = Meeting()
            let container = try pair(
                left: { if round % 3 == 0 { meeting.meet(0) } },
                right: {
                    if round % 3 == 0 { meeting.meet(1) }
                    usleep(UInt32(round % 30))
                },
                afterLeft: {
                    usleep(UInt32(round % 40))
                    if attempts.increment() <= 2 { throw Mishap() }
                })
            let results = race(threads: 6) { thread -> Bool in
                do {
                    return try Self.isWhole(container, thread)
                } catch {
                    XCTAssertEqual((error as? ResolutionError)?.code, .factoryFailed)
                    XCTAssertTrue((error as? ResolutionError)?.underlying is Mishap)
                    return true
                }
            }
            for result in results { XCTAssertTrue(try result.get(), "a half-made object in round \(round)") }
            let left = (0..<4).lazy.compactMap { _ in try? container.resolve(Left.self) }.first
            XCTAssertTrue(left?.right?.left === left)
        }
    }

    func testC1_AnOutermostGraphInstanceWaitsForWhatAnotherThreadCompletes() throws {
        final class Outer: @unchecked Sendable {  // Immutable.
            let life = Counted()
            let kept: Kept
            init(kept: Kept) { self.kept = kept }
        }
        final class Kept: @unchecked Sendable {  // As `Left`.
            let life = Counted()
            weak var outer: Outer?
            var slow: Slow?
        }
        final class Slow: @unchecked Sendable {  // As `Left`.
            let life = Counted()
            weak var kept: Kept?
            var isComplete = false
        }
        let isMaking = Latch()
        let isAsked = Latch()
        let container = try Container(
            Plan { plan in
                plan.graph { resolver -> Outer in
                    let kept: Kept = try resolver.resolve()
                    isMaking.open()
                    XCTAssertTrue(isAsked.wait())
                    XCTAssertTrue(Waits.come(to: "waits for Slow → Kept"))
                    return Outer(kept: kept)
                }
                plan.injected(.singleton, Kept.self) { _ in
                    Kept()
                } inject: { kept, resolver in
                    kept.outer = try resolver.resolve(Outer.self)
                    kept.slow = try resolver.resolve(Slow.self)
                }
                plan.injected(.singleton, Slow.self) { _ in
                    Slow()
                } inject: { slow, resolver in
                    isAsked.open()
                    slow.kept = try resolver.resolve(Kept.self)
                    usleep(20_000)
                    slow.isComplete = true
                }
            })
        let results = race(threads: 2) { thread in
            if thread == 0 { return try container.resolve(Outer.self).kept.slow?.isComplete ?? false }
            XCTAssertTrue(isMaking.wait())
            return try container.resolve(Slow.self).isComplete
        }
        for result in results { XCTAssertTrue(try result.get()) }
    }

    // One thread makes Whole > Part > Near > Far, the other one Tools > Far > Whole, and Far throws once.
    func testC4_ATransientThatHoldsWhatAnotherThreadGaveUpIsMadeAnew() throws {
        final class Whole: @unchecked Sendable { let life = Counted(); var part: Part? }  // As `Left`.
        final class Part: @unchecked Sendable { let life = Counted(); var near: Near? }  // As `Left`.
        final class Near: @unchecked Sendable { let life = Counted(); var far: Far? }  // As `Left`.
        final class Far: @unchecked Sendable { let life = Counted(); var isComplete = false }  // As `Left`.
        final class Tools: Sendable { let life = Counted() }
        let isNearInjecting = Latch()
        let attempts = Counter()
        let container = try Container(
            Plan { plan in
                plan.injected(.singleton, Whole.self) { _ in
                    Whole()
                } inject: {
                    $0.part = try $1.resolve()
                }
                plan.injected(.transient, Part.self) { _ in
                    Part()
                } inject: { part, resolver in
                    part.near = try resolver.resolve()
                    // Has the other thread go on, and fail, while this injection runs.
                    _ = try resolver.resolve(Tools.self)
                }
                plan.injected(.singleton, Near.self) { _ in
                    Near()
                } inject: { near, resolver in
                    isNearInjecting.open()
                    if attempts.value == 0 { XCTAssertTrue(Waits.come(to: "waits for Tools → Far → Whole")) }
                    near.far = try resolver.resolve()
                }
                plan.injected(.singleton, Far.self) { _ in
                    Far()
                } inject: { far, resolver in
                    _ = try resolver.resolve(Whole.self)
                    if attempts.increment() == 1 { throw Mishap() }
                    far.isComplete = true
                }
                plan.singleton { resolver -> Tools in
                    _ = try? resolver.resolve(Far.self)
                    return Tools()
                }
            })
        let results = race(threads: 2) { thread -> Part? in
            if thread == 0 { return try container.resolve(Whole.self).part }
            isNearInjecting.wait()
            _ = try container.resolve(Tools.self)
            return nil
        }
        let part = try results[0].get()
        XCTAssertNoThrow(try results[1].get())
        XCTAssertTrue(try part?.near === container.resolve(Near.self), "what was given up is held")
        XCTAssertTrue(part?.near?.far?.isComplete == true)
    }
}
