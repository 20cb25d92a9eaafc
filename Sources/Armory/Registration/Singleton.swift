/// A registration whose instance is created once by its container, at the first resolve, and kept until the container
/// is closed or released.
///
/// The factory succeeds exactly once, however many threads resolve at the same time. Resolves of other registrations do
/// not wait for it. If it throws, the error goes to the caller whose resolve ran it, and the next resolve tries again.
///
/// ```swift
/// Singleton { Clock() }
/// Singleton { Repository(database: try $0.resolve()) }
/// Singleton((any Orders).self) { SQLOrders(database: try $0.resolve()) }    // found by the protocol
/// Singleton(value: Settings.fromEnvironment())
/// ```
///
/// All threads share the instance, so its type is `Sendable`. For a class that is thread-safe in a way the compiler
/// cannot see, use ``Unchecked``.
public struct Singleton<Instance: Sendable>: StartingRegistration, Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.singleton, recipe) }

    // Disfavoured: a trailing closure is a factory, not a value.
    /// Registers an existing instance.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - value: The instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type = Instance.self, value: Instance, fileID: StaticString = #fileID, line: Int = #line
    ) {
        definition = Plumbing.Definition(value: value, at: CodeLocation(fileID: fileID, line: line))
    }
}
