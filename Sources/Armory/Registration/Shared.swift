/// A registration whose instance is shared as long as any reference holds it.
///
/// The container itself keeps only a weak reference. When the last other reference is gone, the next resolve creates a
/// new instance.
///
/// ```swift
/// Shared { ImageCache() }
/// Shared((any Session).self) { RemoteSession(try $0.resolve()) }
/// ```
///
/// With arguments, there is one for each value of them that anybody holds an instance of:
///
/// ```swift
/// Shared(arguments: Customer.ID.self) { resolver, id in CustomerCache(id, database: try resolver.resolve()) }
/// ```
///
/// Only an object can be held weakly. A concrete value type does not compile if the type is omitted. A value type
/// behind a protocol is refused with ``ResolutionError/Code/valueTypeShared`` when it is created.
public struct Shared<Instance: Sendable>: FactoryRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.shared, recipe) }
}

extension Shared: Plumbing.InferringRegistration where Instance: AnyObject {}
