/// A registration whose instance is shared while somebody holds it; when the last one lets go, it is gone, and the next
/// resolve makes a new one.
///
/// The container itself keeps only a weak reference.
///
/// ```swift
/// Shared { ImageCache() }
/// Shared((any Session).self) { RemoteSession(try $0()) }
/// ```
///
/// Only an object can be held weakly. A concrete value type does not compile where the type is left out; one that hides behind a
/// protocol is refused with ``ResolutionError/Code/valueTypeShared`` when it is made.
public struct Shared<Instance: Sendable>: FactoryRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        definition = Definition(.shared, recipe)
    }
}

extension Shared: InferringRegistration where Instance: AnyObject {}

extension Shared where Instance == Never {
    /// Registers an instance whose type is not `Sendable`, on the word of the caller that threads may share it.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public static func unchecked<T>(
        _ type: T.Type = T.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> T
    ) -> Unchecked<T> {
        Unchecked(.shared, Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }
}
