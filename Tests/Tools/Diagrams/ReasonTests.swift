import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private protocol Mailer: Sendable {}
private struct SMTP: Mailer {}
private struct Quiet: Mailer {}
private struct Audited: Mailer { let mailer: any Mailer }
private struct Clock: Sendable {}
private struct OrderService: Sendable { init(mailer: any Mailer, clock: Clock) {} }
private struct Checkout: Sendable { init(service: OrderService) {} }
private struct Trace: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

/// SEE2: why a key leads to one registration.
final class ReasonTests: LeakCheckedTestCase {
    private static func mailer(_ line: Int) -> Singleton<any Mailer> {
        Singleton((any Mailer).self, fileID: "Shop/Mail.swift", line: line) { SMTP() }
    }

    private static let shop = Module("shop") {
        Transient(Checkout.init, fileID: "Shop/Wiring.swift", line: 11)
        Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 12)
        Singleton(fileID: "Shop/Wiring.swift", line: 13) { Clock() }
    }

    func testSEE2_TheConditionTheOthersTheLayersAndThePath() throws {
        let container = try Container(configuration: .init(environment: ["SMTP_HOST": "secret"])) {
            Self.shop
            Module("mail") {
                Self.mailer(4).when { $0["SMTP_HOST"] != nil }
                Singleton((any Mailer).self, fileID: "Shop/Mail.swift", line: 5) { Quiet() }.ifAbsent()
                Self.mailer(6).when { $0["MAIL_OFF"] != nil }
            }
            Module("audit") {
                Decorator((any Mailer).self, fileID: "Shop/Audit.swift", line: 7) { mailer, _ in Audited(mailer: mailer)
                }
                Decorator((any Mailer).self, fileID: "Shop/Audit.swift", line: 8) { mailer, _ in Audited(mailer: mailer)
                }
            }
        }
        let reason = try container.reason(for: "Mailer")
        assertText(
            reason.description,
            """
            any Mailer
              Registered at Shop/Mail.swift:4, in mail, in this container: singleton.
              Its condition holds, SMTP_HOST is set.
              Around each instance, innermost first:
                decorator at Shop/Audit.swift:7, in module audit
                decorator at Shop/Audit.swift:8, in module audit
              Used instead of:
                Shop/Mail.swift:5, in mail: ifAbsent, and Shop/Mail.swift:4 is registered
                Shop/Mail.swift:6, in mail: condition does not hold; MAIL_OFF is not set
              Asked for by:
                OrderService · transient
              Shortest path from an entry: Checkout → OrderService → any Mailer
                Checkout is needed by no registration.
            """)
        XCTAssertEqual(try JSONDecoder().decode(KeyReason.self, from: Data(reason.json().utf8)), reason)
        XCTAssertFalse(reason.json().contains("secret"))
        XCTAssertTrue(reason.isServed)
    }

    // MARK: Other containers

    func testSEE2_AnOverrideNamesWhatItOverridesAndWhatItLosesByThat() throws {
        let base = try Container {
            Self.shop
            Self.mailer(4)
            Decorator((any Mailer).self, fileID: "Shop/Audit.swift", line: 7) { Audited(mailer: $0) }
        }
        let test = try base.overriding {
            Singleton((any Mailer).self, fileID: "Tests/Mail.swift", line: 1) { Quiet() }
        }
        assertText(
            try test.reason(for: "Mailer").description,
            """
            any Mailer
              Registered at Tests/Mail.swift:1, in this container: singleton.
              Used instead of:
                Shop/Mail.swift:4: overridden, without its decorators
              Asked for by:
                OrderService · transient
              Shortest path from an entry: Checkout → OrderService → any Mailer
                Checkout is needed by no registration.
            """)
        let kept = try base.overriding(keepingDecorators: true) {
            Singleton((any Mailer).self, fileID: "Tests/Mail.swift", line: 1) { Quiet() }
        }
        let reason = try kept.reason(for: "Mailer")
        XCTAssertEqual(reason.layers.map(\.line), [7])
        XCTAssertEqual(reason.losers.map(\.explanation), ["overridden"])
        XCTAssertEqual(reason.losers.map(\.reason), ["overridden"])
        // What is not overridden is the base's, with the base's layers.
        let other = try base.overriding {
            Singleton(fileID: "Tests/Clock.swift", line: 2) { Clock() }
            Decorator(Clock.self, fileID: "Tests/Clock.swift", line: 3) { $0 }
        }
        let mailer = try other.reason(for: "Mailer")
        XCTAssertEqual(mailer.owner, .base)
        XCTAssertEqual(mailer.layers.map(\.line), [7])
        XCTAssertEqual(try other.reason(for: "Clock").layers.map(\.line), [3])
        XCTAssertEqual(try other.reason(for: "Clock").owner, .own)
    }

    func testSEE2_AParentsRegistrationIsNamedAndHidden() throws {
        let parent = try Container {
            Self.mailer(4)
            Singleton(fileID: "Shop/Clock.swift", line: 9) { Clock() }
        }
        let child = try Container(parents: [parent]) {
            Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 12)
            Singleton((any Mailer).self, fileID: "Child/Mail.swift", line: 1) { Quiet() }
        }
        let mailer = try child.reason(for: "Mailer")
        XCTAssertEqual(mailer.owner, .own)
        XCTAssertEqual(mailer.losers.map(\.registration.place), ["Shop/Mail.swift:4"])
        XCTAssertEqual(mailer.losers.map(\.reason), ["hidden"])
        let clock = try child.reason(for: "Clock")
        XCTAssertEqual(clock.owner, .parent)
        XCTAssertEqual(clock.losers, [])
        assertText(
            clock.description,
            """
            Clock
              Registered at Shop/Clock.swift:9, in a parent of this container: singleton.
              No other registration has the key.
              Asked for by:
                OrderService · transient
              Shortest path from an entry: OrderService → Clock
                OrderService is needed by no registration.
            """)
    }

    func testSEE2_AScopeKnowsWhatItsContainerKnows() throws {
        let container = try Container {
            Self.mailer(4)
            Scoped((any Mailer).self, fileID: "Shop/Mail.swift", line: 5) { Quiet() }.named("request")
        }
        let scope = try container.openScope()
        let reason = try scope.reason(for: "any Mailer named \"request\"")
        XCTAssertEqual(reason.owner, .own)
        XCTAssertEqual(reason.lifetime, "scoped in request")
        XCTAssertEqual(reason.registration?.line, 5)
        scope.close()
    }

    func testSEE2_APrivateKeyIsAnotherKey() throws {
        let container = try Container {
            Self.mailer(4)
            Module("audit") {
                Singleton((any Mailer).self, fileID: "Audit/Mail.swift", line: 1) { Quiet() }.private()
                Self.mailer(2).private().when { _ in false }
                Transient(OrderService.init)
                Singleton(Clock.init)
            }
        }
        let own = try container.reason(for: "any Mailer private in module \"audit\"")
        XCTAssertEqual(own.privateIn, "audit")
        XCTAssertEqual(own.losers.map(\.registration.line), [2])
        XCTAssertTrue(own.description.contains("  Private in module audit: only factories of that module find it.\n"))
        XCTAssertEqual(own.askers.map(\.key), ["OrderService"])
        let shared = try container.reason(for: "any Mailer")
        XCTAssertEqual(shared.registration?.file, "Shop/Mail.swift")
        XCTAssertEqual(shared.askers, [])
        XCTAssertEqual(shared.losers, [])
        XCTAssertTrue(shared.description.hasSuffix("\n  It is an entry: it is needed by no registration."))
    }

    func testSEE2_AModulesReplacementNamesWhatItReplaces() throws {
        let mail = Module("mail") { Self.mailer(4) }
        let container = try Container {
            mail.replacing { Singleton((any Mailer).self, fileID: "Tests/Mail.swift", line: 1) { Quiet() } }
        }
        let reason = try container.reason(for: "Mailer")
        XCTAssertEqual(reason.losers.map(\.reason), ["replaced"])
        XCTAssertEqual(reason.losers.map(\.registration.place), ["Shop/Mail.swift:4"])
        XCTAssertEqual(reason.registration?.modules.last, "mail")
    }

    // MARK: Layers and kinds

    func testSEE2_InterceptorsAreInsideOfDecoratorsAndTheFirstIsOutside() throws {
        let container = try Container {
            Decorator((any Mailer).self, fileID: "Shop/Audit.swift", line: 1) { Audited(mailer: $0) }
            Intercepted(by: Trace(), fileID: "Shop/Trace.swift", line: 2)
            Intercepted((any Mailer).self, by: Trace(), fileID: "Shop/Trace.swift", line: 3)
            Self.mailer(4)
            Singleton(value: Clock(), fileID: "Shop/Clock.swift", line: 9).root()
        }
        let reason = try container.reason(for: "Mailer")
        XCTAssertEqual(
            reason.layers.map { "\($0.kind) \($0.line)" }, ["interceptor 3", "interceptor 2", "decorator 1"])
        let clock = try container.reason(for: "Clock")
        XCTAssertEqual(clock.layers, [], "no factory makes it")
        XCTAssertEqual(clock.origin, .value)
        XCTAssertEqual(clock.entry, .root)
        XCTAssertEqual(clock.path, ["Clock"])
    }

    func testSEE2_AnAdapterAndAFurtherTypeSayWhatTheyAre() throws {
        let container = try Container {
            Singleton(SMTP.self, fileID: "Shop/Mail.swift", line: 4) { SMTP() }.as { $0 as any Mailer }
            Adapter(from: SMTP.self, to: Clock.self, fileID: "Shop/Clock.swift", line: 5) { _ in Clock() }
        }
        let mailer = try container.reason(for: "any Mailer")
        XCTAssertEqual(mailer.origin, .alias)
        XCTAssertEqual(mailer.registration?.line, 4)
        let clock = try container.reason(for: "Clock")
        XCTAssertEqual(clock.origin, .adapter)
        XCTAssertEqual(clock.registration?.line, 5)
    }

    func testSEE2_ThePathIsTheShortestOneAndPrefersRoots() throws {
        let container = try Container {
            Self.shop
            Self.mailer(4)
            Singleton(SMTP.self) { _ in SMTP() }.dependsOn((any Mailer).self).eager()
            Transient(Quiet.self) { _ in Quiet() }.dependsOn((any Mailer).self).root()
        }
        let reason = try container.reason(for: "any Mailer")
        XCTAssertEqual(reason.path, ["Quiet", "any Mailer"])
        XCTAssertEqual(reason.entry, .root)
        XCTAssertEqual(Set(reason.askers.map(\.key)), ["OrderService", "SMTP", "Quiet"])
        XCTAssertEqual(reason.askers.first { $0.key == "SMTP" }?.origin, .declared)
    }

    func testSEE2_WhatOnlyACycleNeedsHasNoPath() throws {
        let container = try Container {
            Singleton(SMTP.self) { _ in SMTP() }.dependsOn(Lazy<Quiet>.self)
            Singleton(Quiet.self) { _ in Quiet() }.dependsOn(Lazy<SMTP>.self)
        }
        let reason = try container.reason(for: "SMTP")
        XCTAssertEqual(reason.path, [])
        XCTAssertNil(reason.entry)
        XCTAssertTrue(reason.description.hasSuffix("\n  No entry leads to it: only a cycle needs it."))
    }

    // MARK: Keys without a registration

    func testSEE2_AMissingKeyHasSimilarOnesAndAskers() throws {
        let container = try Container(configuration: .init(validates: false, environment: [:])) {
            Self.shop
            Self.mailer(4).named("primary")
            Self.mailer(5).when { $0["SMTP_HOST"] != nil }
        }
        let reason = try container.reason(for: "any Mailer")
        XCTAssertFalse(reason.isServed)
        assertText(
            reason.description,
            """
            any Mailer
              Nothing is registered for this key here.
              Registered, but not used:
                Shop/Mail.swift:5: condition does not hold; SMTP_HOST is not set
              Asked for by:
                OrderService · transient
              Shortest path from an entry: Checkout → OrderService → any Mailer
                Checkout is needed by no registration.
              Similar keys:
                any Mailer named "primary"
            """)
    }

    func testSEE2_AKeyThatNothingNeedsAndNoConditionLetInIsFound() throws {
        let container = try Container(configuration: .init(environment: [:])) {
            Singleton(Clock.init)
            Self.mailer(5).when { _ in false }
        }
        let reason = try container.reason(for: "Mailer")
        XCTAssertEqual(reason.losers.map(\.registration.place), ["Shop/Mail.swift:5"])
        XCTAssertEqual(reason.askers, [])
        XCTAssertThrowsError(try container.reason(for: "Clok")) {
            XCTAssertEqual(($0 as? NodeSearchError)?.candidates.map(\.key), ["Clock"])
        }
    }

    func testSEE2_WhatClosuresAskForIsKnownOnRequest() throws {
        let container = try Container {
            Singleton(Clock.init)
            Singleton(SMTP.self) { resolver in
                _ = try resolver.resolve(Clock.self)
                return SMTP()
            }
        }
        XCTAssertEqual(try container.reason(for: "Clock").askers, [])
        let observed = try container.reason(for: "Clock", observing: true)
        XCTAssertEqual(observed.askers.map(\.origin), [.observed])
        XCTAssertEqual(observed.path, ["SMTP", "Clock"])
        container.close()
        XCTAssertThrowsError(try container.reason(for: "Clock"))
    }
}
