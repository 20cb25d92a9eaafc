/// A registration that creates one instance for each outermost resolve.
///
/// All objects created in that resolve share the instance; the next resolve creates a new one.
///
/// ```swift
/// Graph { Transaction() }
/// Transient { Transfer(debit: try $0(), credit: try $0()) }   // both accounts in one transaction
/// ```
///
/// The container keeps no reference: the instance lives as long as other objects hold it.
///
/// The type need not be `Sendable`. Then only factories share the instance, through their ``Resolver`` or by their
/// parameters. Code that has no resolver of the factory, for example a property wrapper, a ``Provider`` or a
/// container that was captured, may hand its objects to another task, so it gets a separate instance. The same
/// applies to factories that await. To share an instance with such code too, make its type `Sendable` or use
/// ``unchecked(_:fileID:line:_:)``.
public struct Graph<Instance>: ConfinedRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(.graph, recipe)
    }
}

extension Graph where Instance == Never {
    /// Registers an instance whose type is not `Sendable`; the caller guarantees that it is used by one thread at a time.
    ///
    /// All code of a factory, and every deferred dependency, finds the instance in its graph, as if the type were `Sendable`.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates the instance. It may run on any thread.
    public static func unchecked<T>(
        _ type: T.Type = T.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> T
    ) -> Unchecked<T> {
        Unchecked(.graph, Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }
}
