package import Armory
import Shop

/// Where orders are stored.
package enum Storage {
    package static let module = Module("storage") {
        Singleton(Database.init)
        Singleton((any Orders).self, SQLOrders.init)
    }

    /// The orders of tests, which are registered under the same type as those of `module`.
    package static let inMemory = Module("memory") {
        // error in across-duplicate, across-all: duplicate: Orders
        Singleton((any Orders).self, MemoryOrders.init)
    }

    /// A store whose database is another target's, and is private there.
    package static let archive = Module("archive") {
        // error in across-private: missing: Archive Auditing
        Singleton(Archive.init)
    }

    /// It promises what another target has to register.
    package static let outbox = Module("outbox") {
        // error in across-promise: promised: Mailer
        Promised((any Mailer).self)
        Singleton(Newsletter.init)
    }
}
