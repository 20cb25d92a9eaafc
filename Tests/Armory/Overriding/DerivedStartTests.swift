// LIFE7 in a container that overrides registrations: it starts and ends what it creates anew, and nothing else.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Wire: Sendable { var name: String { get } }
private struct NamedWire: Wire { let name: String }
private struct LoudWire: Wire {
    let inner: any Wire
    var name: String { inner.name + "!" }
}

private final class Cache: Sendable {
    private let life = Counted()
    let wire: any Wire
    init(wire: any Wire) async { self.wire = wire }
}

private final class Index: Sendable {
    private let life = Counted()
    let cache: Cache
    init(cache: Cache) { self.cache = cache }
}

private final class Prices: Sendable {
    private let life = Counted()
    init() async {}
}

private final class Clerk: Sendable {
    private let life = Counted()
    let prices: Prices
    init(prices: Prices) { self.prices = prices }
}

final class DerivedStartTests: LeakCheckedTestCase {
    private let log = Log<String>()

    private var module: Module {
        Module("app") { [log] in
            Singleton((any Wire).self) { NamedWire(name: "real") }
            Singleton(Index.init).eager()
                .onStart { index in log.add("start index of \(index.cache.wire.name)") }
                .onStop { index in log.add("stop index of \(index.cache.wire.name)") }
                .onShutdown { index in log.add("close index of \(index.cache.wire.name)") }
            Singleton { (wire: any Wire) async in await Cache(wire: wire) }.eager()
                .onStart { cache in log.add("start cache of \(cache.wire.name)") }
                .onStop { cache in log.add("stop cache of \(cache.wire.name)") }
                .onShutdown { cache in log.add("close cache of \(cache.wire.name)") }
            Singleton { () async in await Prices() }.eager().onStart { _ in log.add("start prices") }
            Singleton(Clerk.init)
        }
    }

    private func fake(_ name: String) -> Singleton<any Wire> { Singleton((any Wire).self) { NamedWire(name: name) } }

    func testLIFE7_ADerivedContainerStartsWhatDependsOnAnOverride() async throws {
        let base = try Container { module }
        let derived = try base.overriding { fake("fake") }
        try await derived.start()
        XCTAssertEqual(log.all, ["start cache of fake", "start index of fake"])
        XCTAssertEqual(try derived.resolve(Cache.self).wire.name, "fake")
        XCTAssertIdentical(try derived.resolve(Index.self).cache, try derived.resolve(Cache.self))
        try await derived.shutdown()
        XCTAssertEqual(
            log.all.dropFirst(2),
            ["stop index of fake", "stop cache of fake", "close index of fake", "close cache of fake"])
        failure(.asynchronous) { try base.resolve(Cache.self) }
        try await base.start()
        XCTAssertEqual(
            Set(log.all.dropFirst(6)), ["start prices", "start cache of real", "start index of real"])
        try await base.shutdown()
    }

    func testLIFE7_ADerivedContainerDoesNotStartWhatItShares() async throws {
        let base = try Container { module }
        let derived = try base.overriding { fake("fake") }
        try await derived.start()
        XCTAssertFalse(log.all.contains("start prices"))
        let early = failure(.asynchronous) { try derived.resolve(Prices.self) }
        XCTAssertEqual(early?.fix, "call start() first, on the container that keeps Prices, or use resolveAsync.")
        let needed = failure(.asynchronous) { try derived.resolve(Clerk.self) }
        XCTAssertEqual(needed?.path, ["Clerk", "Prices"])
        XCTAssertEqual(
            needed?.fix,
            "call start() first, on the container that keeps Prices, or let the factory of Clerk be async too.")
        try await base.start()
        XCTAssertIdentical(try derived.resolve(Prices.self), try base.resolve(Prices.self))
        try await derived.shutdown()
        XCTAssertEqual(try base.resolve(Index.self).cache.wire.name, "real")
        try await base.shutdown()
        let nothing = try Container { module }.overriding {}
        let count = log.all.count
        try await nothing.start()
        XCTAssertEqual(log.all.count, count)
        try await nothing.shutdown()
    }

    func testLIFE7_ADerivedContainersStartAppliesToItsOwnLevelOnly() async throws {
        let base = try Container { module }
        let outer = try base.overriding { fake("outer") }
        let inner = try outer.overriding { fake("inner").eager() }
        try await inner.start()
        XCTAssertEqual(log.all, ["start cache of inner", "start index of inner"])
        try await outer.start()
        XCTAssertEqual(log.all.dropFirst(2), ["start cache of outer", "start index of outer"])
        XCTAssertNotIdentical(try inner.resolve(Cache.self), try outer.resolve(Cache.self))
        try await inner.shutdown()
        XCTAssertEqual(try outer.resolve(Index.self).cache.wire.name, "outer")
        try await outer.shutdown()
    }

    func testLIFE7_DecoratedInstancesOfTheBaseAreStartedAsWhole() async throws {
        let log = log
        let base = try Container {
            Singleton { "real" }
            Singleton((any Wire).self) { (name: String) in NamedWire(name: name) }
                .onStart { wire in log.add("start \(wire.name)") }
                .onStop { wire in log.add("stop \(wire.name)") }
            Decorator((any Wire).self) { wire, _ in LoudWire(inner: wire) }
            Singleton { (wire: any Wire) async in await Cache(wire: wire) }.eager()
                .onStart { cache in log.add("start cache of \(cache.wire.name)") }
        }
        let derived = try base.overriding { Singleton { "fake" } }
        try await derived.start()
        XCTAssertEqual(log.all, ["start fake!", "start cache of fake!"])
        XCTAssertEqual(try derived.resolve(Cache.self).wire.name, "fake!")
        try await derived.shutdown()
        XCTAssertEqual(log.all.last, "stop fake!")
    }

    func testLIFE7_AnOpaqueInstanceOfTheBaseWaitsForThoseCreatedBeforeIt() async throws {
        let log = log
        let base = try Container {
            Singleton { "real" }
            // Its closure hides that it needs an Index, which is created before it is kept.
            Singleton { resolver in
                _ = try resolver.resolve(Index.self)
                return 1
            }
            .onStart { _ in log.add("start number") }
            Singleton { (name: String) in Index(cache: await Cache(wire: NamedWire(name: name))) }
                .onStart { index in log.add("start index of \(index.cache.wire.name)") }
        }
        let derived = try base.overriding { Singleton { "fake" } }
        try await derived.start()
        XCTAssertEqual(log.all, ["start index of fake", "start number"])
        try await derived.shutdown()
    }

    func testLIFE7_AFailedStartEndsOnlyTheDerivedContainer() async throws {
        let log = log
        let base = try Container {
            Singleton { "real" }
            Singleton { (name: String) in Index(cache: await Cache(wire: NamedWire(name: name))) }
                .onStart { index in
                    log.add("start \(index.cache.wire.name)")
                    if index.cache.wire.name == "fake" { throw Mishap(1) }
                }
                .onShutdown { index in log.add("close \(index.cache.wire.name)") }
        }
        let derived = try base.overriding { Singleton { "fake" } }
        do {
            try await derived.start()
            XCTFail("started")
        } catch {
            XCTAssertEqual(error.faults.map(\.code), [.startFailed])
        }
        XCTAssertTrue(derived.isClosed)
        try await base.start()
        try await base.shutdown()
        XCTAssertEqual(log.all, ["start fake", "close fake", "start real", "close real"])
    }

    func testLIFE7_AnObjectOfTheBaseIsNotInjectedStartedOrClosedByADerivedContainer() async throws {
        final class Live: @unchecked Sendable {  // Written before it is shared.
            let life = Counted()
            var name = ""
        }
        let events = Log<String>()
        let base = try Container {
            Singleton((any Wire).self) { NamedWire(name: "real") }
            Singleton(value: Live())
                .inject { live, resolver in live.name = try resolver.resolve((any Wire).self).name }
                .onStart { _ in events.add("start") }
                .onStop { _ in events.add("stop") }
                .onShutdown { _ in events.add("close") }
        }
        try await base.start()
        let derived = try base.overriding { fake("fake") }
        try await derived.start()
        XCTAssertEqual(try derived.resolve(Live.self).name, "real")
        try await derived.shutdown()
        XCTAssertEqual(events.all, ["start"])
        try await base.shutdown()
        XCTAssertEqual(events.all, ["start", "stop", "close"])
    }
}
