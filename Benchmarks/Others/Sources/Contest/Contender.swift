/// An operation that is repeated a number of times.
public typealias Operation = (_ operations: Int) throws -> Void

/// A container with the code that a user of it writes for each workload, by its fastest documented API.
///
/// A workload is nil if the container has no API for it.
public protocol Contender: Sendable {
    /// The name on the command line.
    var name: String { get }

    /// Resolves an existing singleton.
    func singleton() throws -> Operation?

    /// Resolves a new object of a small class.
    func transient() throws -> Operation?

    /// Resolves a graph of seven objects.
    func graph() throws -> Operation?

    /// Resolves an object with one run-time argument.
    func argument() throws -> Operation?

    /// Creates a container with a singleton, and returns the resolve of it. Any thread may call the resolve.
    func once(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> any Database)?

    /// Creates a container whose objects in the graph scope come from `create`, and returns the resolve of a pair of them.
    func pair(_ create: @escaping @Sendable () -> any Database) throws -> (@Sendable () throws -> Pair)?

    /// Creates two containers. A singleton of each needs a singleton of the other one.
    ///
    /// - Parameter meet: What both factories call before they resolve from the other container.
    /// - Returns: The resolves of the two singletons, for two threads.
    func crossed(_ meet: @escaping @Sendable () -> Void) throws -> [@Sendable () throws -> any Ledger]?

    /// Resolves one half of a cycle of initializers.
    func cycle() throws -> (() throws -> any Left)?

    /// Resolves an object whose dependency is not registered.
    ///
    /// - Returns: The resolve, which returns the dependency.
    func missing() throws -> (() throws -> (any Database)?)?
}

/// A value that a closure reads later.
public final class Late<Value>: @unchecked Sendable {
    /// The value, which is set before any thread reads it.
    public var value: Value?

    /// Creates a place without a value.
    public init() {}
}
