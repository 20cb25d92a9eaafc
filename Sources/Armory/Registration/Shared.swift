/// A registration whose instance is shared as long as any reference holds it.
///
/// The container itself keeps only a weak reference. When the last other reference is gone, the next resolve creates a
/// new instance.
///
/// ```swift
/// Shared { ImageCache() }
/// Shared((any Session).self) { RemoteSession(try $0()) }
/// ```
///
/// Only an object can be held weakly. A concrete value type does not compile if the type is omitted. A value type
/// behind a protocol is refused with ``ResolutionError/Code/valueTypeShared`` when it is created.
public struct Shared<Instance: Sendable>: SharingRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(.shared, recipe)
    }
}

extension Shared: Plumbing.InferringRegistration where Instance: AnyObject {}

extension Shared where Instance == Never {
    /// Registers an instance whose type is not `Sendable`; the caller guarantees that threads may share it.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public static func unchecked<T>(
        _ type: T.Type = T.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> T
    ) -> Unchecked<T> {
        Unchecked(.shared, Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }
}
