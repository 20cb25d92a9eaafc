// What is not complete on another thread: who takes it early is complete when that is, and not before.

import ArmoryEasyDi
import ArmoryTestSupport
import Foundation
import XCTest

private final class Part: @unchecked Sendable {
    var parts: [Part] = []
    var isComplete = true

    init(_ parts: [Part] = []) { self.parts = parts }
}

/// Several contexts: an injection on the one thread leads to what the other is injecting, and that one needs what the first makes.
private class NearAssembly: Assembly, @unchecked Sendable {
    var makeSingle: () -> Part = { Part() }
    var isReady = false

    var root: Part { define(init: Part()) { if self.isReady { $0.parts = [self.single] } } }
    var single: Part { define(scope: .lazySingleton, init: self.makeSingle()) { $0.parts.append(self.root) } }

    /// Without an injection: such a one is made by the short way.
    var makeLate: () -> [Part] = { [] }
    var holder: Part { define(init: Part(self.makeLate())) }
    var kept: Part { define(scope: .lazySingleton, init: Part([self.holder])) }
}

private class FarAssembly: Assembly, @unchecked Sendable {
    var complete: (Part) -> Void = { _ in }
    var late: Part { define(scope: .lazySingleton, init: Part()) { self.complete($0) } }

    var makeOuter: () -> Part = { Part() }
    var outer: Part { define(scope: .lazySingleton, init: self.makeOuter()) }
}

final class UnfinishedTests: XCTestCase {
    private func state(_ label: String, _ rounds: Int, misses: Int) {
        XCTAssertEqual(misses, 0)
        var stated = Stated(label)
        stated.add(rounds, "contexts")
        stated.state(misses: misses)
    }

    /// C1, C3: nothing of a circle through two threads leaves before all of it is complete.
    func testAGraphIsCompleteThoughAnotherThreadCompletesAPart() {
        let rounds = StressScale.scaled(20)
        var misses = 0
        for _ in 0..<rounds {
            let (nearContext, farContext) = (DIContext(), DIContext())
            let (near, far) = (NearAssembly.instance(from: nearContext), FarAssembly.instance(from: farContext))
            // The second time, the short way would be open.
            _ = near.root
            let (isInjecting, isMaking, isOver) = (Latch(), Latch(), Latch())
            near.isReady = true
            near.makeSingle = {
                isMaking.open()
                return Part([far.late])
            }
            far.complete = { late in
                late.isComplete = false
                isInjecting.open()
                isMaking.wait()
                late.parts = [near.single]
                letOthersGoOn()
                late.isComplete = true
            }
            Thread {
                _ = far.late
                isOver.open()
            }.start()
            isInjecting.wait()
            let root = near.root
            if root.parts.first?.parts.first?.isComplete != true { misses += 1 }
            isOver.wait()
            if root.parts.first?.parts.last !== root { misses += 1 }
            root.parts = []
            (near.makeSingle, far.complete) = ({ Part() }, { _ in })
        }
        state("SYS1 a graph with a part that another thread completes, 2 threads", rounds, misses: misses)
    }

    /// C1: a graph's object that is made without an injection, and what is kept and has it, wait for what that holds.
    func testASingletonIsNotThereBeforeWhatItsGraphHasTakenEarly() {
        let rounds = StressScale.scaled(20)
        var misses = 0
        for _ in 0..<rounds {
            let context = DIContext()
            let near = NearAssembly.instance(from: context)
            _ = near.holder
            let (isInjecting, isMaking, isOver, isSeen) = (Latch(), Latch(), Latch(), Latch())
            let seen = Locked<Bool?>(nil)
            let (lateContext, outerContext) = (DIContext(), DIContext())
            let lateAssembly = FarAssembly.instance(from: lateContext)
            let outerAssembly = FarAssembly.instance(from: outerContext)
            lateAssembly.complete = { late in
                late.isComplete = false
                isInjecting.open()
                isMaking.wait()
                late.parts = [outerAssembly.outer]
                late.isComplete = true
            }
            outerAssembly.makeOuter = {
                isMaking.open()
                near.makeLate = { [lateAssembly.late] }
                let outer = Part([near.holder, near.kept])
                let isAsking = Latch()
                Thread {
                    isAsking.open()
                    let late = near.kept.parts[0].parts[0]
                    seen.withLock { $0 = late.isComplete }
                    isSeen.open()
                }.start()
                isAsking.wait()
                letOthersGoOn()
                return outer
            }
            Thread {
                _ = lateAssembly.late
                isOver.open()
            }.start()
            isInjecting.wait()
            let outer = outerAssembly.outer
            isOver.wait()
            isSeen.wait()
            if seen.withLock({ $0 }) != true { misses += 1 }
            let late = lateAssembly.late
            if late.parts.first !== outer || outer.parts[1].parts[0] !== outer.parts[0] { misses += 1 }
            late.parts = []
            (lateAssembly.complete, outerAssembly.makeOuter, near.makeLate) = ({ _ in }, { Part() }, { [] })
        }
        state("SYS1 a singleton of a graph that has taken something early, 3 threads", rounds, misses: misses)
    }
}
