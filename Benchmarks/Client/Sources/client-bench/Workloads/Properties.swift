// Dependencies that are properties: read after their first use, and created with their holder.

import Armory
import Foundation
import Services

extension Workload {
    static let properties = [
        storedRead, injectedRead, lockedLazyRead, lazyRead, makeByHand, injectedMake,
    ]

    private static let storedRead = Workload("baseline-stored-read", "a stored property") {
        let desk = StoredDesk()
        return { for _ in 0..<$0 { keep(readStored(desk)) } }
    }

    private static let injectedRead = Workload("injected-read", "an @Injected property, after the first read") {
        let database = try currentDatabase()
        let desk = InjectedDesk()
        try expect(areSame(readInjected(desk), database), "the container's instance")
        return { for _ in 0..<$0 { keep(readInjected(desk)) } }
    }

    private static let lockedLazyRead = Workload("baseline-lazy-read", "a lazy property behind a lock") {
        let desk = LockedDesk()
        keep(desk.database)
        return { for _ in 0..<$0 { keep(readLocked(desk)) } }
    }

    private static let lazyRead = Workload("lazy-read", "a call of a Lazy, after the first call") {
        let database = try currentDatabase()
        let desk = LazyDesk()
        try expect(areSame(try callLazy(desk), database), "the container's instance")
        return { for _ in 0..<$0 { keep(try callLazy(desk)) } }
    }

    private static let makeByHand = Workload("baseline-injected-make", "a new object with a static let") {
        { for _ in 0..<$0 { keep(makeStored()) } }
    }

    private static let injectedMake = Workload("injected-make", "a new object with an @Injected property") {
        let database = try currentDatabase()
        let (one, other) = (makeInjected(), makeInjected())
        try expect(one !== other && areSame(one.database, database), "a new holder of the container's instance")
        return { for _ in 0..<$0 { keep(makeInjected()) } }
    }

    /// The database of the process's default container; the first call sets the container.
    private static func currentDatabase() throws(ResolutionError) -> any Database {
        if let container = Container.current { return try container.resolve() }
        let container = try Container { Singleton((any Database).self) { MemoryDatabase() } }
        try Container.setDefault(container)
        return try container.resolve()
    }
}

private final class StoredDesk: @unchecked Sendable {  // Only read.
    private(set) var database: any Database = Statics.database
}

private final class InjectedDesk: @unchecked Sendable {  // Only read.
    @Injected var database: any Database
}

private final class LazyDesk: Sendable {
    let database = Lazy<any Database>()
}

/// A lazy property that several threads may read, by hand.
private final class LockedDesk: @unchecked Sendable {  // The mutable property is guarded by `lock`.
    private let lock = NSLock()
    private lazy var unguarded: any Database = Statics.database

    var database: any Database {
        lock.lock()
        defer { lock.unlock() }
        return unguarded
    }
}

@inline(never)
private func readStored(_ desk: StoredDesk) -> any Database { desk.database }

@inline(never)
private func readInjected(_ desk: InjectedDesk) -> any Database { desk.database }

@inline(never)
private func readLocked(_ desk: LockedDesk) -> any Database { desk.database }

@inline(never)
private func callLazy(_ desk: LazyDesk) throws -> any Database { try desk.database() }

@inline(never)
private func makeStored() -> StoredDesk { StoredDesk() }

@inline(never)
private func makeInjected() -> InjectedDesk { InjectedDesk() }
