import Armory
import ArmoryTestSupport
import XCTest

private protocol Sink: Sendable {}
private struct FileSink: Sink {}
private struct Fan: Sendable, Sink { init(sinks: [any Sink]) {} }
private struct Clock: Sendable {}
private struct Watch: Sendable { init(clock: Clock) {} }
private struct Careful: Sendable { init(clock: Clock?) {} }
private struct Patient: Sendable { init(clock: Lazy<Clock>) {} }
private struct Maybe: Sendable { init(clock: Lazy<Clock>?) {} }
private struct Later: Sendable { init(clock: Lazy<Clock?>) {} }
private struct ByName: Sendable { init(sinks: [RegistrationName: any Sink]) {} }
private struct Numbers: Sendable { init(numbers: [Int]) {} }
private struct Asking: Sendable { init(resolver: Resolver, clock: Clock) {} }
private struct Failing: Sendable { init(clock: Clock) throws { throw Mishap(1) } }
private struct Lenient: Sendable { init(failing: Failing?) {} }

/// E2, SEE1: what is checked when a container is built, and what is said of what cannot be.
final class ValidationTests: LeakCheckedTestCase {
    /// The codes and keys of all faults of a container of these.
    private func faults(
        parents: [Container] = [], @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> [String] {
        do {
            let container = try Container(parents: parents, contents)
            XCTAssertNoThrow(try container.validate(), "a container that was built is valid")
            return []
        } catch {
            let faults = listedFaults(error)
            XCTAssertFalse(faults.isEmpty, "\(error)")
            return faults.map { "\($0.code) \($0.key)" }
        }
    }

    func testE2_NoFactoryRuns() throws {
        let runs = Counter()
        XCTAssertEqual(
            faults {
                Singleton { () -> Clock in
                    runs.increment()
                    return Clock()
                }
                Singleton(Watch.init)
                Singleton(Fan.init)
            }, [])
        XCTAssertEqual(runs.value, 0)
    }

    func testE2_AFaultIsFoundBeforeAnythingEagerIsMade() throws {
        let runs = Counter()
        XCTAssertEqual(
            faults {
                Singleton { () -> FileSink in
                    runs.increment()
                    return FileSink()
                }.eager()
                Singleton(Watch.init)
            }, ["missing Clock"])
        XCTAssertEqual(runs.value, 0)
    }

    func testE2_EveryKindOfFaultAtOnce() throws {
        XCTAssertEqual(
            Set(
                faults {
                    Singleton(Watch.init)
                    Scoped(UInt8.self) { 1 }
                    Singleton(UInt16.self) { 1 }.dependsOn(UInt8.self)
                    Singleton(UInt32.self) { 1 }.dependsOn(UInt32.self)
                    Promised(String.self)
                    Singleton(UInt64.self) { 1 }
                    Singleton(UInt64.self) { 2 }
                    Transient(arguments: Int.self) { _, _ in Double(1) }
                    Singleton(Float.self) { 1 }.dependsOn(Provider<UInt8>.self)
                    Singleton(Int8.self) { (number: Double) in Int8(number) }
                    Module("empty") {}.replacing { Singleton(Int16.self) { 1 } }
                }),
            [
                "missing Clock", "captive UInt16", "cycle UInt32", "promised String", "duplicate UInt64",
                "wrongArguments Double", "unreachableScope Float", "overridesNothing Int16",
            ])
    }

    func testE2_AListWithNobodyInItIsEmpty() throws {
        let container = try Container {
            Singleton(Fan.init)
            Singleton(ByName.init)
        }
        XCTAssertNoThrow(try container.resolve(Fan.self))
        XCTAssertNoThrow(try container.resolve(ByName.self))
    }

    func testE2_WhoCollectsAListIsNotInIt() throws {
        XCTAssertEqual(
            faults {
                Singleton((any Sink).self, Fan.init)
                Singleton((any Sink).self) { FileSink() }.contributed()
            }, [])
        XCTAssertEqual(
            faults {
                Singleton(Fan.init).as { $0 as any Sink }
                Singleton((any Sink).self) { FileSink() }.contributed()
            }, [])
        XCTAssertEqual(
            faults {
                Singleton(Fan.init).as { $0 as any Sink }
                Singleton((any Sink).self) { (fan: Fan) in fan }.contributed()
            }, ["cycle Fan"])
    }

    func testE2_AMemberOfAListIsChecked() throws {
        XCTAssertEqual(
            faults {
                Singleton(Fan.init)
                Scoped((any Sink).self) { FileSink() }.contributed()
            }, ["captive Fan"])
    }

    func testE2_AnOptionalMayBeMissing() throws {
        XCTAssertEqual(faults { Singleton(Careful.init) }, [])
        XCTAssertEqual(faults { Singleton(Later.init) }, [])
    }

    func testE2_ALazyOneIsThereAndWhatItLooksForHasToBe() throws {
        XCTAssertEqual(faults { Singleton(Patient.init) }, ["missing Clock"])
        XCTAssertEqual(faults { Singleton(Maybe.init) }, ["missing Clock"])
    }

    func testE2_AnOptionalThatIsRegisteredAndFailsIsTheError() throws {
        let container = try Container {
            Singleton { Clock() }
            Singleton(Failing.init)
            Singleton(Lenient.init)
        }
        failure(.factoryFailed) { try container.resolve(Lenient.self) }
        XCTAssertEqual(
            faults {
                Singleton(Failing.init)
                Singleton(Lenient.init)
            }, ["missing Clock"])
    }

    func testE2_AListThatIsRegisteredItselfIsMeant() throws {
        let container = try Container {
            Singleton(value: [1, 2])
            Singleton(Int.self) { 3 }.dependsOn(Clock?.self)
            Singleton(Numbers.init).root()
        }
        XCTAssertEqual(try container.validate().warnings.map(\.key), ["Int"])
    }

    func testE2_TwoModulesPrivateRegistrationsOfOneTypeDoNotMeet() throws {
        let left = Module("left") {
            Singleton { Clock() }.private()
            Singleton(Watch.init)
        }
        let right = Module("right") {
            Scoped { Clock() }.private()
            Scoped(Careful.init)
        }
        XCTAssertEqual(
            faults {
                left
                right
            }, [], "the left one's watch does not hold the right one's clock")
        XCTAssertEqual(
            faults {
                left
                Singleton(Careful.init)
                Singleton(Patient.init)
            }, ["missing Clock"])
    }

    func testE2_OwnedFindsWhatItsModuleHides() throws {
        struct Holder: Sendable { let clock: Owned<Clock> }
        let container = try Container {
            Module {
                Singleton { Clock() }.private()
                Transient(Holder.init)
            }
        }
        XCTAssertNoThrow(try container.resolve(Holder.self).clock.value)
    }

    func testE2_AChildsRegistrationsAreCheckedWithItsParents() throws {
        let parent = try Container {
            Singleton { Clock() }
            Transient(Careful.init)
        }
        XCTAssertEqual(faults(parents: [parent]) { Singleton(Watch.init) }, [])
        XCTAssertEqual(faults(parents: [parent]) { Singleton(Numbers.init) }, ["missing [Int]"])
        XCTAssertEqual(faults(parents: [parent]) { Singleton(Failing.init) }, [])
        XCTAssertEqual(faults(parents: [parent]) { Singleton(Lenient.init) }, [])
        // The parent's transient sees the child's clock.
        XCTAssertEqual(
            faults(parents: [parent]) { Singleton(Clock.self) { (_: Careful) in Clock() } }, ["cycle Careful"])
        // The parent's singletons do not.
        let below = try Container {
            Singleton(value: 1); Singleton(String.self) { (number: Int) in "\(number)" }
        }
        XCTAssertEqual(faults(parents: [below]) { Singleton(Int.self) { (text: String) in text.count } }, [])
    }

    func testE2_APromiseThatAParentKeeps() throws {
        let parent = try Container { Singleton { Clock() } }
        let child = try Container(parents: [parent]) {
            Promised(Clock.self)
            Singleton(Watch.init)
        }
        XCTAssertNoThrow(try child.resolve(Watch.self))
    }

    func testE2_ValidationCanBeLeftOut() throws {
        let container = try Container(configuration: .init(validates: false)) { Singleton(Watch.init) }
        failure(.missing) { try container.resolve(Watch.self) }
        failure(.invalid) { try container.validate() }
    }

    func testE2_AClosedContainerIsNotChecked() throws {
        let container = try Container {}
        container.close()
        failure(.closed) { try container.validate() }
        failure(.closed) { try container.validate(dryRun: true) }
    }

    // MARK: What is not known, what is not used

    func testSEE1_ClosuresThatHideWhatTheyAskForAreListed() throws {
        let report = try Container {
            Singleton(fileID: "B.swift", line: 2) { Int32(try $0.resolve() as Int8) }.named("b")
            Singleton(fileID: "B.swift", line: 1) { Int64(try $0.resolve() as Int8) }
            Singleton(fileID: "A.swift", line: 9) { UInt8(try $0.resolve() as Int8) }.dependsOn(Int8?.self)
            Singleton(Int16.self, fileID: "A.swift", line: 3) { 1 }
            Singleton(value: "value")
            Singleton(fileID: "A.swift", line: 5) { Clock() }.inject { _, _ in }
            Singleton(fileID: "A.swift", line: 4) { Asking(resolver: $0, clock: try $0.resolve()) }.as {
                $0 as any Sendable
            }
            Transient(arguments: Int.self, fileID: "A.swift", line: 7) { _, number in Double(number) }
        }.validate()
        XCTAssertEqual(
            report.opaque.map { "\($0.key), registered at \($0.location)" },
            [
                "Asking, registered at A.swift:4", "Clock, registered at A.swift:5", "Double, registered at A.swift:7",
                "Int64, registered at B.swift:1", "Int32 named \"b\", registered at B.swift:2",
            ])
        XCTAssertFalse(report.findsUnused)
    }

    func testSEE1_UnusedIsWhatNoRootLeadsTo() throws {
        func report(opaque: Bool) throws -> ValidationReport {
            try Container {
                Transient(Fan.init).root()
                Singleton((any Sink).self) { FileSink() }.contributed()
                if opaque {
                    Singleton((any Sink).self) { try $0.resolve() as FileSink }.contributed()
                } else {
                    Singleton((any Sink).self) { try $0.resolve() as FileSink }.contributed().dependsOn(FileSink.self)
                }
                Singleton { FileSink() }
                Singleton { Clock() }
                Singleton(Watch.init).as { $0 as any Sendable }
                Singleton { "eager" }.eager()
            }.validate()
        }
        XCTAssertEqual(try report(opaque: false).warnings.map(\.key), ["Clock", "Watch"])
        XCTAssertTrue(try report(opaque: false).findsUnused)
        XCTAssertEqual(try report(opaque: true).warnings.map(\.key), [])
        XCTAssertFalse(try report(opaque: true).findsUnused, "what is opaque may lead anywhere")
    }

    func testSEE1_OneLineInATest() throws {
        let good = Module("good") {
            Singleton { Clock() }.eager()
            Singleton(Watch.init)
        }
        try good.validate()
        let bad = Module("bad") {
            Singleton(Watch.init)
            Singleton { 1 }
            Singleton { 2 }
        }
        XCTAssertEqual(failure(.invalid) { try bad.validate() }?.faults.map(\.code), [.missing, .duplicate])
        let parent = try Container { good }
        try Module { Singleton(Careful.init).root() }.validate(parents: [parent])
    }
}
