// The compared tables: each maps types to singletons. All strategies use the same table and slots (SlotTable) and
// differ only in the lock around them. Armory's contender is an unchanged container.

import Armory
import Synchronization

/// A table that promises to create each service once.
protocol SingletonTable: AnyObject, Sendable {
    static var strategy: String { get }
    /// The bytes of a table's locks.
    var lockBytes: Int { get }

    init(maker: Maker) throws
    func instance<T: Service>(_ type: T.Type) throws(ResolutionError) -> T
}

/// A singleton.
class Service: @unchecked Sendable {  // It has no state, and neither have its subclasses.
    required init() {}

    /// All services of a table.
    static let all: [Service.Type] = [
        Service0.self, Service1.self, Service2.self, Service3.self,
        Service4.self, Service5.self, Service6.self, Service7.self,
    ]
}

final class Service0: Service, @unchecked Sendable {}
final class Service1: Service, @unchecked Sendable {}
final class Service2: Service, @unchecked Sendable {}
final class Service3: Service, @unchecked Sendable {}
final class Service4: Service, @unchecked Sendable {}
final class Service5: Service, @unchecked Sendable {}
final class Service6: Service, @unchecked Sendable {}
final class Service7: Service, @unchecked Sendable {}

/// A factory that counts the services it creates.
final class Maker: Sendable {
    private let made = Atomic<Int>(0)
    /// The time that a constructor sleeps, so that other threads can arrive in the meantime.
    private let microseconds: UInt32

    init(microseconds: UInt32 = 0) {
        self.microseconds = microseconds
    }

    var count: Int { made.load(ordering: .relaxed) }

    func make<T: Service>(_ type: T.Type) -> T {
        made.wrappingAdd(1, ordering: .relaxed)
        if microseconds > 0 { sleep(microseconds: microseconds) }
        return type.init()
    }
}

// MARK: The operation

/// One resolve, not inlined: see Workload.swift.
@inline(never)
func ask<Table: SingletonTable, T: Service>(
    _ table: Table, for type: T.Type
) throws(ResolutionError) -> T {
    try table.instance(type)
}

/// The number of resolves in `askForAll`.
let servicesPerRound = 8

/// Resolves each service once.
@inline(never)
func askForAll(_ table: some SingletonTable) throws(ResolutionError) {
    keep(object: try ask(table, for: Service0.self))
    keep(object: try ask(table, for: Service1.self))
    keep(object: try ask(table, for: Service2.self))
    keep(object: try ask(table, for: Service3.self))
    keep(object: try ask(table, for: Service4.self))
    keep(object: try ask(table, for: Service5.self))
    keep(object: try ask(table, for: Service6.self))
    keep(object: try ask(table, for: Service7.self))
}
