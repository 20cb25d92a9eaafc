// A graph in which each instance retains one database.

/// A part of a branch.
public protocol Counter: Sendable {
    /// The database that all parts share.
    var database: any Database { get }
}

/// A counter at which customers pay.
public final class CashCounter: Counter {
    /// The database that all parts share.
    public let database: any Database

    /// Creates a counter.
    public init(database: any Database) {
        self.database = database
    }
}

/// The root: a branch with two counters.
public protocol Branch: Sendable {
    /// The database that all parts share.
    var database: any Database { get }
    /// The first counter.
    var left: any Counter { get }
    /// The second counter.
    var right: any Counter { get }
}

/// A branch in a town.
public final class TownBranch: Branch {
    /// The database that all parts share.
    public let database: any Database
    /// The first counter.
    public let left: any Counter
    /// The second counter.
    public let right: any Counter

    /// Creates a branch.
    public init(database: any Database, left: any Counter, right: any Counter) {
        self.database = database
        self.left = left
        self.right = right
    }
}
