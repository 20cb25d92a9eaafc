/// A registration whose instance is made once by its container, at the first resolve, and kept until the container
/// is closed or released.
///
/// The factory runs to success exactly once, however many threads ask at the same time; while it runs, nothing
/// else waits. If it throws, the error goes to the caller whose resolve ran it, and the next resolve tries again.
///
/// ```swift
/// Singleton { Clock() }
/// Singleton { Repository(database: try $0()) }
/// Singleton((any Orders).self) { SQLOrders(database: try $0()) }    // found by the protocol
/// Singleton(value: Settings.fromEnvironment())
/// ```
///
/// All threads share the instance, so its type is `Sendable`. For a class that is guarded in a way the compiler cannot
/// see, say so with ``unchecked(_:fileID:line:_:)``.
public struct Singleton<Instance: Sendable>: FactoryRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        definition = Definition(.singleton, recipe)
    }

    // Disfavoured: a trailing closure is a factory, not a value.
    /// Registers an instance that there is already.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - value: The instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init(
        _ type: Instance.Type = Instance.self,
        value: Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let traits = BindingTraits(
            lifetime: .singleton, location: SourceLocation(fileID: fileID, line: line))
        definition = Definition(ReadyBinding(traits, value: value))
    }
}

extension Singleton: InferringRegistration {}

extension Singleton where Instance == Never {
    /// Registers an instance whose type is not `Sendable`, on the word of the caller that threads may share it.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes the instance. It may run on any thread.
    public static func unchecked<T>(
        _ type: T.Type = T.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> T
    ) -> Unchecked<T> {
        Unchecked(.singleton, Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }
}
