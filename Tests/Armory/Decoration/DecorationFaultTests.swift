import Armory
import ArmoryTestSupport
import XCTest

/// REG12, REG13 and E2: what decorators need is part of the graph, and what is wrong with them says so.
final class DecorationFaultTests: LeakCheckedTestCase {
    private func faults(@ModuleBuilder _ contents: () -> [any ModuleElement]) -> [ResolutionError] {
        failure(.invalid) { try Container(contents) }?.faults ?? []
    }

    private let line = "ArmoryTests/DecorationFaultTests.swift:"

    func testREG12_WhatADecoratorNeedsIsMissing() {
        let start = #line
        let faults = faults {
            Singleton((any Parcel).self) { Core() }
            Decorator((any Parcel).self, Wrapping.stamped)
        }
        XCTAssertEqual(faults.map(\.location?.line), [start + 2])
        assertErrorText(faults.first, "missing: for a decorator")
    }

    func testREG12_ADecoratorsNeedsAreSaidOnceForAllThatConform() {
        let faults = faults {
            Singleton((any Parcel).self) { Core() }
            Singleton((any Sealed).self) { Core() }
            Decorator(all: (any Parcel).self) { parcel, _ in parcel }.dependsOn(Stamp.self)
        }
        XCTAssertEqual(faults.map(\.code), [.missing])
    }

    func testREG12_ACycleThroughADecoratorsDependencyIsFound() {
        for isInjected in [false, true] {
            let faults = faults {
                if isInjected {
                    Singleton((any Parcel).self) { Core() }.inject(dependsOn: Void.self) { _, _ in }
                } else {
                    Singleton((any Parcel).self) { Core() }
                }
                Decorator((any Parcel).self, Wrapping.stamped)
                Singleton { (partner: Partner) in Stamp("\(partner)") }
                Singleton { (parcel: any Parcel) in Partner(parcel) }
                Intercepted(by: Writing(label: "i", log: Log()))
            }
            XCTAssertEqual(faults.map(\.code), [.cycle])
            XCTAssertEqual(faults.first?.path, ["any Parcel", "Stamp", "Partner", "any Parcel"])
            assertErrorText(faults.first, "cycle: through a decorator")
        }
    }

    func testREG12_ACaptiveThroughADecoratorIsFound() {
        for isInjected in [false, true] {
            let faults = faults {
                if isInjected {
                    Singleton((any Parcel).self) { Core() }.inject(dependsOn: Void.self) { _, _ in }
                } else {
                    Singleton((any Parcel).self) { Core() }
                }
                Decorator((any Parcel).self, Wrapping.stamped)
                Scoped { Stamp() }
                Intercepted(by: Writing(label: "i", log: Log()))
            }
            XCTAssertEqual(faults.map(\.code), [.captive])
            XCTAssertEqual(faults.first?.path, ["any Parcel", "Stamp"])
        }
    }

    /// The type that is registered tells whether a decorator for all that conform applies to every instance.
    func testREG12_ACaptiveThroughADecoratorForAllThatConformIsFound() {
        let registrations: [(name: String, isFound: Bool, registration: Module)] = [
            ("protocol", true, Module { Singleton((any Parcel).self) { Core() } }),
            (
                "injected", true,
                Module { Singleton((any Parcel).self) { Core() }.inject(dependsOn: Void.self) { _, _ in } }
            ),
            // Only an instance tells whether it is a parcel.
            ("class", false, Module { Singleton { Core() } }),
            ("other protocol", false, Module { Singleton((any Sealed).self) { Core() } }),
            ("structure", false, Module { Singleton { 1 } }),
            ("transient", false, Module { Transient { Core() } }),
        ]
        for (name, isFound, registration) in registrations {
            var found: [ResolutionError] = []
            do {
                _ = try Container {
                    registration
                    Decorator(all: (any Parcel).self) { parcel, resolver in
                        Wrapping(parcel, stamp: try resolver.resolve())
                    }
                    .dependsOn(Stamp.self)
                    Scoped { Stamp() }
                }
            } catch {
                found = error.faults
            }
            XCTAssertEqual(found.map(\.code), isFound ? [.captive] : [], name)
            if isFound { XCTAssertEqual(found.first?.path.last, "Stamp") }
        }
    }

    func testREG12_ACycleThroughADecoratorForAllThatConformIsFound() {
        let found = faults {
            Singleton((any Parcel).self) { Core() }
            Decorator(all: (any Parcel).self) { parcel, _ in parcel }.dependsOn(Partner.self)
            Singleton { (parcel: any Parcel) in Partner(parcel) }
        }
        XCTAssertEqual(found.map(\.code), [.cycle])
    }

    func testREG12_TheNeedsOfWhatIsDecoratedAreStillKnown() {
        let found = faults {
            Singleton((any Parcel).self) { (stamp: Stamp) in Wrapping(Core(), stamp: stamp) }
                .inject(dependsOn: Partner.self) { _, _ in }
            Decorator.wrapping("a")
            Intercepted(by: Writing(label: "i", log: Log()))
        }
        XCTAssertEqual(found.map(\.code), [.missing, .missing])
        XCTAssertEqual(Set(found.map(\.key)), ["Stamp", "Partner"])
        XCTAssertEqual(found.first?.path.first, "any Parcel")
        XCTAssertEqual(found.first?.path.count, 2, "each key once")
    }

    func testREG12_WhatHasNothingToDoIsAFault() {
        let start = #line
        let faults = faults {
            Singleton((any Parcel).self) { Core() }.named("main")
            Decorator.wrapping("a").named("mian")
            Adapter(from: Stamp.self, to: Core.self) { Core($0.text) }
            Intercepted(Partner.self, by: Writing(label: "i", log: Log()))
            Decorator(all: (any Sealed).self) { $0 }
            Intercepted(by: Writing(label: "i", log: Log()))
        }
        XCTAssertEqual(faults.map(\.code), [.decoratesNothing, .decoratesNothing, .decoratesNothing])
        guard faults.count == 3 else { return }
        let other = "ArmoryTests/LayerFixtures.swift:"
        XCTAssertTrue(faults.contains { $0.description.contains("the decorator is at \(other)") })
        let ofParcel = faults.first { $0.key.hasPrefix("any Parcel") }
        XCTAssertEqual(ofParcel?.key, "any Parcel named \"mian\"")
        XCTAssertEqual(ofParcel?.nearKeys, ["any Parcel named \"main\""])
        XCTAssertTrue(faults.contains { $0.description.contains("the adapter is at \(line)\(start + 4)") })
        XCTAssertTrue(faults.contains { $0.description.contains("the interceptor is at \(line)\(start + 5)") })
        assertErrorText(faults.first { $0.key == "Stamp" }, "decoratesNothing: an adapter")
        assertErrorText(faults.first { $0.key == "Partner" }, "decoratesNothing: an interceptor")
    }

    func testREG12_AnotherTypeThanTheRegisteredOneSaysSo() throws {
        let container = try Container {
            Singleton((any Sealed).self, fileID: "Shop/Wiring.swift", line: 9) { Core() }
            Decorator(all: (any Parcel).self, fileID: "Shop/Wiring.swift", line: 12) { Wrapping($0, "a") }
        }
        assertErrorText(
            failure(.decoratedAsAnotherType) { try container.resolve((any Sealed).self) },
            "decoratedAsAnotherType: a protocol")
    }

    func testREG12_ADecoratedValueThatIsSharedIsRefused() throws {
        struct Flat: Sealed2 {}
        final class Round: Sealed2 {}
        let container = try Container {
            Shared((any Sealed2).self) { Round() }
            Decorator((any Sealed2).self) { _ in Flat() }
        }
        failure(.valueTypeShared) { try container.resolve((any Sealed2).self) }
    }

    protocol Sealed2: Sendable {}

    func testE2_ADryRunSeesWhatIsDecoratedAndWhatDecorates() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Wrapping(Core(), try $0.resolve(Stamp.self).text) }.dependsOn()
                .inject(dependsOn: Void.self) { _, _ in }
            Decorator((any Parcel).self) { parcel, resolver in
                Wrapping(parcel, try resolver.resolve(named: "other") as String)
            }
            .dependsOn()
            Singleton { Stamp() }
            Singleton { "text" }.named("other")
            Intercepted(by: Writing(label: "i", log: Log()))
        }
        let error = failure(.invalid) { try container.validate(dryRun: true) }
        XCTAssertEqual(error?.faults.map(\.code), [.undeclared, .undeclared])
        XCTAssertEqual(Set(error?.faults.map(\.key) ?? []), ["Stamp", "String named \"other\""])
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "stamped", "text"])
    }

    func testREG12_ChainsFromRootsLeadThroughDecorators() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }.inject(dependsOn: Void.self) { _, _ in }.root()
            Decorator((any Parcel).self, Wrapping.stamped)
            Singleton { Stamp() }
            Singleton { "unused" }
            Intercepted((any Parcel).self, by: Writing(label: "i", log: Log()))
        }
        let report = try container.validate()
        XCTAssertEqual(report.warnings.map(\.key), ["String"])
        XCTAssertTrue(report.findsUnused)
    }

    func testREG12_AParameterOfADecoratorMayHaveASource() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Singleton { Stamp("named") }.named("other")
            Decorator((any Parcel).self, Wrapping.stamped, .named("other"))
            Decorator(
                (any Parcel).self, { (parcel: any Parcel, label: String) in Wrapping(parcel, label) }, .value("given"))
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "named", "given"])
        XCTAssertTrue(try container.validate().opaque.isEmpty)
        let faults = faults {
            Singleton((any Parcel).self) { Core() }
            Decorator((any Parcel).self, Wrapping.stamped, .named("other"))
        }
        XCTAssertEqual(faults.map(\.key), ["Stamp named \"other\""])
    }
}
