import Armory
import ArmoryTestSupport
import XCTest

/// What a container is refused for whose scopes choose.
final class ChosenValidationTests: LeakCheckedTestCase {
    protocol Courier: AnyObject, Sendable {
        var host: String { get }
    }

    struct RequestInfo: Sendable {
        var tenant: String
        var plan: Plan?
    }

    enum Plan: Hashable, Sendable {
        case free, paid
    }

    final class Desk: Sendable {
        let mailer: any Courier
        init(mailer: any Courier) { self.mailer = mailer }
    }

    final class Clock: Sendable {}

    final class LocalCourier: Courier {
        let host = "local"
        init() {}
        init(clock: Clock) {}
    }

    protocol Bell {}
    final class Gong: Bell {}

    private func faults(@ModuleBuilder of content: () -> [any ModuleElement]) -> [ResolutionError] {
        let elements = content()
        return failure(.invalid) { try Container { elements } }?.faults ?? []
    }

    private var byTenant: Chosen<any Courier> {
        Chosen((any Courier).self, by: \RequestInfo.tenant, fileID: "Shop/Wiring.swift", line: 9)
    }

    func testE2_EveryChoiceIsChecked() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            Singleton((any Courier).self) { (clock: Clock) in LocalCourier(clock: clock) }.named("globex")
            byTenant
        }
        XCTAssertEqual(faults.map(\.code), [.missing])
        XCTAssertEqual(faults.first?.path, [#"any Courier named "globex""#, "Clock"])
    }

    func testE2_NothingToChooseFromIsAFault() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.qualified(by: Plan.free)
            byTenant
        }
        assertErrorText(faults.first, "noChoices: only a qualifier of another type")
        XCTAssertEqual(faults.count, 1)
        let others = self.faults {
            Seeded(RequestInfo.self)
            Chosen((any Courier).self, by: \RequestInfo.plan)
        }
        XCTAssertEqual(others.map(\.code), [.noChoices])
        assertErrorText(others.first, "noChoices: by a qualifier")
    }

    func testE2_ADefaultThatIsNotRegisteredIsAFault() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            Chosen((any Courier).self, by: \RequestInfo.tenant, default: "others")
        }
        XCTAssertEqual(faults.map(\.code), [.missing])
        XCTAssertEqual(faults.first?.path, ["any Courier", #"any Courier named "others""#])
    }

    func testE2_AMissingSourceOfTheValueIsAFault() throws {
        let faults = faults {
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            byTenant
        }
        XCTAssertEqual(faults.map(\.code), [.missing])
        XCTAssertEqual(faults.first?.path, ["any Courier", "RequestInfo"])
    }

    func testE2_ASingletonThatHoldsAChoiceIsCaptive() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            byTenant
            Singleton(Desk.init)
        }
        XCTAssertEqual(faults.map(\.code), [.captive])
        XCTAssertEqual(faults.first?.path, ["Desk", "any Courier"])
    }

    func testE2_AChoiceThatNeedsTheChosenOneIsACycle() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Scoped((any Courier).self) { (_: any Courier) in LocalCourier() }.named("acme")
            byTenant
        }
        XCTAssertEqual(faults.map(\.code), [.cycle])
    }

    func testE2_AChoiceWithOtherArgumentsIsAFault() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Kept((any Courier).self, arguments: Int.self) { _, _ in LocalCourier() }.named("each")
            byTenant
        }
        XCTAssertEqual(faults.map(\.code), [.wrongArguments])
        assertErrorText(faults.first, "wrongArguments: of a choice")
    }

    func testE2_TheGraphShowsEveryChoice() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            Singleton((any Courier).self) { LocalCourier() }.named("globex")
            Singleton((any Courier).self) { LocalCourier() }.qualified(by: Plan.free)
            byTenant
        }
        let graph = container.graph
        let chosen = try XCTUnwrap(graph.nodes.first { $0.key == "any Courier" })
        let targets = graph.edges.filter { $0.from == chosen.id }.map { graph.nodes[$0.to].key }
        XCTAssertEqual(
            targets.sorted(), ["RequestInfo", #"any Courier named "acme""#, #"any Courier named "globex""#])
        XCTAssertEqual(chosen.scope, "request")
    }

    func testE2_WhatDoesNotAwaitCannotNeedAChoiceThatAwaits() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { () async -> any Courier in LocalCourier() }.named("acme")
            byTenant
            Scoped(Desk.init)
        }
        XCTAssertEqual(faults.map(\.code), [.asynchronous])
        XCTAssertEqual(faults.first?.path, ["Desk", "any Courier"])
        let transient = self.faults {
            Seeded(RequestInfo.self)
            Transient((any Courier).self) { () async -> any Courier in LocalCourier() }.named("acme")
            byTenant
        }
        XCTAssertEqual(transient.map(\.code), [.asynchronous], "the scope keeps what it has chosen: use Scoped")
    }

    /// `any Bell` and `any Bell & Sendable` are one type at run time.
    func testS2_ThreadsDoNotShareAChoiceThatIsNotSendable() throws {
        let faults = faults {
            Seeded(RequestInfo.self)
            Transient((any Bell).self) { Gong() }.named("acme")
            Chosen((any Bell & Sendable).self, by: \RequestInfo.tenant)
        }
        XCTAssertEqual(faults.map(\.code), [.notSendable])
        let container = Container()
        try container.register(Seeded(RequestInfo.self))
        try container.register(Transient((any Bell).self) { Gong() }.named("acme"))
        try container.register(Chosen((any Bell & Sendable).self, by: \RequestInfo.tenant))
        let error = failure(.notSendable) {
            try container.withScope(.request, seeds: [Seed(RequestInfo(tenant: "acme"))]) { scope in
                _ = try scope.resolve((any Bell & Sendable).self)
            }
        }
        XCTAssertEqual(error?.path, faults.first?.path)
        XCTAssertEqual(error?.fix, faults.first?.fix)
    }

    func testTheUnusedAreFoundThroughAChoice() throws {
        let container = try Container {
            Seeded(RequestInfo.self)
            Singleton((any Courier).self) { LocalCourier() }.named("acme")
            byTenant.root()
            Singleton { Clock() }
        }
        XCTAssertEqual(try container.validate().warnings.map(\.key), ["Clock"])
    }
}
