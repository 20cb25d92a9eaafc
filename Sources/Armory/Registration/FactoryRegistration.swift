// The initializers that say how an instance is created, shared by all lifetimes.
//
//     Singleton(Orders.init)                       autowired: the parameters' types are its dependencies
//     Singleton((any Orders).self, SQLOrders.init) the same, found by a protocol
//     Singleton { SQLOrders(database: try $0.resolve()) }  a closure that asks the resolver
//
// FactoryRegistration has the initializers that name the type, InferringRegistration those that take the type of the
// factory's result.

/// A registration whose instances a factory creates.
///
/// ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph`` and ``Transient`` have these initializers in common.
public protocol FactoryRegistration<Instance>: Registration {
    /// Creates a registration from a recipe.
    init(recipe: Plumbing.Recipe<Instance>)
}

extension Plumbing {
    /// A registration that can take its type from the factory's result.
    ///
    /// ``Shared`` conforms only for objects.
    public protocol InferringRegistration<Instance>: FactoryRegistration {}

    /// A factory and its dependencies.
    public struct Recipe<Instance>: Sendable {
        /// The factory's record, which the registration completes: made where the type of the instances is known to the compiler.
        @usableFromInline let record: Record
        /// The factory's dependencies; nil if they are not known before it runs.
        @usableFromInline let needs: (@Sendable () -> [Dependency])?
        /// The factory, if some of its parameters are run-time arguments; nil: none.
        @usableFromInline var arguments: AnyArgumentRecipe?

        @inlinable
        package init(
            at location: CodeLocation, needs: (@Sendable () -> [Dependency])? = nil,
            factory: @escaping @Sendable (Resolver) throws -> Instance
        ) {
            (record, self.needs) = (Record(at: location, factory), needs)
        }
    }
}

extension Plumbing.Recipe {
    // Here, because a closure in an initializer below would also capture the type of the registration, which is two words
    // of memory for each one.
    @inlinable
    init(at location: CodeLocation, needingNothing factory: @escaping @Sendable () throws -> Instance) {
        self.init(at: location, needs: { [] }) { _ in try factory() }
    }
}

extension FactoryRegistration {
    /// Registers, under a type, a factory that resolves its dependencies from the resolver.
    ///
    /// The dependencies of such a closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares
    /// them.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    @inlinable public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(recipe: Plumbing.Recipe(at: CodeLocation(fileID: fileID, line: line), factory: factory))
    }

    /// Registers, under a type, a factory without dependencies.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    @inlinable
    public init(
        _ type: Instance.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init(recipe: Plumbing.Recipe(at: CodeLocation(fileID: fileID, line: line), needingNothing: factory))
    }
}

extension Plumbing.InferringRegistration {
    /// Registers a factory that resolves its dependencies from the resolver.
    ///
    /// The dependencies of such a closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares
    /// them.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    @inlinable public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(recipe: Plumbing.Recipe(at: CodeLocation(fileID: fileID, line: line), factory: factory))
    }

    /// Registers a factory without dependencies.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    @inlinable
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init(Instance.self, fileID: fileID, line: line, factory)
    }
}
