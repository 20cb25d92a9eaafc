// Storages: those of custom scopes, which users write or put together, and their parts.

/// Keeps the instances of one entry in a custom scope.
///
/// Only one thread at a time uses a storage of an entry.
public protocol InstanceStorage: AnyObject {
    /// The instance; nil if there is none. Setting nil forgets the instance.
    var instance: Any? { get set }

    /// Called when an outermost resolve that has used the storage ends.
    func graphResolutionCompleted()

    /// Returns the instance for a graph; by default, `instance`.
    func instance(inGraph graph: GraphIdentifier) -> Any?

    /// Stores the instance for a graph; by default, in `instance`.
    func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier)
}

extension InstanceStorage {
    /// Does nothing.
    public func graphResolutionCompleted() {}

    /// Returns `instance`.
    public func instance(inGraph graph: GraphIdentifier) -> Any? { instance }

    /// Stores the instance in `instance`.
    public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) { self.instance = instance }
}

/// Keeps the object of each graph weakly, and the latest instance until the end of the resolve.
public final class GraphStorage: InstanceStorage {
    /// The latest instance.
    public var instance: Any?
    private var objects: [GraphIdentifier: Weak] = [:]
    /// The number of objects at which those that are gone are removed.
    private var limit = 8

    /// Creates an empty storage.
    public init() {}

    /// Forgets the latest instance; objects stay known to their graphs while other code holds them.
    public func graphResolutionCompleted() { instance = nil }

    /// Returns the object of a graph if it still exists.
    public func instance(inGraph graph: GraphIdentifier) -> Any? { objects[graph]?.object }

    /// Stores the instance of a graph; a value is not found again.
    public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
        self.instance = instance
        objects[graph] = Weak(instance)
        guard objects.count >= limit else { return }
        objects = objects.filter { $0.value.object != nil }
        limit = max(8, objects.count * 2)
    }
}

/// Keeps an instance until it is set to nil.
public final class PermanentStorage: InstanceStorage {
    /// The instance.
    public var instance: Any?

    /// Creates an empty storage.
    public init() {}
}

/// Keeps nothing.
public final class TransientStorage: InstanceStorage {
    /// Always nil; setting has no effect.
    public var instance: Any? {
        get { nil }
        set { _ = newValue }
    }

    /// Creates a storage.
    public init() {}
}

/// Keeps an object while a strong reference to it exists, and no values.
public final class WeakStorage: InstanceStorage {
    private var object = Weak(nil)

    /// The object; nil if it is gone, or was a value.
    public var instance: Any? {
        get { object.object }
        set { object = Weak(newValue) }
    }

    /// Creates an empty storage.
    public init() {}
}

/// Keeps an instance as long as one of several storages does.
public final class CompositeStorage: InstanceStorage {
    private let components: [any InstanceStorage]

    /// The first instance of a component; setting it sets that of every component.
    public var instance: Any? {
        get { components.lazy.compactMap(\.instance).first }
        set { for component in components { component.instance = newValue } }
    }

    /// Creates a storage.
    ///
    /// - Parameter components: The storages, which are asked in order.
    public init(_ components: [any InstanceStorage]) { self.components = components }

    /// Tells every component.
    public func graphResolutionCompleted() {
        for component in components { component.graphResolutionCompleted() }
    }

    /// Returns the first instance that a component has for a graph.
    public func instance(inGraph graph: GraphIdentifier) -> Any? {
        components.lazy.compactMap { $0.instance(inGraph: graph) }.first
    }

    /// Stores the instance of a graph in every component.
    public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
        for component in components { component.setInstance(instance, inGraph: graph) }
    }
}

/// A weak reference to an object; nil for a value.
private struct Weak {
    weak var object: AnyObject?

    init(_ instance: Any?) {
        guard let instance, type(of: instance) is AnyObject.Type else { return }
        object = instance as AnyObject
    }
}
