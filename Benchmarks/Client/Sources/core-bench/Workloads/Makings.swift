// Instances that are made at each resolve, compared with initializers.

import ArmoryCore
import CoreRegistering
import Services

extension Workload {
    static let makings = [
        Workload("baseline-transient") { { for _ in 0..<$0 { keep(makeOrders()) } } },
        Workload("core-transient") {
            let container = try Container(
                Plan {
                    $0.singleton((any Database).self) { _ in MemoryDatabase() }
                    $0.transient((any Orders).self) { StoredOrders(database: try $0()) }
                })
            return try orders(container)
        },
        Workload("core-transient-autowired") {
            let container = try Container(
                Plan {
                    $0.autowired(.singleton, (any Database).self, MemoryDatabase.init)
                    $0.autowired(.transient, (any Orders).self, StoredOrders.init)
                })
            return try orders(container)
        },
        Workload("baseline-argument") { { for customer in 0..<$0 { keep(makeReport(customer)) } } },
        Workload("core-argument") {
            let container = try Container(
                Plan {
                    $0.transient((any Report).self, taking: Int.self) { _, customer in OrderReport(customer: customer) }
                })
            try expect(try resolveReport(container, 7).customer == 7, "the argument")
            return { for customer in 0..<$0 { keep(try resolveReport(container, customer)) } }
        },
    ]

    private static func orders(_ container: Container) throws -> Body {
        let (one, other) = (try resolveOrders(container), try resolveOrders(container))
        try expect(!areSame(one, other), "two instances")
        try expect(areSame(one.database, other.database), "one singleton")
        return { for _ in 0..<$0 { keep(try resolveOrders(container)) } }
    }
}

@inline(never)
private func resolveOrders(_ container: Container) throws -> any Orders { try container.resolve((any Orders).self) }

@inline(never)
private func makeOrders() -> any Orders { StoredOrders(database: Statics.database) }

@inline(never)
private func resolveReport(_ container: Container, _ customer: Int) throws -> any Report {
    try container.resolve((any Report).self, arguments: customer)
}

@inline(never)
private func makeReport(_ customer: Int) -> any Report { OrderReport(customer: customer) }
