// An object with one dependency that is created at each resolve.

import Armory
import Services

extension Workload {
    static let transients = [transientByHand, transient, transientAutowired]

    private static let transientByHand = Workload("baseline-transient", "an initializer with a static let") {
        { for _ in 0..<$0 { keep(makeOrders()) } }
    }

    private static let transient = Workload("transient", "a new object with a singleton") {
        let container = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            Transient((any Orders).self) { StoredOrders(database: try $0.resolve()) }
        }
        return try orders(container)
    }

    private static let transientAutowired = Workload("transient-autowired", "the same by its initializer") {
        let container = try Container {
            Singleton((any Database).self, MemoryDatabase.init)
            Transient((any Orders).self, StoredOrders.init)
        }
        return try orders(container)
    }

    private static func orders(_ container: Container) throws -> Body {
        let (one, other) = (try resolveOrders(container), try resolveOrders(container))
        try expect(!areSame(one, other), "two instances")
        try expect(areSame(one.database, other.database), "one singleton")
        return { for _ in 0..<$0 { keep(try resolveOrders(container)) } }
    }
}

@inline(never)
private func resolveOrders(_ container: Container) throws -> any Orders {
    try container.resolve((any Orders).self)
}

@inline(never)
private func makeOrders() -> any Orders {
    StoredOrders(database: Statics.database)
}
