import Armory
import ArmoryTestSupport
import XCTest

/// Writes down what it is told.
final class EventLog: EventSubscriber {
    let kinds: ContainerEvent.Kinds
    private let log = Log<ContainerEvent>()

    init(_ kinds: ContainerEvent.Kinds = .all) { self.kinds = kinds }

    func receive(_ event: ContainerEvent) { log.add(event) }

    var all: [ContainerEvent] { log.all }

    /// In short: the kind and what it is of.
    var lines: [String] { all.map(\.line) }
}

extension ContainerEvent {
    var line: String {
        switch self {
        case .registered(let registration): "registered \(short(registration))"
        case .resolved(let resolve): "resolved \(short(resolve.registration))"
        case .made(let making):
            "made \(short(making.registration))" + (making.asker.map { " for \(short($0))" } ?? "")
                + (making.awaits ? ", awaiting" : "")
        case .failed(let making, _): "failed \(short(making.registration))"
        case .waited(let wait):
            "waited for \(short(wait.registration))" + (wait.asker.map { " in \(short($0))" } ?? "")
        case .closed(let closing):
            "closed \(short(closing.registration))" + (closing.errors.isEmpty ? "" : ", \(closing.errors.count) errors")
        case .opened(let scope): "opened \(scope.tag)"
        case .ended(let scope, let end): "ended \(scope.tag), \(end.isCompleted ? "completed" : "failed")"
        }
    }

    private func short(_ registration: RegistrationInfo) -> String {
        registration.key.split(separator: ".").last.map { String($0.prefix { $0 != " " && $0 != ")" }) } ?? ""
    }
}

private protocol Configured: Sendable {}

final class EventTests: LeakCheckedTestCase {
    private final class Settings: Configured {}

    private final class Store: Sendable {
        init(settings: Settings) {}
    }

    private final class Work: Sendable {
        init(store: Store) {}
    }

    private func configuration(_ log: EventLog) -> Container.Configuration {
        Container.Configuration(subscribers: [log])
    }

    func testSEE3_TellsOfEachThingThatHappensInItsOrder() throws {
        let log = EventLog()
        let container = try Container(configuration: configuration(log)) {
            Singleton(Settings.init).onShutdown { _ in throw Mishap() }
            Singleton(Store.init)
            Scoped(Work.init)
        }
        XCTAssertEqual(log.lines, ["registered Settings", "registered Store", "registered Work"])
        try container.withScope { scope in
            _ = try scope.resolve(Work.self)
            _ = try scope.resolve(Store.self)
        }
        container.close()
        XCTAssertEqual(
            log.lines.dropFirst(3),
            [
                "opened request", "made Settings for Store", "resolved Settings", "made Store for Work",
                "resolved Store", "made Work", "resolved Work", "resolved Store", "closed Work",
                "ended request, completed", "closed Store", "closed Settings, 1 errors",
            ])
    }

    func testSEE3_TellsWhereAndForHowLong() throws {
        let log = EventLog([.made, .scopes, .closed])
        let line = #line + 2
        let container = try Container(configuration: configuration(log)) {
            Module("shop") { Scoped { _ in Settings() } }
        }
        let id = try XCTUnwrap(container.id)
        let scopeID = try container.withScope { scope in
            _ = try scope.resolve(Settings.self)
            return scope.id
        }
        guard case .opened(let opening) = log.all.first, case .made(let making) = log.all.dropFirst().first,
            case .closed(let closing) = log.all.dropFirst(2).first, case .ended(let ended, _) = log.all.last
        else { return XCTFail("\(log.lines)") }
        XCTAssertEqual(log.all.count, 4)
        XCTAssertEqual(opening.container, scopeID)
        XCTAssertEqual(opening.parent, id)
        XCTAssertNotEqual(scopeID, id)
        XCTAssertEqual(making.container, scopeID)
        XCTAssertEqual(making.scope, .request)
        XCTAssertNil(making.asker)
        XCTAssertFalse(making.awaits)
        XCTAssertEqual(making.registration.lifetime, .scoped)
        XCTAssertEqual(making.registration.module, "shop")
        XCTAssertEqual(making.registration.location.line, line)
        XCTAssertEqual(closing.registration, making.registration)
        XCTAssertEqual(closing.container, scopeID)
        XCTAssertLessThanOrEqual(ended.span.start, making.span.start)
        XCTAssertLessThanOrEqual(making.span.start, making.span.end)
        XCTAssertLessThanOrEqual(making.span.end, ended.span.end)
        XCTAssertEqual(ended.container, scopeID)
    }

    func testSEE3_AFactoryThatThrowsIsToldWithItsError() throws {
        let log = EventLog([.failed, .made])
        let container = try Container(configuration: configuration(log)) {
            Singleton { _ -> Settings in throw Mishap(7) }
            Singleton { Store(settings: try $0.resolve()) }
        }
        XCTAssertThrowsError(try container.resolve(Store.self))
        XCTAssertEqual(log.lines, ["failed Settings", "failed Store"])
        guard case .failed(_, let error) = log.all.first else { return XCTFail("\(log.lines)") }
        XCTAssertEqual(error as? Mishap, Mishap(7))
    }

    func testSEE3_AFactoryThatDeclinesHasNotFailed() throws {
        let log = EventLog([.failed, .made])
        let container = try Container(configuration: configuration(log)) {
            Singleton { _ -> Settings in throw Declined() }
        }
        XCTAssertNil(try container.resolve(Settings?.self))
        XCTAssertEqual(log.lines, [])
    }

    func testSEE3_AThreadThatWaitsIsToldWithItsMaker() throws {
        let log = EventLog([.waited])
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let container = try Container(configuration: configuration(log)) {
            Singleton { _ -> Settings in
                entered.signal()
                leave.wait()
                return Settings()
            }
            Singleton { Store(settings: try $0.resolve()) }
        }
        let maker = Thread { _ = try? container.resolve(Settings.self) }
        maker.start()
        entered.wait()
        let done = DispatchSemaphore(value: 0)
        Thread {
            _ = try? container.resolve(Store.self)
            done.signal()
        }.start()
        XCTAssertTrue(Waits.come(to: "waits for"))
        leave.signal()
        done.wait()
        XCTAssertEqual(log.lines, ["waited for Settings in Store"])
        guard case .waited(let wait) = log.all.first else { return }
        XCTAssertNotNil(wait.maker)
        XCTAssertNotEqual(wait.maker, wait.thread)
        XCTAssertGreaterThan(wait.span.duration, .zero)
    }

    func testSEE3_ATaskThatWaitsIsTold() async throws {
        let log = EventLog([.waited])
        let (begun, go) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let container = try Container(configuration: configuration(log)) {
            Singleton { _ async -> Settings in
                begun.continuation.finish()
                for await _ in go.stream {}
                return Settings()
            }
        }
        async let first = container.resolveAsync(Settings.self)
        for await _ in begun.stream {}
        async let second = container.resolveAsync(Settings.self)
        while Waits.tasks < 2 { await Task.yield() }
        go.continuation.finish()
        let (one, other) = try await (first, second)
        XCTAssertTrue(one === other)
        XCTAssertEqual(log.lines, ["waited for Settings"])
    }

    func testSEE3_WhatASubscriberThrowsIsCountedAndChangesNothing() throws {
        struct Careless: EventSubscriber {
            func receive(_ event: ContainerEvent) throws { throw Mishap() }
        }
        let log = EventLog([.made])
        let container = try Container(configuration: .init(subscribers: [Careless(), log])) {
            Transient { _ in Settings() }
        }
        XCTAssertEqual(container.failedDeliveries, 1)
        _ = try container.resolve(Settings.self)
        XCTAssertEqual(container.failedDeliveries, 3)
        XCTAssertEqual(log.lines, ["made Settings"])
    }

    func testSEE3_ASubscriberThatResolvesIsNotToldOfThat() throws {
        final class Curious: EventSubscriber {
            let container = Shelf<Container?>(nil)
            let count = Shelf(0)

            func receive(_ event: ContainerEvent) throws {
                count.value += 1
                _ = try container.value?.resolve(Int.self)
            }
        }
        let curious = Curious()
        let container = try Container(configuration: .init(subscribers: [curious])) {
            Transient { _ in Settings() }
            Transient { _ in 7 }
        }
        curious.container.value = container
        defer { curious.container.value = nil }
        _ = try container.resolve(Settings.self)
        XCTAssertEqual(curious.count.value, 4, "two registered, one made and resolved")
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testSEE3_AChildTellsThoseOfItsParentUnlessItHasItsOwn() throws {
        let (log, other) = (EventLog([.made]), EventLog([.made]))
        let parent = try Container(configuration: configuration(log)) { Transient { _ in Settings() } }
        let child = try Container(parents: [parent]) { Singleton(Store.init) }
        let stranger = try Container(parents: [parent], configuration: configuration(other)) { Singleton(Store.init) }
        _ = try child.resolve(Store.self)
        XCTAssertEqual(log.lines, ["made Settings for Store", "made Store"])
        _ = try stranger.resolve(Store.self)
        XCTAssertEqual(other.lines, ["made Settings for Store", "made Store"])
        XCTAssertEqual(log.lines.count, 2)
    }

    func testSEE3_AScopeThatThrowsOrIsForgottenEndsOnce() throws {
        let log = EventLog([.scopes, .closed])
        let container = try Container(configuration: configuration(log)) { Scoped { _ in Settings() } }
        XCTAssertThrowsError(
            try container.withScope { scope in
                _ = try scope.resolve(Settings.self)
                throw Mishap()
            })
        var forgotten: Container? = try container.openScope()
        _ = try forgotten?.resolve(Settings.self)
        forgotten = nil
        let closed = try container.openScope()
        closed.close()
        closed.close()
        XCTAssertEqual(
            log.lines,
            [
                "opened request", "closed Settings", "ended request, failed", "opened request", "closed Settings",
                "ended request, failed", "opened request", "ended request, completed",
            ])
    }

    func testSEE3_ASingletonIsOneWhoeverAsksFirst() throws {
        for kinds in [ContainerEvent.Kinds.resolved, .all, .closed] {
            let log = EventLog(kinds)
            let container = try Container(configuration: configuration(log)) {
                Singleton(Settings.init)
                Scoped(Store.init)
            }
            var seen: Set<ObjectIdentifier> = []
            var scopes: Set<UInt64?> = []
            for _ in 0..<3 {
                try container.withScope { scope in
                    _ = try scope.resolve(Store.self)
                    seen.insert(ObjectIdentifier(try scope.resolve(Settings.self)))
                    scopes.insert(scope.id)
                }
            }
            seen.insert(ObjectIdentifier(try container.resolve(Settings.self)))
            XCTAssertEqual(seen.count, 1, "\(kinds)")
            XCTAssertEqual(scopes.count, 3, "each scope has a number of its own")
        }
    }

    func testSEE3_NobodySubscribesAndNothingIsThere() throws {
        let container = try Container { Singleton { _ in Settings() } }
        XCTAssertNil(container.id)
        XCTAssertEqual(container.failedDeliveries, 0)
    }

    func testSEE3_EachTypeOfARegistrationIsRegisteredOnce() throws {
        for kinds in [ContainerEvent.Kinds.registered, .all] {
            let log = EventLog(kinds)
            let container = try Container(configuration: configuration(log)) {
                Singleton(Settings.init).as { $0 as any Configured }
                Scoped(Store.init)
            }
            try container.withScope { scope in
                _ = try scope.resolve(Store.self)
                _ = try scope.resolve((any Configured).self)
            }
            let registered = log.lines.filter { $0.hasPrefix("registered") }
            XCTAssertEqual(
                registered, ["registered Settings", "registered any", "registered Store"], "\(kinds)")
        }
    }
}
