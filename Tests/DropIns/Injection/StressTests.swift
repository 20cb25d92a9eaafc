// Many threads at once.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

final class StressTests: InjectionTestCase {
    private func check(_ label: String, _ report: Barrage.Report, _ what: String, threads: Int) {
        var stated = Stated("SYS4 \(label), \(threads) threads")
        stated.add(report.rounds, what)
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }

    func testASingleIsMadeOnceFor32Threads() {
        struct Stage: @unchecked Sendable {  // Modules are for all threads.
            let module: Module
            let maker: Maker
        }
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 200)
        let report = Barrage("single", threads: 32, rounds: rounds).run(
            prepare: { _ in
                let maker = Maker()
                return Stage(
                    module: Module {
                        single { maker.make(MemoryStore()) as any Store }
                        single { maker.make(Service(store: $0())) }
                    }, maker: maker)
            },
            body: { stage, thread in
                thread.isMultiple(of: 2)
                    ? ObjectIdentifier(stage.module() as any Store)
                    : ObjectIdentifier((stage.module() as Service).store)
            },
            check: { stage, results in
                let seen = Set(try results.map { try $0.get() })
                guard seen.count == 1, stage.maker.made == 2 else {
                    throw Miss("\(seen.count) stores, \(stage.maker.made) made")
                }
            })
        check("single", report, "modules", threads: 32)
    }

    func testAParentsSingleIsMadeOnceForTheThreadsOfItsChildren() {
        struct Stage: @unchecked Sendable {  // As above.
            let children: [Module]
            let maker: Maker
        }
        let rounds = StressScale.scaled(1_000, underThreadSanitizer: 100)
        let report = Barrage("parent's single", threads: 8, rounds: rounds).run(
            prepare: { _ in
                let maker = Maker()
                let parent = Module {
                    single { maker.make(MemoryStore(name: "parent")) as any Store }
                    factory { Service(store: $0()) }
                    factory { Clock(zone: "parent") }
                }
                let children = (0..<8).map { number in
                    Module(parent: parent) { factory { Clock(zone: "\(number)") } }
                }
                return Stage(children: children, maker: maker)
            },
            body: { stage, thread in
                let module = stage.children[thread]
                guard (module() as Clock).zone == "\(thread)" else { throw Miss("another child's clock") }
                return ObjectIdentifier((module() as Service).store)
            },
            check: { stage, results in
                guard Set(try results.map { try $0.get() }).count == 1, stage.maker.made == 1 else {
                    throw Miss("\(stage.maker.made) made")
                }
            })
        check("parent's single", report, "families", threads: 8)
    }

    func testAWeakInstanceIsOneForAllWhoHoldIt() {
        let maker = Maker()
        let module = Module { weak { maker.make(Clock()) } }
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 200)
        let report = Barrage("weak", threads: 8, rounds: rounds).run(
            prepare: { _ in maker.made },
            body: { _, _ in module() as Clock },
            check: { before, results in
                let clocks = try results.map { try $0.get() }
                guard clocks.allSatisfy({ $0 === clocks[0] }), maker.made == before + 1 else {
                    throw Miss("\(maker.made - before) made")
                }
            })
        check("weak", report, "rounds", threads: 8)
    }

    func testTheSharedModuleIsSetAndTakenAwayWhileThreadsResolve() {
        injectMe { single { MemoryStore(name: "0") as any Store } }
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 300)
        let (changes, resolves) = (Locked(0), Locked(0))
        let misses = race(threads: 8) { thread -> Int in
            var misses = 0
            if thread == 0 {
                for round in 1...rounds {
                    Injection.reset()
                    injectMe {
                        single { MemoryStore(name: "\(round)") as any Store }
                        factory { Service(store: $0()) }
                    }
                }
                changes.withLock { $0 = rounds }
                return 0
            }
            var last = 0
            var count = 0
            // The last module stays, so that each reader resolves at least once.
            while changes.withLock({ $0 }) == 0 || count == 0 {
                // There may be none at the moment: a builder-like reader takes what it finds.
                guard let module = Injection.ifShared else { continue }
                let (one, other): (any Store, any Store) = (module(), module())
                let number = Int(one.name) ?? -1
                if one !== other || number < last { misses += 1 }
                last = number
                count += 1
            }
            resolves.withLock { $0 += count }
            return misses
        }.map { (try? $0.get()) ?? 1 }.reduce(0, +)
        var stated = Stated("SYS4 injectMe and reset, 8 threads")
        stated.add(rounds, "shared modules")
        stated.add(resolves.withLock { $0 }, "resolves")
        stated.state(misses: misses)
        XCTAssertEqual(misses, 0)
        XCTAssertGreaterThan(resolves.withLock { $0 }, 0)
    }

    func testBuildersOnManyThreadsShareSinglesAndLeaveNothing() {
        final class Builder: ModuleBuilder<(Clock, any Store)> {
            let number: Int
            init(number: Int) { self.number = number }
            override func component() -> Component? {
                Component {
                    single { Clock(zone: "\(self.number)") }
                    factory { Service(store: $0()) }
                }
            }
            override func build() -> (Clock, any Store) { (module(), (module() as Service).store) }
        }
        injectMe { single { MemoryStore(name: "shared") as any Store } }
        let store: any Store = resolve()
        let rounds = StressScale.scaled(1_000, underThreadSanitizer: 100)
        let misses = race(threads: 8) { thread in
            (0..<rounds).count(where: { round in
                let number = thread * rounds + round
                let (clock, seen) = Builder(number: number).build()
                return clock.zone != "\(number)" || seen.name != "shared"
            })
        }.map { (try? $0.get()) ?? 1 }.reduce(0, +)
        var stated = Stated("SYS4 builders, 8 threads")
        stated.add(8 * rounds, "screens built")
        stated.state(misses: misses)
        XCTAssertEqual(misses, 0)
        XCTAssertTrue(resolve() as any Store === store)
    }

    func testALazyPropertyIsOneForAllThreads() {
        final class Holder: @unchecked Sendable {  // A lazy property guards itself.
            @LazyInject var clock: Clock
        }
        injectMe { factory { Clock() } }
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 200)
        let report = Barrage("lazy", threads: 8, rounds: rounds).run(
            prepare: { _ in Holder() },
            body: { holder, _ in ObjectIdentifier(holder.clock) },
            check: { _, results in
                guard Set(try results.map { try $0.get() }).count == 1 else { throw Miss("several clocks") }
            })
        check("lazy property", report, "holders", threads: 8)
    }

    func testTheLoggerIsSetWhileThreadsResolve() {
        let module = Module { single { Clock() } }
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 300)
        let misses = race(threads: 4) { thread in
            (0..<rounds).count(where: { _ in
                if thread == 0 {
                    inject(logger: .error)
                    return false
                }
                return (module() as Clock).zone != "UTC"
            })
        }.map { (try? $0.get()) ?? 1 }.reduce(0, +)
        var stated = Stated("SYS4 logger, 4 threads")
        stated.add(3 * rounds, "resolves")
        stated.state(misses: misses)
        XCTAssertEqual(misses, 0)
    }

    private struct Miss: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
