// Many threads in one context.

import ArmoryEasyDi
import ArmoryTestSupport
import Foundation
import XCTest

private final class Service: @unchecked Sendable {
    let life = Counted()
    let version: Int
    var parts: [Service] = []
    init(_ version: Int = 1) { self.version = version }
}

private class RacedAssembly: Assembly, @unchecked Sendable {
    /// Changed by initializers and definitions, of which one runs at a time.
    nonisolated(unsafe) static var made = 0
    var makings = 0

    required init() {
        super.init()
        unsafe Self.made += 1
        // Long enough for the others to come.
        sched_yield()
    }

    // Whoever reads it first in a definition makes it.
    lazy var other: OtherAssembly = self.context.assembly()

    private func make() -> Service {
        makings += 1
        return Service()
    }

    var single: Service {
        define(scope: .lazySingleton, init: self.make()) { $0.parts = [self.other.single, self.other.ofGraph] }
    }

    var ofGraph: Service {
        define(init: self.make()) { $0.parts = [self.other.ofGraph, self.other.ofGraph, self.other.single] }
    }

    var fresh: Service { define(scope: .prototype, init: self.make()) }
    var weak: Service { define(scope: .weakSingleton, init: self.make()) }
    func keyed(_ number: Int) -> Service { define(key: "keyed \(number)", init: self.make()) }
    var many: Service {
        define(init: Service()) { service in service.parts = (0..<200).map { self.keyed($0 % 100) } }
    }
}

private class OtherAssembly: Assembly, @unchecked Sendable {
    lazy var back: RacedAssembly = self.context.assembly()
    var single: Service { define(scope: .lazySingleton, init: Service()) { $0.parts = [self.back.single] } }
    var ofGraph: Service { define(init: Service()) { $0.parts = [self.back.weak] } }
}

/// A context of a round; the circle of its singletons is opened with it.
private final class Stage: Sendable {
    let context = DIContext()

    deinit {
        if RacedAssembly.instance(from: context).makings == 0 { return }
        OtherAssembly.instance(from: context).single.parts = []
    }
}

final class ThreadTests: ContextTestCase {
    private func state(_ report: Barrage.Report, _ label: String, _ count: Int, _ what: String) {
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "contexts")
        stated.add(report.rounds * count, what)
        stated.state(misses: report.misses)
    }

    func testSixtyFourThreadsOnAFreshContextHaveOneAssemblyMadeOnce() {
        let label = "SYS1 one assembly of a context, 64 threads"
        let rounds = StressScale.scaled(1_000, underThreadSanitizer: 200)
        let report = Barrage(label, threads: 64, rounds: rounds).run(
            prepare: { _ in
                unsafe RacedAssembly.made = 0
                return Stage()
            },
            body: { stage, thread in
                thread % 2 == 0
                    ? RacedAssembly.instance(from: stage.context) : stage.context.assembly() as RacedAssembly
            },
            check: { stage, results in
                let assemblies = try results.map { ObjectIdentifier(try $0.get()) }
                try expect(Set(assemblies).count == 1, "\(Set(assemblies).count) assemblies")
                try expect(unsafe RacedAssembly.made == 1, "made \(unsafe RacedAssembly.made) times")
            })
        state(report, label, 64, "requests")
    }

    func testEightThreadsThroughLazyAssembliesAndEveryScope() {
        let label = "SYS1 lazy assemblies and every scope, 8 threads"
        let rounds = StressScale.scaled(1_000, underThreadSanitizer: 200)
        let report = Barrage(label, threads: 8, rounds: rounds).run(
            prepare: { _ in Stage() },
            body: { stage, thread in
                let assembly = RacedAssembly.instance(from: stage.context)
                let ofGraph = assembly.ofGraph
                try expect(ofGraph.parts[0] === ofGraph.parts[1], "one graph has two objects of a definition")
                try expect(assembly.fresh !== assembly.fresh, "a prototype was given twice")
                let weak = assembly.weak
                try expect(assembly.weak === weak, "a weak singleton that is held was made anew")
                let single = assembly.single
                try expect(single.parts.count == 2, "a singleton was given before it was injected")
                try expect(single.parts[0].parts.first === single, "the circle of singletons is not closed")
                try expect(ofGraph.parts[2] === single.parts[0], "two singletons of a definition")
                return single
            },
            check: { stage, results in
                let singles = Set(try results.map { ObjectIdentifier(try $0.get()) })
                try expect(singles.count == 1, "\(singles.count) singletons")
            })
        state(report, label, 8 * 6, "requests")
    }

    /// Plain, injected, and as a value, each in a fresh context.
    func testEightThreadsHaveOneObjectOfEachScopeThatKeeps() {
        let scopes: [Scope] = [.lazySingleton, .weakSingleton]
        for scope in scopes {
            let label = "SYS1 one \(scope), 8 threads"
            let rounds = StressScale.scaled(200, underThreadSanitizer: 100)
            let report = Barrage(label, threads: 8, rounds: rounds).run(
                prepare: { _ in
                    let context = DIContext()
                    KeepingAssembly.instance(from: context).scope = scope
                    return context
                },
                body: { context, thread in
                    let assembly = KeepingAssembly.instance(from: context)
                    let objects =
                        thread % 2 == 0
                        ? [assembly.plain, assembly.injected] : [assembly.injected, assembly.plain].reversed()
                    try expect(objects[1].parts.count == 1, "it was given before it was injected")
                    let value = assembly.value
                    try expect(value.service?.version == 7, "a value was given before it was injected")
                    return objects + [value.service].compactMap { $0 }
                },
                check: { context, results in
                    let objects = try results.map { try $0.get() }
                    for index in 0..<3 {
                        let identities = Set(objects.map { ObjectIdentifier($0[index]) })
                        try expect(identities.count == 1, "\(identities.count) objects, \(index)")
                    }
                    let makings = KeepingAssembly.instance(from: context).makings
                    try expect(makings == [1, 1, 1], "made \(makings) times")
                })
            state(report, label, 8 * 3, "requests")
        }
    }

    /// A singleton that has taken a prototype before its injection has ended is complete when that is.
    func testNobodyHasASingletonThatHoldsAPrototypeWhichIsStillInjected() {
        let label = "SYS1 a singleton of an unfinished prototype, 2 threads"
        let rounds = StressScale.scaled(30)
        var misses = 0
        for _ in 0..<rounds {
            let context = DIContext()
            let assembly = PrototypeAssembly.instance(from: context)
            let other = OtherThread()
            assembly.whileUnfinished = {
                other.ask {
                    PrototypeAssembly.instance(from: context).single.parts.first?.parts.isEmpty == false
                }
            }
            let prototype = assembly.prototype
            if !other.sawTheWhole || assembly.single.parts.first !== prototype { misses += 1 }
            assembly.whileUnfinished = {}
            prototype.parts = []
        }
        XCTAssertEqual(misses, 0)
        var stated = Stated(label)
        stated.add(rounds, "contexts")
        stated.state(misses: misses)
    }

    /// What the original tests, and more than that nothing breaks.
    func testManyKeyedObjectsInTheGraphsOfTwoThreads() {
        let label = "SYS1 keyed objects of a graph, 2 threads"
        let rounds = StressScale.scaled(100, underThreadSanitizer: 20)
        let report = Barrage(label, threads: 2, rounds: rounds).run(
            prepare: { _ in Stage() },
            body: { stage, thread in
                let parts = RacedAssembly.instance(from: stage.context).many.parts
                try expect(Set(parts.map(ObjectIdentifier.init)).count == 100, "a key has not one object")
                try expect(parts[3] === parts[103], "a key has two objects")
            },
            check: { _, results in for result in results { try result.get() } })
        state(report, label, 2 * 200, "keyed objects")
    }

    func testASubstitutionIsSwitchedUnderEightThreads() {
        let label = "SYS1 a substitution switched under readers, 8 threads"
        let rounds = StressScale.scaled(100, underThreadSanitizer: 25)
        let switches = 50
        let report = Barrage(label, threads: 8, rounds: rounds).run(
            prepare: { _ in SwitchedStage() },
            body: { stage, thread in
                let assembly = SwitchedAssembly.instance(from: stage.context)
                for reentrantLock in 0..<switches {
                    if thread == 0 {
                        for name in ["single", "ofGraph"] {
                            if reentrantLock % 2 == 0 {
                                assembly.addSubstitution(for: name) { Service(2) }
                            } else {
                                assembly.removeSubstitution(for: name)
                            }
                        }
                        continue
                    }
                    let (single, ofGraph) = (assembly.single, assembly.ofGraph)
                    let isOwn = single === stage.single
                    try expect(
                        isOwn == (single.version == 1), "a singleton that is neither the earlier nor a substitute")
                    try expect(ofGraph.version == 1 || ofGraph.version == 2, "half an object")
                    try expect(ofGraph.version == 2 || ofGraph.parts.count == 1, "an object without its parts")
                }
            },
            check: { stage, results in
                for result in results { try result.get() }
                let assembly = SwitchedAssembly.instance(from: stage.context)
                try expect(assembly.single === stage.single, "the earlier singleton is not back")
                try expect(assembly.ofGraph.version == 1, "the substitute is still there")
            })
        state(report, label, 7 * switches * 2, "requests")
    }

    /// What a singleton has taken of a graph is complete before another thread has the singleton.
    func testNobodyHasASingletonWhoseGraphIsNotComplete() {
        let label = "SYS1 a singleton of an unfinished graph, 2 threads"
        let rounds = StressScale.scaled(30)
        var misses = 0
        for round in 0..<rounds {
            let context = DIContext()
            let assembly = UnfinishedAssembly.instance(from: context)
            let other = OtherThread()
            assembly.whileUnfinished = {
                other.ask {
                    let assembly = UnfinishedAssembly.instance(from: context)
                    let single = round % 2 == 0 ? assembly.single : assembly.singleOfComplete
                    return single.parts.allSatisfy { $0.parts.allSatisfy { !$0.parts.isEmpty } }
                }
            }
            _ = round % 2 == 0 ? assembly.root : assembly.rootOfComplete
            if !other.sawTheWhole { misses += 1 }
            assembly.open()
        }
        XCTAssertEqual(misses, 0)
        var stated = Stated(label)
        stated.add(rounds, "contexts")
        stated.state(misses: misses)
    }

    func testTheDefaultContextIsExchangedUnderEightThreads() {
        let before = DIContext.defaultInstance
        defer { DIContext.defaultInstance = before }
        let label = "SYS1 the default context exchanged, 8 threads"
        let contexts = Locked<Set<ObjectIdentifier>>([])
        let rounds = StressScale.scaled(200, underThreadSanitizer: 50)
        let report = Barrage(label, threads: 8, rounds: rounds).run(
            prepare: { _ in
                let stage = Stage()
                contexts.withLock { $0 = [ObjectIdentifier(stage.context), ObjectIdentifier(before)] }
                DIContext.defaultInstance = before
                return stage
            },
            body: { stage, thread in
                for reentrantLock in 0..<20 {
                    if thread == 0 {
                        DIContext.defaultInstance = reentrantLock % 2 == 0 ? stage.context : before
                    } else {
                        let context = ObjectIdentifier(DIContext.defaultInstance)
                        try expect(contexts.withLock { $0.contains(context) }, "a context that nobody has set")
                    }
                }
            },
            check: { _, results in for result in results { try result.get() } })
        state(report, label, 7 * 20, "requests")
    }
}

private class KeepingAssembly: Assembly, @unchecked Sendable {
    struct Value {
        var service: Service?
    }

    var scope = Scope.lazySingleton
    /// Changed by definitions, of which one runs at a time.
    var makings = [0, 0, 0]

    private func make(_ index: Int) -> Service {
        makings[index] += 1
        sched_yield()
        return Service(7)
    }

    var plain: Service { define(scope: scope, init: self.make(0)) }
    var injected: Service {
        define(scope: scope, init: self.make(1)) {
            sched_yield()
            $0.parts = [self.plain]
        }
    }
    /// Values are not held weakly.
    var value: Value { define(scope: .lazySingleton, init: Value()) { $0.service = self.make(2) } }
}

private class PrototypeAssembly: Assembly, @unchecked Sendable {
    var whileUnfinished: () -> Void = {}

    var prototype: Service {
        define(scope: .prototype, init: Service()) {
            let single = self.single
            self.whileUnfinished()
            $0.parts = [single]
        }
    }
    var placeholder: Service { definePlaceholder(key: "prototype") }
    var single: Service { define(scope: .lazySingleton, init: Service()) { $0.parts = [self.placeholder] } }
}

/// A singleton that has objects of the graph whose injection has led to it.
private class UnfinishedAssembly: Assembly, @unchecked Sendable {
    var whileUnfinished: () -> Void = {}

    var root: Service {
        define(init: Service()) {
            _ = self.single
            self.whileUnfinished()
            $0.parts = [Service()]
        }
    }

    var single: Service {
        define(scope: .lazySingleton, init: Service()) { $0.parts = [self.holder] }
    }

    var holder: Service { define(init: Service()) { $0.parts = [self.root] } }

    /// The same where what the singleton takes is complete, and has what is not.
    var rootOfComplete: Service {
        define(init: Service()) {
            _ = self.complete
            _ = self.singleOfComplete
            self.whileUnfinished()
            $0.parts = [Service()]
        }
    }

    var complete: Service { define(init: Service()) { $0.parts = [self.rootOfComplete] } }

    var singleOfComplete: Service {
        define(scope: .lazySingleton, init: Service()) { $0.parts = [self.complete] }
    }

    func open() {
        whileUnfinished = {}
    }
}

private class SwitchedAssembly: Assembly, @unchecked Sendable {
    var single: Service { define(scope: .lazySingleton, init: Service()) }
    var ofGraph: Service { define(init: Service()) { $0.parts = [self.part] } }
    var part: Service { define(init: Service()) }
}

private final class SwitchedStage: Sendable {
    let context = DIContext()
    let single: Service

    init() { single = SwitchedAssembly.instance(from: context).single }
}
