import Armory
import ArmoryTestSupport
import ArmoryTesting
import XCTest

private class Clock: @unchecked Sendable {}  // It has no state.
private final class Ledger: @unchecked Sendable {  // Immutable.
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}
private final class Report: @unchecked Sendable {  // Immutable.
    let ledger: Ledger
    init(ledger: Ledger) { self.ledger = ledger }
}
private final class Other: Sendable {}

extension ScopeTag {
    fileprivate static let job = ScopeTag("job")
}

/// O4 and E2: what an override does to the registrations of the base.
final class DerivedValidationTests: LeakCheckedTestCase {
    private func base(_ report: any Registration) throws -> Container {
        try Container {
            Singleton { Clock() }
            Transient(Ledger.init)
            Singleton { Other() }
            report
        }
    }

    private func faults(_ container: Container) -> [ResolutionError] {
        failure(.invalid) { try container.validate() }?.faults ?? []
    }

    func testO4_ASingletonOfTheBaseIsCaptiveThroughAScopedOverride() throws {
        let base = try base(Singleton(Report.init))
        try base.validate()
        let derived = try base.overriding { Scoped { Clock() } }
        let faults = faults(derived)
        XCTAssertEqual(faults.map(\.code), [.captive])
        XCTAssertEqual(faults.first?.path, ["Report", "Ledger", "Clock"])
        // The check tells what a resolve tells.
        XCTAssertEqual(failure(.captive) { try derived.resolve(Report.self) }?.description, faults.first?.description)
        XCTAssertNoThrow(try base.validate())
        XCTAssertNoThrow(try base.resolve(Report.self))
    }

    func testO4_EveryLifetimeOfTheBaseThatOutlivesTheScopeIsCaptive() throws {
        let lives: [(isCaptive: Bool, registration: any Registration)] = [
            (true, Singleton(Report.init)), (true, Shared(Report.init)),
            (true, Scoped(Report.init).in(.job)), (false, Scoped(Report.init)),
            (false, Transient(Report.init)), (false, Graph(Report.init)),
        ]
        for (isCaptive, registration) in lives {
            let derived = try base(registration).overriding { Scoped { Clock() } }
            guard isCaptive else {
                XCTAssertNoThrow(try derived.validate(), "\(registration)")
                continue
            }
            XCTAssertEqual(faults(derived).map(\.key), ["Report"], "\(registration)")
        }
    }

    func testO4_AnOverrideThatIsAwaitedIsAFaultOfTheBasesRegistrations() throws {
        let derived = try base(Singleton(Report.init)).overriding { Singleton { () async in Clock() } }
        XCTAssertEqual(faults(derived).map(\.code), [.asynchronous])
        XCTAssertEqual(faults(derived).first?.path, ["Ledger", "Clock"])
    }

    /// An override that an instance of the base needs has another one created, which has the faults of its registration.
    func testO4_AFaultOfWhatIsCreatedAnewIsReportedAgain() throws {
        let base = try Container.unchecked {
            Singleton { Clock() }
            Scoped { Other() }
            Singleton { Report(ledger: Ledger(clock: try $0.resolve())) }.dependsOn(Clock.self, Other.self)
        }
        XCTAssertEqual(faults(base).map(\.code), [.captive])
        XCTAssertEqual(faults(try base.overriding { Singleton { Clock() } }).map(\.path), [["Report", "Other"]])
        // The path through the override is another fault.
        XCTAssertEqual(
            faults(try base.overriding { Scoped { Clock() } }).map(\.path),
            [["Report", "Clock"], ["Report", "Other"]])
    }

    func testO4_ContainersDerivedFromADerivedOneAndObservedOnesAreCheckedToo() throws {
        struct Silent: ResolutionObserver {
            func mayResolve(_ resolve: ObservedResolve) -> Bool { true }
        }
        let base = try base(Singleton(Report.init))
        let twice = try base.overriding { Singleton { Other() } }.overriding { Scoped { Clock() } }
        XCTAssertEqual(faults(twice).map(\.path), [["Report", "Ledger", "Clock"]])
        let observed = try base.overriding(observedBy: Silent(), [Scoped { Clock() }])
        XCTAssertEqual(faults(observed).map(\.path), [["Report", "Ledger", "Clock"]])
    }
}

extension Container {
    /// A container of registrations that may have faults.
    fileprivate static func unchecked(@ModuleBuilder _ contents: () -> [any ModuleElement]) throws -> Container {
        try Container(configuration: .init(validates: false), contents)
    }
}
