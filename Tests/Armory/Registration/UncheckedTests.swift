import Armory
import ArmoryTestSupport
import XCTest

private protocol Noting: AnyObject {}

/// A class as before `Sendable`.
private class Legacy: Noting {
    let life = Counted()
    var isClosed = false
    init() {}
}

private final class Reader {
    let legacy: Legacy
    let number: Int
    init(legacy: Legacy) { (self.legacy, number) = (legacy, 0) }
    init(legacy: Legacy, number: Int) { (self.legacy, self.number) = (legacy, number) }
    init(number: Int, legacy: Legacy) async throws { (self.legacy, self.number) = (legacy, number) }
}

private final class Count {
    var number: Int
    init(number: Int) { self.number = number }
}

private func connected(legacy: Legacy) async throws -> Reader { Reader(legacy: legacy, number: 7) }

/// Every form of every keeping registration, for types that are not `Sendable`.
final class UncheckedTests: LeakCheckedTestCase {
    func testS2_EveryFormOfAFactoryWorksUnchecked() async throws {
        let container = try Container {
            Unchecked(Legacy.init)
            Unchecked((any Noting).self, Legacy.init)
            Unchecked(Reader.init(legacy:)).named("parameters")
            Unchecked { Reader(legacy: try $0.resolve()) }.named("resolver")
            Unchecked { (legacy: Legacy) in Reader(legacy: legacy, number: 3) }.named("typed closure")
            Unchecked { Reader(legacy: Legacy()) }.named("no parameters")
            Unchecked(Reader.init(legacy:number:), .registered, .value(4)).named("sources")
            Unchecked { r in Reader(legacy: try await r.resolve(), number: 5) }.named("awaits")
            Unchecked(connected).named("function that awaits")
            Unchecked(Reader.self, value: Reader(legacy: Legacy(), number: 8)).named("value")
        }
        let legacy = try container.resolve(Legacy.self)
        var readers: [(Int, Bool)] = []
        for name: RegistrationName in [
            "parameters", "resolver", "typed closure", "no parameters", "sources", "awaits", "function that awaits",
            "value",
        ] {
            let reader = try await container.resolveAsync(Reader.self, named: name)
            XCTAssertTrue(try reader === container.resolve(Reader.self, named: name), "\(name)")
            readers.append((reader.number, reader.legacy === legacy))
        }
        XCTAssertEqual(readers.map(\.0), [0, 0, 3, 0, 4, 5, 7, 8])
        XCTAssertEqual(readers.map(\.1), [true, true, true, false, true, true, true, false])
        XCTAssertTrue(try container.resolve((any Noting).self) === container.resolve((any Noting).self))
    }

    func testS2_EveryLifetimeWorksUnchecked() throws {
        let session = ScopeTag("session", inside: .request)
        let container = try Container {
            Unchecked(Legacy.init).lifetime(.scoped(.request))
            Unchecked(Reader.init(legacy:)).lifetime(.scoped(session))
            Unchecked { Legacy() }.lifetime(.shared).named("shared")
            Unchecked { Legacy() }.lifetime(.graph).named("graph")
            Unchecked { Legacy() }.lifetime(PerThread()).named("thread")
            Unchecked(arguments: Int.self) { _, number in Reader(legacy: Legacy(), number: number) }.named("kept")
            Unchecked(Count.init, .argument)
        }
        try container.withScope(.request) { request in
            XCTAssertTrue(try request.resolve(Legacy.self) === request.resolve(Legacy.self))
            try request.withScope(session) { session in
                let reader = try session.resolve(Reader.self)
                XCTAssertTrue(try reader === session.resolve(Reader.self))
                XCTAssertTrue(try reader.legacy === request.resolve(Legacy.self))
                XCTAssertEqual(try session.resolve(Count.self, arguments: 2).number, 2)
            }
        }
        failure(.outsideScope) { try container.resolve(Reader.self) }
        let shared = try container.resolve(Legacy.self, named: "shared")
        XCTAssertTrue(try shared === container.resolve(Legacy.self, named: "shared"))
        XCTAssertFalse(
            try container.resolve(Legacy.self, named: "graph") === container.resolve(Legacy.self, named: "graph"))
        XCTAssertTrue(
            try container.resolve(Legacy.self, named: "thread") === container.resolve(Legacy.self, named: "thread"))
        let one = try container.resolve(Reader.self, named: "kept", arguments: 1)
        XCTAssertTrue(try one === container.resolve(Reader.self, named: "kept", arguments: 1))
        XCTAssertFalse(try one === container.resolve(Reader.self, named: "kept", arguments: 2))
    }

    func testLIFE_AModifierThatTheLifetimeHasNoUseForIsAFault() throws {
        let session = ScopeTag("session", inside: .request)
        let plain = Unchecked(Legacy.init)
        let refused: [Unchecked<Legacy>] = [
            plain.lifetime(.graph).onShutdown { _ in }, plain.onShutdown { _ in }.lifetime(.shared),
            plain.lifetime(.graph).onStart { _ in }, plain.onStop { _ in }.lifetime(.scoped(session)),
            plain.onStart { _ in }.lifetime(PerThread()), plain.lifetime(.shared).onStop { _ in },
            Unchecked(Legacy.self, value: Legacy()).lifetime(.graph),
            Unchecked(Legacy.self, value: Legacy()).lifetime(PerThread()),
        ]
        for (number, registration) in refused.enumerated() {
            let error = failure(.invalid) { try Container { registration } }
            XCTAssertEqual(error?.faults.map(\.code), [.unsuitableLifetime], "\(number)")
        }
        for lifetime: SharedLifetime<Void> in [.graph, .shared] {
            let error = failure(.invalid) { try Container { plain.lifetime(lifetime).eager() } }
            XCTAssertEqual(error?.faults.map(\.code), [.cannotBeEager])
        }
        _ = try Container {
            plain.lifetime(.scoped(session)).onShutdown { _ in }
            plain.lifetime(PerThread()).onShutdown { _ in }.eager().named("thread")
            Unchecked(Legacy.self, value: Legacy()).onStart { _ in }.onShutdown { _ in }.named("value")
        }
    }

    func testLIFE_AnUncheckedInstanceIsStartedStoppedAndClosed() async throws {
        let events = Log<String>()
        let container = try Container {
            Unchecked(Legacy.init)
                .onStart { _ in events.add("start") }
                .onStop { _ in events.add("stop") }
                .onShutdown { legacy in
                    legacy.isClosed = true
                    events.add("close")
                }
            Unchecked { Reader(legacy: Legacy()) }.lifetime(.scoped(.request))
                .onShutdown { _, end in events.add(end.isCompleted ? "completed" : "failed") }
        }
        try await container.start()
        let legacy = try container.resolve(Legacy.self)
        try await container.withScope(.request) { request async throws in _ = try request.resolve(Reader.self) }
        XCTAssertFalse(legacy.isClosed)
        try await container.shutdown()
        XCTAssertTrue(legacy.isClosed)
        XCTAssertEqual(events.all, ["start", "completed", "stop", "close"])
    }

    func testS2_AFurtherTypeFindsTheSameInstance() throws {
        let container = try Container { Unchecked(Legacy.init).as { $0 as any Noting } }
        XCTAssertTrue(try container.resolve((any Noting).self) === container.resolve(Legacy.self))
    }

    func testE2_ValidationSeesTheParametersOfAnUncheckedRegistration() throws {
        let error = failure(.invalid) { try Container { Unchecked(Reader.init(legacy:)) } }
        XCTAssertEqual(error?.faults.map(\.code), [.missing])
        XCTAssertEqual(error?.faults.first?.key, "\(shortName(Legacy.self))")
        let container = try Container {
            Unchecked(Legacy.init)
            Unchecked(Reader.init(legacy:number:), .registered, .argument)
            Unchecked { Count(number: try $0.resolve()) }
        }
        XCTAssertEqual(try container.validate().opaque.map(\.key), [shortName(Count.self)])
    }
}
