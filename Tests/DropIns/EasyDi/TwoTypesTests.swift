// One key whose definitions have results of several types, on several threads.

import ArmoryEasyDi
import ArmoryTestSupport
import Foundation
import XCTest

private final class Service: @unchecked Sendable {}

private class TypedAssembly: Assembly, @unchecked Sendable {
    var makings = 0
    var meanwhile: () -> Void = {}

    private func make() -> Service {
        makings += 1
        sched_yield()
        return Service()
    }

    var single: Service { define(scope: .lazySingleton, init: self.make()) }
    var singleAsObject: AnyObject { define(key: "single", scope: .lazySingleton, init: self.make()) }
    /// Runs in the context's turn.
    var blocker: Service {
        define(scope: .prototype, init: Service()) { _ in self.meanwhile() }
    }
    var weak: Service { define(scope: .weakSingleton, init: Service()) }
    var weakAsObject: AnyObject { define(key: "weak", scope: .weakSingleton, init: Service()) }
    var ofGraph: Service { define(init: Service()) }
    var ofGraphAsObject: AnyObject { define(key: "ofGraph", init: Service()) }
    var ofGraphMeanwhile: [AnyObject] {
        define(init: [self.ofGraph, self.afterOthers(), self.ofGraph])
    }
    private func afterOthers() -> AnyObject {
        meanwhile()
        return ofGraphAsObject
    }
    var ofGraphTwice: [AnyObject] { define(init: [self.ofGraph, self.ofGraphAsObject, self.ofGraph]) }
    var ofGraphTwiceTheOtherWay: [AnyObject] {
        define(init: [self.ofGraphAsObject, self.ofGraph, self.ofGraphAsObject])
    }
}

final class TwoTypesTests: ContextTestCase {
    private func state(_ label: String, _ rounds: Int, misses: Int) {
        XCTAssertEqual(misses, 0)
        var stated = Stated(label)
        stated.add(rounds, "contexts")
        stated.state(misses: misses)
    }

    /// Both have looked the key up before either makes the object.
    func testOneKeyIsOneObjectThoughTheSecondTypeComesWhileTheFirstWaits() {
        let rounds = StressScale.scaled(20)
        var misses = 0
        for round in 0..<rounds {
            let context = DIContext()
            let assembly = TypedAssembly.instance(from: context)
            let objects = Locked<[Service]>([])
            let (isFirstOver, isSecondOver) = (Latch(), Latch())
            assembly.meanwhile = {
                begin {
                    let object = round % 2 == 0 ? assembly.single : assembly.weak
                    objects.withLock { $0.append(object) }
                    isFirstOver.open()
                }
                begin {
                    let object = round % 2 == 0 ? assembly.singleAsObject : assembly.weakAsObject
                    objects.withLock { $0 += [object as? Service].compactMap { $0 } }
                    isSecondOver.open()
                }
            }
            _ = assembly.blocker
            isFirstOver.wait()
            isSecondOver.wait()
            let seen = objects.withLock { $0 }
            if seen.count != 2 || seen[0] !== seen[1] { misses += 1 }
            assembly.meanwhile = {}
        }
        state("SYS1 one key with two types that wait for their turn, 3 threads", rounds, misses: misses)
    }

    /// A graph has an object of the key when another thread asks for the other type.
    func testAGraphHasOneObjectOfAKeyThoughTheSecondTypeComesMeanwhile() {
        let rounds = StressScale.scaled(20)
        var misses = 0
        for _ in 0..<rounds {
            let context = DIContext()
            let assembly = TypedAssembly.instance(from: context)
            let isOver = Latch()
            assembly.meanwhile = {
                assembly.meanwhile = {}
                begin {
                    _ = assembly.ofGraphAsObject
                    isOver.open()
                }
            }
            let objects = assembly.ofGraphMeanwhile
            isOver.wait()
            if objects[0] !== objects[1] || objects[0] !== objects[2] { misses += 1 }
        }
        state("SYS1 one key with two types in a graph, 2 threads", rounds, misses: misses)
    }

    /// The first that asks for another type has the key's record exchanged, while others make the object.
    func testOneKeyIsOneObjectThoughEightThreadsAskForTwoTypes() {
        let label = "SYS1 one key with two types, 8 threads"
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 300)
        let report = Barrage(label, threads: 8, rounds: rounds).run(
            prepare: { _ in
                let context = DIContext()
                _ = TypedAssembly.instance(from: context)
                return context
            },
            body: { context, thread in
                let assembly = TypedAssembly.instance(from: context)
                let ofGraph = thread % 2 == 0 ? assembly.ofGraphTwice : assembly.ofGraphTwiceTheOtherWay
                try expect(ofGraph[0] === ofGraph[1] && ofGraph[0] === ofGraph[2], "a graph has two objects of a key")
                let weak: AnyObject = thread % 2 == 0 ? assembly.weakAsObject : assembly.weak
                let single: AnyObject = thread % 2 == 0 ? assembly.single : assembly.singleAsObject
                return [single, weak].compactMap { $0 as? Service }
            },
            check: { context, results in
                let objects = try results.map { try $0.get() }
                for index in 0..<2 {
                    let identities = Set(objects.map { ObjectIdentifier($0[index]) })
                    try expect(identities.count == 1, "\(identities.count) objects of a key, \(index)")
                }
                let makings = TypedAssembly.instance(from: context).makings
                try expect(makings == 1, "made \(makings) times")
            })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "contexts")
        stated.add(report.rounds * 40, "requests")
        stated.state(misses: report.misses)
    }
}
