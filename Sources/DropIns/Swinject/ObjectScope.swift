/// Says which resolves share an instance.
///
/// Conform to it, or create an ``ObjectScope``, for a scope with its own storage.
public protocol ObjectScopeProtocol: AnyObject {
    /// Creates the storage of one entry's instances.
    ///
    /// It is called once for each entry in this scope, before the entry's first instance.
    func makeStorage() -> any InstanceStorage
}

/// A scope: a predefined one, or one with its own storage.
///
/// ```swift
/// extension ObjectScope {
///     static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
/// }
/// container.resetObjectScope(.session)
/// ```
public final class ObjectScope: ObjectScopeProtocol, CustomStringConvertible, @unchecked Sendable {
    // Immutable; any thread may call the closure, as it may call factories.

    /// The description of the scope.
    public let description: String
    private let storageFactory: () -> any InstanceStorage
    private let parent: (any ObjectScopeProtocol)?

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - storageFactory: Creates the storage of one entry's instances. Any thread may call it.
    ///   - description: The description of the scope.
    ///   - parent: A scope whose storage is used as well; nil for none.
    public init(
        storageFactory: @escaping () -> any InstanceStorage, description: String = "",
        parent: (any ObjectScopeProtocol)? = nil
    ) {
        self.storageFactory = storageFactory
        self.description = description
        self.parent = parent
    }

    /// Creates the storage of one entry's instances.
    public func makeStorage() -> any InstanceStorage {
        guard let parent else { return storageFactory() }
        return CompositeStorage([storageFactory(), parent.makeStorage()])
    }

    /// Every resolve creates an instance.
    public static let transient = ObjectScope(storageFactory: TransientStorage.init, description: "transient")

    /// The resolves inside of one outermost resolve share an object.
    ///
    /// This is the default scope.
    public static let graph = ObjectScope(storageFactory: GraphStorage.init, description: "graph")

    /// All resolves from a container and its children share an instance.
    public static let container = ObjectScope(storageFactory: PermanentStorage.init, description: "container")

    /// All resolves from a container and its children share an object while a strong reference to it exists.
    public static let weak = ObjectScope(
        storageFactory: WeakStorage.init, description: "weak", parent: ObjectScope.graph)
}

extension ObjectScopeProtocol {
    /// Whether the engine keeps the instances of this scope, and no storage.
    var isPredefined: Bool {
        self === ObjectScope.graph || self === ObjectScope.container || self === ObjectScope.transient
            || self === ObjectScope.weak
    }
}
