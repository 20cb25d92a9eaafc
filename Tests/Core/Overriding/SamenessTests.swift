// O4: what lies between an instance and what is overridden decides whether the base's instance is shared.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Ticking: Sendable { var clock: Clock { get } }
private final class Clock: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}
private final class Middle: Ticking {
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}
/// Says itself how it is made.
private final class Own: Ticking, RecordedType {
    let clock: Clock
    init(_ clock: Clock) { self.clock = clock }
    static func record(_ qualifier: AnyQualifier?) -> Record? {
        let parts = Record.Parts { [Dependency(ServiceKey(Clock.self))] }
        return Record(Own.self, .singleton, at: CodeLocation(), parts: parts) { Own(try $0.resolveParameter(at: 0)) }
    }
}
private final class Bystander: Sendable {}
private final class Holder: Sendable {
    let clock: Clock?
    init(_ clock: Clock?) { self.clock = clock }
}

/// A way from the holder to the clock.
private struct Way {
    let name: String
    /// Whether the holder is shared where nothing on the way is overridden.
    let isShared: Bool
    let register: (inout Plan) -> Void

    init(_ name: String, isShared: Bool, _ register: @escaping (inout Plan) -> Void) {
        (self.name, self.isShared, self.register) = (name, isShared, register)
    }

    static var all: [Way] {
        [
            Way("singleton", isShared: true) {
                $0.autowired(.singleton, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (middle: Middle) in Holder(middle.clock) }
            },
            Way("transient", isShared: true) {
                $0.autowired(.transient, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (middle: Middle) in Holder(middle.clock) }
            },
            // A shared instance, one of a graph, and one of a type with its own record are others in each container.
            Way("shared", isShared: false) {
                $0.autowired(.shared, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (middle: Middle) in Holder(middle.clock) }
            },
            Way("graph", isShared: false) {
                $0.autowired(.graph, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (middle: Middle) in Holder(middle.clock) }
            },
            Way("own record", isShared: false) {
                $0.autowired(.singleton, Holder.self) { (own: Own) in Holder(own.clock) }
            },
            Way("optional own record", isShared: false) {
                $0.autowired(.singleton, Holder.self) { (own: Own?) in Holder(own?.clock) }
            },
            Way("alias", isShared: true) {
                $0.autowired(.singleton, Middle.self, Middle.init)
                $0.alias((any Ticking).self, of: Middle.self) { $0 }
                $0.autowired(.singleton, Holder.self) { (ticking: any Ticking) in Holder(ticking.clock) }
            },
            Way("alias of an own record", isShared: false) {
                $0.alias((any Ticking).self, of: Own.self) { $0 }
                $0.autowired(.singleton, Holder.self) { (ticking: any Ticking) in Holder(ticking.clock) }
            },
            Way("list", isShared: true) {
                $0.autowired(.singleton, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (all: [Middle]) in Holder(all.first?.clock) }
            },
            Way("map", isShared: true) {
                $0.autowired(.singleton, Middle.self, named: "middle", Middle.init)
                $0.autowired(.singleton, Holder.self) { (all: [RegistrationName: Middle]) in
                    Holder(all["middle"]?.clock)
                }
            },
            Way("optional", isShared: true) {
                $0.autowired(.singleton, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (middle: Middle?) in Holder(middle?.clock) }
            },
            Way("optional list", isShared: true) {
                $0.autowired(.singleton, Middle.self, Middle.init)
                $0.autowired(.singleton, Holder.self) { (all: [Middle]?) in Holder(all?.first?.clock) }
            },
        ]
    }
}

final class SamenessTests: WatchedTestCase {
    private func base(_ way: Way) throws -> Container {
        try Container(
            Plan {
                way.register(&$0)
                $0.autowired(.singleton, Clock.self) { Clock("base") }
                $0.autowired(.singleton, Bystander.self) { Bystander() }
            })
    }

    func testO4_EachWayToWhatIsOverriddenIsSeen() throws {
        for way in Way.all {
            for isMade in [true, false] {
                let base = try base(way)
                if isMade { XCTAssertEqual(try base.resolve(Holder.self).clock?.name, "base", way.name) }
                let other = try base.overriding(Plan { $0.autowired(.singleton, Clock.self) { Clock("other") } })
                let holder = try other.resolve(Holder.self)
                XCTAssertEqual(holder.clock?.name, "other", way.name)
                XCTAssert(try other.resolve(Holder.self) === holder, way.name)
                XCTAssertEqual(try base.resolve(Holder.self).clock?.name, "base", way.name)
            }
        }
    }

    func testO4_AnOverrideBesideTheWayChangesNothing() throws {
        for way in Way.all {
            for isMade in [true, false] {
                let base = try base(way)
                if isMade { _ = try base.resolve(Holder.self) }
                let other = try base.overriding(Plan { $0.autowired(.singleton, Bystander.self) { Bystander() } })
                let holder = try other.resolve(Holder.self)
                XCTAssertEqual(try holder === base.resolve(Holder.self), way.isShared, way.name)
                XCTAssert(try holder.clock === base.resolve(Clock.self), way.name)
                let third = try other.overriding(Plan { $0.autowired(.singleton, Clock.self) { Clock("third") } })
                XCTAssertEqual(try third.resolve(Holder.self).clock?.name, "third", way.name)
            }
        }
    }

    func testO4_ADeferredDependencyIsOnTheWay() throws {
        for time in [Dependency.Time.later, .injection] {
            let base = try Container(
                Plan {
                    let parts = Record.Parts {
                        [Dependency(ServiceKey(Clock.self), time)]
                    }
                    $0.addRecord(Record(Holder.self, .singleton, at: CodeLocation(), parts: parts) { _ in Holder(nil) })
                    $0.autowired(.singleton, Clock.self) { Clock("base") }
                    $0.autowired(.singleton, Bystander.self) { Bystander() }
                })
            let holder = try base.resolve(Holder.self)
            let beside = Plan { $0.autowired(.singleton, Bystander.self) { Bystander() } }
            // What it will ask for does not exist, and may ask for more than its parameters.
            XCTAssert(try base.overriding(beside).resolve(Holder.self) !== holder)
            _ = try base.resolve(Clock.self)
            XCTAssert(try base.overriding(beside).resolve(Holder.self) === holder)
            let clock = Plan { $0.autowired(.singleton, Clock.self) { Clock("other") } }
            XCTAssert(try base.overriding(clock).resolve(Holder.self) !== holder)
        }
    }

    func testO4_WhatHoldsAnInstanceOfItsOwnIsNotShared() throws {
        final class Keeper: Sendable {
            let holder: Holder
            init(holder: Holder) { self.holder = holder }
        }
        let base = try Container(
            Plan {
                let parts = Record.Parts { [Dependency(ServiceKey(Clock.self), .later)] }
                $0.addRecord(Record(Holder.self, .singleton, at: CodeLocation(), parts: parts) { _ in Holder(nil) })
                $0.autowired(.singleton, Clock.self) { Clock("base") }
                $0.autowired(.singleton, Keeper.self, Keeper.init)
            })
        let (other, third) = try (base.overriding(Plan()), base.overriding(Plan()))
        // It is not known yet what the base's holder will ask for.
        let own = try other.resolve(Holder.self)
        XCTAssert(try own !== base.resolve(Holder.self))
        // Now it is known, but this container has a holder of its own.
        _ = try base.resolve(Clock.self)
        XCTAssert(try other.resolve(Keeper.self).holder === own)
        XCTAssert(try third.resolve(Keeper.self) === base.resolve(Keeper.self))
        XCTAssert(try third.resolve(Holder.self) === base.resolve(Holder.self))
    }
}
