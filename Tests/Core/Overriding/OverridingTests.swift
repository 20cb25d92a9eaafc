// O4: what an overriding container shares, and what it makes anew.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private class Named: @unchecked Sendable {  // Immutable.
    let name: String
    init(_ name: String) { self.name = name }
}
private final class Clock: Named, @unchecked Sendable {}
private final class Store: Named, @unchecked Sendable {}
private final class Journal: Named, @unchecked Sendable {}
private final class Service: Sendable {
    let (clock, store): (Clock, Store)
    init(clock: Clock, store: Store) { (self.clock, self.store) = (clock, store) }
}
private final class Shop: Sendable {
    let service: Service
    init(service: Service) { self.service = service }
}
private final class Auditor: Sendable {
    let (logs, maybe): ([Journal], Journal?)
    init(logs: [Journal], maybe: Journal?) { (self.logs, self.maybe) = (logs, maybe) }
}
/// A transient between two singletons.
private struct Footing: Sendable {
    let clock: Clock
}
private final class Tower: Sendable {
    let bridge: Footing
    init(bridge: Footing) { self.bridge = bridge }
}

extension Plan {
    fileprivate static let application = Plan {
        $0.autowired(.singleton, Clock.self) { Clock("base") }
        $0.autowired(.singleton, Store.self) { Store("base") }
        $0.autowired(.singleton, Service.self, Service.init)
        $0.autowired(.singleton, Shop.self, Shop.init)
        $0.autowired(.singleton, Auditor.self, Auditor.init)
        $0.autowired(.transient, Footing.self, Footing.init)
        $0.autowired(.singleton, Tower.self, Tower.init)
        $0.singleton(ContiguousArray<Store>.self) { [try $0.resolve()] }
    }

    fileprivate static let otherClock = Plan { $0.autowired(.singleton, Clock.self) { Clock("other") } }
}

final class OverridingTests: WatchedTestCase {
    func testO4_DependentsAreMadeAnewAndTheRestIsShared() throws {
        let base = try Container(.application)
        let before = try base.resolve(Shop.self)
        let other = try base.overriding(.otherClock)
        for _ in 0..<2 {
            XCTAssertEqual(try other.resolve(Clock.self).name, "other")
            let shop = try other.resolve(Shop.self)
            XCTAssert(shop !== before)
            XCTAssertEqual(shop.service.clock.name, "other")
            XCTAssert(try shop === other.resolve(Shop.self))
            XCTAssert(try shop.service === other.resolve(Service.self))
            XCTAssert(shop.service.store === before.service.store)
            XCTAssert(try other.resolve(Store.self) === base.resolve(Store.self))
            XCTAssert(try other.resolve(Tower.self).bridge.clock === other.resolve(Clock.self))
            XCTAssert(try other.resolve(Auditor.self) === base.resolve(Auditor.self))
        }
        XCTAssert(try base.resolve(Shop.self) === before)
        XCTAssertEqual(try base.resolve(Tower.self).bridge.clock.name, "base")
    }

    func testO4_WhatIsNotMadeYetIsMadeByTheBase() async throws {
        let base = try Container(.application)
        let other = try base.overriding(.otherClock)
        let store = try other.resolve(Store.self)
        XCTAssert(try base.resolve(Store.self) === store)
        let third = try base.overriding(.otherClock)
        let awaited = try await third.resolveAsync(Store.self)
        XCTAssert(awaited === store)
        other.close()
        XCTAssert(try base.resolve(Store.self) === store)
        failure(.closed) { try other.resolve(Store.self) }
        failure(.closed) { try other.resolve(Shop.self) }
    }

    func testO4_AClosureMayAskForAnythingAndIsMadeAnew() throws {
        let base = try Container(.application)
        let other = try base.overriding(.otherClock)
        let own = try other.resolve(ContiguousArray<Store>.self)
        XCTAssert(try own[0] === base.resolve(Store.self))
        final class Box: Sendable {}
        let hidden = try Container(
            Plan {
                $0.singleton(Box.self) { _ in Box() }
                $0.autowired(.singleton, Clock.self) { Clock("base") }
            })
        XCTAssert(try hidden.overriding(.otherClock).resolve(Box.self) !== hidden.resolve(Box.self))
    }

    func testO4_WhoAsksForTheCurrentContainerIsMadeAnewAndSoIsWhoHoldsIt() throws {
        final class Curious: Sendable {
            let clock: Clock?
            init() { clock = try? Container.current?.resolve(Clock.self) }
        }
        final class Holder: Sendable {
            let curious: Curious
            init(curious: Curious) { self.curious = curious }
        }
        for comesFirst in [true, false] {
            let base = try Container(
                Plan {
                    $0.autowired(.singleton, Clock.self) { Clock("base") }
                    $0.autowired(.singleton, Curious.self, Curious.init)
                    $0.autowired(.singleton, Holder.self, Holder.init)
                })
            // Its holder's making does not ask: the instance is ready by then.
            if comesFirst { XCTAssertEqual(try base.resolve(Curious.self).clock?.name, "base") }
            let other = try base.overriding(.otherClock)
            let holder = try other.resolve(Holder.self)
            XCTAssertEqual(holder.curious.clock?.name, "other")
            XCTAssert(try other.resolve(Curious.self) === holder.curious)
            XCTAssert(try base.resolve(Holder.self).curious === base.resolve(Curious.self))
        }
    }

    func testO4_ListsAndOptionalsSeeWhatIsAdded() throws {
        let base = try Container(.application)
        let auditor = try base.resolve(Auditor.self)
        XCTAssertEqual(auditor.logs.count, 0)
        let added = Plan { $0.autowired(.singleton, Journal.self) { Journal("added") } }
        let other = try base.overriding(.otherClock, adding: added)
        let own = try other.resolve(Auditor.self)
        XCTAssertEqual(own.logs.map(\.name), ["added"])
        XCTAssert(own.maybe === own.logs[0])
        XCTAssertEqual(try other.resolve([Journal].self).count, 1)
        XCTAssertEqual(try base.resolve([Journal].self).count, 0)
        // A name that no parameter asks for is in the list all the same.
        let named = Plan {
            $0.contributed(.singleton, Journal.self, named: "more") { _ in Journal("more") }
        }
        let third = try other.overriding(named)
        XCTAssertEqual(try third.resolve(Auditor.self).logs.map(\.name), ["added", "more"])
        XCTAssert(try third.resolve(Auditor.self).maybe === own.maybe)
        let emptied = try other.overriding(Plan { $0.autowired(.singleton, [Journal].self) { [] } })
        XCTAssertEqual(try emptied.resolve(Auditor.self).logs.count, 0)
    }

    func testO4_AnOverrideHasALifetimeOfItsOwn() throws {
        let base = try Container(.application)
        let made = Counter()
        let other = try base.overriding(
            Plan {
                $0.transient(Clock.self) { _ in
                    made.increment()
                    return Clock("transient")
                }
                $0.scoped(Store.self) { _ in Store("scoped") }
            })
        XCTAssert(try other.resolve(Clock.self) !== other.resolve(Clock.self))
        failure(.outsideScope) { try other.resolve(Store.self) }
        let scope = try other.openScope()
        XCTAssert(try scope.resolve(Store.self) === scope.resolve(Store.self))
        XCTAssertEqual(made.value, 2)
        let single = try base.overriding(Plan { $0.autowired(.singleton, Footing.self, Footing.init) })
        XCTAssert(try single.resolve(Tower.self).bridge.clock === base.resolve(Clock.self))
        XCTAssert(try single.resolve(Tower.self) !== base.resolve(Tower.self))
    }

    func testO4_RunTimeArguments() throws {
        let base = try Container(
            Plan {
                $0.autowired(.singleton, Clock.self) { Clock("base") }
                $0.transient(Store.self, taking: Int.self) { resolver, number in
                    Store("\(number) by \(try resolver.resolve(Clock.self).name)")
                }
            })
        let other = try base.overriding(.otherClock)
        XCTAssertEqual(try other.resolve(Store.self, arguments: 3).name, "3 by other")
        failure(.wrongArguments) { try other.resolve(Store.self, arguments: "3") }
        let third = try other.overriding(Plan { $0.transient(Store.self) { _ in Store("none") } })
        XCTAssertEqual(try third.resolve(Store.self).name, "none")
        failure(.wrongArguments) { try third.resolve(Store.self, arguments: 3) }
    }

    func testO4_OverridesNest() throws {
        let base = try Container(.application)
        let first = try base.overriding(.otherClock)
        let second = try first.overriding(Plan { $0.autowired(.singleton, Store.self) { Store("second") } })
        let third = try second.overriding(Plan { $0.autowired(.singleton, Clock.self) { Clock("third") } })
        XCTAssert(try second.resolve(Clock.self) === first.resolve(Clock.self))
        let service = try second.resolve(Service.self)
        XCTAssertEqual([service.clock.name, service.store.name], ["other", "second"])
        let last = try third.resolve(Service.self)
        XCTAssertEqual([last.clock.name, last.store.name], ["third", "second"])
        XCTAssert(last.store === service.store)
        XCTAssert(try third.resolve(Auditor.self) === base.resolve(Auditor.self))
    }

    func testO4_ScopesSeeTheOverrides() throws {
        struct Page: Sendable { let service: Service }
        let base = try Container(
            Plan {
                $0.autowired(.singleton, Clock.self) { Clock("base") }
                $0.autowired(.singleton, Store.self) { Store("base") }
                $0.autowired(.singleton, Service.self, Service.init)
                $0.autowired(.scoped, Page.self, in: .request, Page.init)
            })
        let other = try base.overriding(.otherClock)
        let page = try other.openScope().resolve(Page.self)
        XCTAssertEqual(page.service.clock.name, "other")
        XCTAssert(try page.service === other.resolve(Service.self))
        XCTAssertEqual(try base.openScope().resolve(Page.self).service.clock.name, "base")
    }

    func testO4_PrivatePartsAreSeenByTheirModuleAlone() throws {
        let base = try Container(.application)
        let changes = Plan { plan in
            let view = plan.addModuleView()
            let place = CodeLocation()
            plan.addRecord(
                Record(Journal.self, .singleton, at: place) { _ in Journal("private") }, inView: view, isPrivate: true)
            plan.addRecord(
                Record(Clock.self, .singleton, at: place) { Clock(try $0.resolve(Journal.self).name) }, inView: view)
        }
        let other = try base.overriding(changes)
        XCTAssertEqual(try other.resolve(Shop.self).service.clock.name, "private")
        failure(.missing) { try other.resolve(Journal.self) }
    }

    func testO4_EveryFaultIsToldAtOnce() throws {
        let base = try Container(.application)
        let changes = Plan {
            $0.singleton(Journal.self) { _ in Journal("") }
            $0.singleton(Journal.self) { _ in Journal("") }
            $0.singleton(Clock.self) { _ in Clock("") }
        }
        let error = failure(.invalid) { try base.overriding(changes, adding: .otherClock) }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate, .duplicate, .duplicate])
        XCTAssertEqual(error?.faults.map(\.key), ["Journal", "Clock", "Clock"])
        failure(.invalid) { try base.openScope().overriding(.otherClock) }
    }
}

// MARK: Ends, threads and memory

final class OverridingLifeTests: WatchedTestCase {
    func testC10_TheBasesEndEndsWhatIsShared() throws {
        let closed = Locked<[String]>([])
        func plan(_ name: String) -> Plan {
            Plan {
                $0.closed(.singleton, Clock.self, needs: []) { _ in
                    Clock(name)
                } close: { clock, _ in
                    closed.withLock { $0.append("clock of \(clock.name)") }
                }
            }
        }
        let application = Plan {
            $0.autowired(.singleton, Store.self) { Store("base") }
            $0.autowired(.transient, Footing.self, Footing.init)
            $0.closed(.singleton, Clock.self, needs: []) { _ in
                Clock("base")
            } close: { clock, _ in
                closed.withLock { $0.append("clock of \(clock.name)") }
            }
        }
        let base = try Container(application)
        let other = try base.overriding(plan("other"))
        let child = try Container(Plan { $0.transient(Int.self) { _ in 1 } }, parents: [other])
        XCTAssertEqual(try child.resolve(Int.self), 1)
        let scope = try other.openScope()
        let (store, clock) = try (other.resolve(Store.self), other.resolve(Clock.self))
        _ = try base.resolve(Clock.self)
        base.close()
        XCTAssertEqual(closed.withLock { $0 }, ["clock of base"])
        failure(.closed) { try other.resolve(Store.self) }
        failure(.closed) { try other.resolve(Footing.self) }
        failure(.closed) { try scope.resolve(Footing.self) }
        failure(.closed) { try child.resolve(Int.self) }
        failure(.closed) { try base.overriding(Plan()) }
        failure(.closed) { try Container(Plan(), parents: [base]) }
        XCTAssertEqual(store.name, "base")
        // Its own instances are there until it ends itself.
        XCTAssert(try other.resolve(Clock.self) === clock)
        other.close()
        XCTAssertEqual(closed.withLock { $0 }, ["clock of base", "clock of other"])
        failure(.closed) { try other.resolve(Clock.self) }
    }

    func testC1_ManyThreadsShareOneInstanceAndMakeOneOfTheirOwn() throws {
        for _ in 0..<100 {
            let base = try Container(.application)
            let others = try (0..<2).map { _ in try base.overriding(.otherClock) }
            let seen = Locked<[[ObjectIdentifier]]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let container = others[number % 2]
                let all =
                    (try? [
                        ObjectIdentifier(container.resolve(Store.self)), ObjectIdentifier(base.resolve(Store.self)),
                        ObjectIdentifier(container.resolve(Shop.self)), ObjectIdentifier(container.resolve(Clock.self)),
                    ]) ?? []
                seen.withLock { $0.append(all) }
            }
            let all = seen.withLock { $0 }
            XCTAssertEqual(all.count, 8)
            XCTAssertEqual(Set(all.flatMap { $0.prefix(2) }).count, 1, "one store")
            XCTAssertEqual(Set(all.map { $0.last }).count, 2, "a clock for each")
            XCTAssertEqual(Set(all.map { $0.dropFirst(2).first }).count, 2, "a shop for each")
        }
    }

    func testM1_WhatOverridesGoesWithItsHandle() throws {
        weak var own: Clock?
        let base = try Container(.application)
        let store = try base.resolve(Store.self)
        for _ in 0..<100 {
            let other = try base.overriding(.otherClock)
            let shop = try other.resolve(Shop.self)
            own = shop.service.clock
            XCTAssertNotNil(own)
            XCTAssert(shop.service.store === store)
        }
        XCTAssertNil(own)
        XCTAssert(try base.resolve(Store.self) === store)
    }

    func testM1_ItKeepsItsBase() throws {
        weak var handle: Container?
        var other: Container?
        do {
            let base = try Container(.application)
            handle = base
            other = try base.overriding(.otherClock)
        }
        XCTAssertNotNil(handle)
        XCTAssertEqual(try other?.resolve(Store.self).name, "base")
        other = nil
        XCTAssertNil(handle)
    }
}
