import Armory
import ArmoryTestSupport
import XCTest

private struct Clock: Sendable {}
private struct Watch: Sendable { init(clock: Clock) {} }
private struct UnitOfWork: Sendable {}
private struct Basket: Sendable { init(work: UnitOfWork) {} }
private protocol Sink: Sendable {}
private struct FileSink: Sink {}

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
    fileprivate static let sessionRequest = ScopeTag("request", inside: .session)
}

/// SEE1: every closure runs once, against a resolver that notes what it asks for.
final class DryRunTests: LeakCheckedTestCase {
    private func faults(_ body: () throws -> ValidationReport) -> [String] {
        failure(.invalid, of: body)?.faults.map {
            "\($0.code) \($0.path.isEmpty ? $0.key : $0.path.joined(separator: ", "))"
        }
            ?? []
    }

    func testSEE1_EveryFactoryRunsOnceInAContainerOfItsOwn() throws {
        let tracker = LifetimeTracker()
        let runs = Log<String>()
        let container = try Container {
            Singleton {
                runs.add("singleton")
                return Tracked(tracker)
            }
            Singleton(Clock.self) { resolver in
                runs.add("clock")
                _ = try resolver.resolve(Tracked.self)
                return Clock()
            }
            Transient(arguments: Int.self) { _, number in
                runs.add("arguments")
                return Double(number)
            }
        }
        let report = try container.validate(dryRun: true)
        XCTAssertEqual(runs.all.sorted(), ["clock", "singleton"])
        XCTAssertEqual(tracker.alive, 0, "closed at its end")
        XCTAssertEqual(report.opaque.map(\.key), ["Double"], "what takes arguments is not run")
        _ = try container.resolve(Clock.self)
        XCTAssertEqual(tracker.made, 2, "the container has instances of its own")
    }

    func testSEE1_TheCopyIsClosedAtTheEnd() throws {
        let kept = Log<Container>()
        let container = try Container {
            Singleton { 1 }
            Singleton { () throws -> Clock in
                kept.add(try XCTUnwrap(Container.current))
                return Clock()
            }
        }
        try container.validate(dryRun: true)
        failure(.closed) { try kept.all[0].resolve(Int.self) }
        XCTAssertEqual(try container.resolve(Int.self), 1)
    }

    func testSEE1_EveryFailureIsReportedOnce() throws {
        let container = try Container {
            Singleton { () throws -> Int in throw Mishap(1) }
            Singleton { Double(try $0.resolve(Int.self)) }
            Singleton { Float(try $0.resolve(Int.self)) }
            Singleton { () throws -> UInt8 in throw Mishap(2) }
            Singleton { UInt16(try $0.resolve(Int16.self)) }
        }
        XCTAssertEqual(
            Set(faults { try container.validate(dryRun: true) }),
            ["factoryFailed Int", "factoryFailed UInt8", "missing UInt16, Int16"])
    }

    func testSEE1_WhatClosuresAskForIsChecked() throws {
        let container = try Container {
            Scoped { UnitOfWork() }
            Transient { Basket(work: try $0.resolve()) }
            Singleton { (resolver: Resolver) -> Clock in
                _ = try resolver.resolve(Basket.self)
                return Clock()
            }
            Singleton { Int(try $0.resolve(Double.self)) }
            Singleton { Double(try $0.resolve(Int.self)) }
        }
        XCTAssertEqual(try container.validate().opaque.count, 4, "nothing is known before")
        XCTAssertEqual(
            faults { try container.validate(dryRun: true) },
            ["captive Clock, Basket, UnitOfWork", "cycle Int, Double, Int"])
    }

    func testSEE1_WhatTheEngineWouldNotMeetIsAFaultToo() throws {
        // The scope's container is open, so that a run alone finds nothing.
        let container = try Container {
            Scoped { UnitOfWork() }.in(.sessionRequest)
            Scoped { Basket(work: try $0.resolve()) }.in(.session)
            Transient { Watch(clock: try $0.resolve()) }
            Scoped { Clock() }.in(.sessionRequest)
        }
        XCTAssertEqual(faults { try container.validate(dryRun: true) }, ["captive Basket, UnitOfWork"])
    }

    func testSEE1_ScopesAreOpenedForWhatLivesInThem() throws {
        let report = try Container {
            Scoped { UnitOfWork() }.in(.session)
            Scoped { Basket(work: try $0.resolve()) }.in(.sessionRequest)
            Transient { (resolver: Resolver) -> Clock in
                _ = try resolver.resolve(UnitOfWork.self)
                _ = try resolver.resolve(Basket.self)
                return Clock()
            }.root()
            Graph { Watch(clock: try $0.resolve()) }
        }.validate(dryRun: true)
        XCTAssertEqual(report.opaque.map(\.key), [])
        XCTAssertEqual(report.warnings.map(\.key), ["Watch"], "what closures ask for is used")
    }

    func testSEE1_WhatScopesAreToBringIsNotMissed() throws {
        let report = try Container {
            Seeded(UnitOfWork.self)
            Scoped(fileID: "A.swift", line: 1) { Basket(work: try $0.resolve()) }
        }.validate(dryRun: true)
        XCTAssertEqual(report.opaque.map(\.key), ["Basket"], "it has not been run to its end")
    }

    func testSEE1_DeclarationsAreComparedWithWhatIsAskedFor() throws {
        let container = try Container {
            Singleton { Clock() }
            Singleton { 1 }.named("one")
            Singleton((any Sink).self) { FileSink() }.contributed()
            Singleton { (resolver: Resolver) -> Watch in
                _ = try resolver.resolve([any Sink].self)
                _ = try resolver.resolve(Double?.self)
                _ = try resolver.resolve(Lazy<Clock>.self)
                return Watch(clock: try resolver.resolve())
            }.dependsOn([any Sink].self, Double?.self, Clock.self)
            Transient { resolver -> String in "\(try resolver.resolve(Int.self, named: "one"))" }.dependsOn(
                Int.self, named: "one")
            Singleton { UInt8(1) }.inject(dependsOn: Clock.self) { _, resolver in _ = try resolver.resolve(Clock.self) }
        }
        XCTAssertEqual(try container.validate(dryRun: true).warnings.map(\.key), [])
        let other = try Container {
            Singleton { Clock() }
            Singleton { 1 }
            Singleton { Double(try $0.resolve(Int.self)) }.dependsOn(Clock.self)
            Singleton { UInt8(1) }.inject(dependsOn: Void.self) { _, resolver in _ = try resolver.resolve(Clock.self) }
        }
        XCTAssertEqual(
            faults { try other.validate(dryRun: true) }, ["undeclared Double, Int", "undeclared UInt8, Clock"])
    }

    func testSEE1_PrivateRegistrationsAreFoundWhileTheyAreWatched() throws {
        let report = try Container {
            Module("storage") {
                Singleton { Clock() }.private()
                Singleton { Watch(clock: try $0.resolve()) }.root()
            }
        }.validate(dryRun: true)
        XCTAssertEqual(report.opaque.count, 0)
        XCTAssertEqual(report.warnings.count, 0)
    }

    func testSEE1_AModulesDryRun() throws {
        let module = Module {
            Singleton { () throws -> Int in throw Mishap(1) }
            Singleton(Watch.init)
        }
        XCTAssertEqual(
            Set(faults { try module.validate(dryRun: true) }), ["factoryFailed Int", "missing Watch, Clock"])
        XCTAssertEqual(faults { try module.validate() }, ["missing Watch, Clock"])
    }

    func testSEE1_AChildsDryRunUsesItsParents() throws {
        let parent = try Container { Singleton { Clock() } }
        let child = try Container(parents: [parent]) { Singleton { Watch(clock: try $0.resolve()) } }
        XCTAssertEqual(try child.validate(dryRun: true).opaque.count, 0)
        child.close()
        XCTAssertNoThrow(try parent.resolve(Clock.self), "the parent stays open")
    }
}
