// The ways to say how an instance is made, once for every lifetime.
//
//     Singleton(Orders.init)                       autowired: the parameters' types are what it needs
//     Singleton((any Orders).self, SQLOrders.init) the same, found by a protocol
//     Singleton { SQLOrders(database: try $0()) }  a closure that asks the resolver
//
// FactoryRegistration has those that name the type, InferringRegistration those that leave it to the factory's result.

/// A registration that is made from a factory.
///
/// ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph`` and ``Transient`` have these initializers in common.
public protocol FactoryRegistration<Instance>: Registration {
    /// A registration with this factory.
    init(recipe: Recipe<Instance>)
}

/// A registration that can take its type from the factory's result.
///
/// `Shared` is one for objects alone.
public protocol InferringRegistration<Instance>: FactoryRegistration {}

/// How an instance is made, and what that needs.
public struct Recipe<Instance>: Sendable {
    let factory: Factory<Instance>
    let location: SourceLocation
    /// What the factory asks for; nil: nobody knows before it runs.
    let needs: (@Sendable () -> [Dependency])?

    @usableFromInline
    package init(
        at location: SourceLocation, needs: (@Sendable () -> [Dependency])? = nil,
        factory: @escaping Factory<Instance>
    ) {
        self.factory = factory
        self.location = location
        self.needs = needs
    }
}

extension Recipe {
    // Here, because a closure of an initializer below would capture the kind of registration as well.
    @inlinable
    init(at location: SourceLocation, needingNothing factory: @escaping @Sendable () throws -> Instance) {
        self.init(at: location, needs: { [] }) { _ in try factory() }
    }
}

extension FactoryRegistration {
    /// Registers a factory that asks the resolver for what it needs, under a type.
    ///
    /// What such a closure asks for is not known before it runs: ``Registration/dependsOn(_:)`` tells.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }

    /// Registers a factory that needs nothing, under a type.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    @inlinable
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init(recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needingNothing: factory))
    }
}

extension InferringRegistration {
    /// Registers a factory that asks the resolver for what it needs.
    ///
    /// What such a closure asks for is not known before it runs: ``Registration/dependsOn(_:)`` tells.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }

    /// Registers a factory that needs nothing.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    @inlinable
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init(recipe: Recipe(at: SourceLocation(fileID: fileID, line: line), needingNothing: factory))
    }
}
