// What an overriding container, a child and a scope cost, for containers of 10, 500 and 10,000 registrations.

import Armory
import Services

extension Workload {
    static let bases = [10, 500, 10_000].flatMap { count in
        [
            Workload("overriding-\(count)", "an overriding container of \(count), all instances shared") {
                try deriving(from: container(of: count), sharesOrders: true) { base in
                    try base.overriding { Singleton((any RequestLog).self, MemoryLog.init) }
                }
            },
            Workload("overriding-all-\(count)", "the same, all instances created anew") {
                try deriving(from: container(of: count), sharesOrders: false) { base in
                    try base.overriding { Singleton((any Database).self, MemoryDatabase.init) }
                }
            },
            Workload("child-\(count)", "a child container of \(count)") {
                let base = try container(of: count)
                let own = try makeChild(of: base).resolve((any Session).self)
                try expect(own is WebSession, "the child's registration")
                return { for _ in 0..<$0 { withExtendedLifetime(try makeChild(of: base)) {} } }
            },
            Workload("scope-\(count)", "a scope of a container of \(count), without instances") {
                let base = try container(of: count)
                let scope = try base.openScope(.request)
                try expect(areSame(try scope.resolve((any Visitor).self), try scope.resolve((any Visitor).self)), "one")
                return { for _ in 0..<$0 { withExtendedLifetime(try base.openScope(.request)) {} } }
            },
        ]
    }

    private static func deriving(
        from base: Container, sharesOrders: Bool, by derive: @escaping @Sendable (Container) throws -> Container
    ) throws -> Body {
        let other = try derive(base)
        let (own, inherited) = try (
            other.resolve((any Orders).self, named: "3"), base.resolve((any Orders).self, named: "3")
        )
        try expect(areSame(own, inherited) == sharesOrders, "shared unless it needs what is overridden")
        return { for _ in 0..<$0 { withExtendedLifetime(try derive(base)) {} } }
    }

    private static func makeChild(of base: Container) throws -> Container {
        try Container(parents: [base]) { Singleton((any Session).self, WebSession.init) }
    }

    /// A container of so many singletons, most of which need another one.
    private static func container(of count: Int) throws -> Container {
        try Container {
            Singleton((any Database).self, MemoryDatabase.init)
            Singleton((any RequestLog).self, MemoryLog.init)
            Scoped((any Visitor).self, Guest.init)
            for number in 3..<count {
                Singleton((any Orders).self, StoredOrders.init).named(RegistrationName("\(number)"))
            }
        }
    }
}
