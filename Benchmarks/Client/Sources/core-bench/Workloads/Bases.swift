// What an overriding container, a child and a scope cost, for containers of 10, 500 and 10,000 registrations.

import ArmoryCore
import CoreRegistering
import Services

extension Workload {
    static let bases = [10, 500, 10_000].flatMap { count in
        [
            Workload("core-overriding-\(count)") {
                let changes = Plan { $0.autowired(.singleton, (any RequestLog).self, MemoryLog.init) }
                return try overriding(container(of: count), changes, sharesOrders: true)
            },
            Workload("core-overriding-all-\(count)") {
                let changes = Plan { $0.autowired(.singleton, (any Database).self, MemoryDatabase.init) }
                return try overriding(container(of: count), changes, sharesOrders: false)
            },
            Workload("core-child-\(count)") {
                let base = try container(of: count)
                let own = Plan { $0.transient((any Orders).self) { StoredOrders(database: try $0()) } }
                _ = try Container(own, parents: [base]).resolve((any Orders).self)
                return { for _ in 0..<$0 { withExtendedLifetime(try Container(own, parents: [base])) {} } }
            },
            Workload("core-scope-\(count)") {
                let base = try container(of: count)
                let scope = try base.openScope(.request)
                try expect(areSame(try scope.resolve((any Visitor).self), try scope.resolve((any Visitor).self)), "one")
                return { for _ in 0..<$0 { withExtendedLifetime(try base.openScope(.request)) {} } }
            },
        ]
    }

    private static func overriding(_ base: Container, _ changes: Plan, sharesOrders: Bool) throws -> Body {
        let other = try base.overriding(changes)
        let (own, inherited) = try (
            other.resolve((any Orders).self, named: "3"), base.resolve((any Orders).self, named: "3")
        )
        try expect(areSame(own, inherited) == sharesOrders, "shared unless it needs what is overridden")
        return { for _ in 0..<$0 { withExtendedLifetime(try base.overriding(changes)) {} } }
    }

    /// A container of so many singletons, each of which needs another one.
    private static func container(of count: Int) throws -> Container {
        try Container(
            Plan { plan in
                plan.autowired(.singleton, (any Database).self, MemoryDatabase.init)
                plan.autowired(.singleton, (any RequestLog).self, MemoryLog.init)
                plan.scoped((any Visitor).self) { _ in Guest() }
                for number in 3..<count {
                    plan.autowired(.singleton, (any Orders).self, named: Name("\(number)"), StoredOrders.init)
                }
            })
    }
}
