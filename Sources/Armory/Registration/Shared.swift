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
public struct Shared<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    private init(_ factory: @escaping Factory<Instance>, _ location: SourceLocation) {
        definition = Definition(.shared, at: location, factory: factory)
    }

    /// Registers a factory that asks the resolver for what it needs.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) where Instance: AnyObject & Sendable {
        self.init(factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) where Instance: AnyObject & Sendable {
        self.init({ _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that asks the resolver for what it needs.
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
    ) where Instance: Sendable {
        self.init(factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing.
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
        _ factory: @escaping @Sendable () throws -> Instance
    ) where Instance: Sendable {
        self.init({ _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an instance whose type is not `Sendable`, on the word of the caller that threads may share it.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public static func unchecked(
        _ type: Instance.Type = Instance.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) -> Self {
        Self(factory, SourceLocation(fileID: fileID, line: line))
    }
}
