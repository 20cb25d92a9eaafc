// A registration: the companion of its record in the engine, which is built anew when a setting changes.

internal import Armory

/// The registration of a service.
///
/// Settings are chained after `register`:
///
/// ```swift
/// container.register((any Animal).self) { _ in Cat() }
///     .inObjectScope(.container)
///     .initCompleted { r, cat in cat.owner = r.resolve(Person.self) }
/// ```
///
/// Any thread may change a setting. The change takes effect at the next resolve, and releases a kept instance.
public final class ServiceEntry<Service> {
    /// The type of the service.
    public let serviceType: any Any.Type
    /// The type of the factory's parameter: `Resolver`, or a tuple of a resolver and the arguments.
    public var argumentsType: any Any.Type { label.argumentsType }
    let label: Label
    /// The factory if it has no arguments, unless an extension has registered it.
    private let plain: ((any Resolver) -> Service)?
    /// The factory in all other cases: a `Taking`.
    private let taking: AnyObject?
    weak let container: Container?

    // `EntryLock` guards the settings and the key.
    private var objectScope: any ObjectScopeProtocol
    private var completions: [(any Resolver, Service) -> Void] = []
    /// The holder of the storage; nil if the engine keeps the instances.
    private var holder: StorageHolder?
    private var ownKey: ServiceKey
    /// Whether an instance in the scope `weak` was a value.
    private var hasValues = false
    /// Whether further types lead to this entry.
    private var isForwarded = false
    /// The number of changes.
    private var version: UInt = 0

    init(
        _ label: Label, _ objectScope: any ObjectScopeProtocol, plain: ((any Resolver) -> Service)? = nil,
        taking: AnyObject? = nil, in container: Container
    ) {
        serviceType = Service.self
        self.label = label
        self.plain = plain
        self.taking = taking
        self.container = container
        self.objectScope = objectScope
        ownKey = ServiceKey(Service.self, qualifier: label.qualifier)
        holder = StorageHolder(for: objectScope)
    }

    /// Sets the scope of the instances.
    ///
    /// - Returns: This entry.
    @discardableResult
    public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
        let holder = StorageHolder(for: objectScope)
        change {
            self.objectScope = objectScope
            self.holder = holder
            hasValues = false
        }
        return self
    }

    /// Sets the scope of the instances.
    ///
    /// - Returns: This entry.
    @discardableResult
    public func inObjectScope(_ objectScope: ObjectScope) -> Self {
        inObjectScope(objectScope as any ObjectScopeProtocol)
    }

    /// Adds a closure that completes each new instance, for example with dependencies that lead back to it.
    ///
    /// It runs after the factory, once for each instance, and may resolve services that need the instance. Several
    /// closures run in the order in which they were added.
    ///
    /// - Parameter completed: Receives the same resolver as the factory, and the instance.
    /// - Returns: This entry.
    @discardableResult
    public func initCompleted(_ completed: @escaping (any Resolver, Service) -> Void) -> Self {
        change { completions.append(completed) }
        return self
    }

    /// Makes the service resolvable by a further type, with the same instance.
    ///
    /// - Parameters:
    ///   - type: The further type. If an instance is not of this type, resolving the type returns nil.
    ///   - name: The name of the further registration; nil for none.
    /// - Returns: This entry.
    @discardableResult
    public func implements<T>(_ type: T.Type, name: String? = nil) -> ServiceEntry<Service> {
        container?.forward(type, name: name, to: self)
        return self
    }
}

/// Guards the settings of all entries. Resolving does not need it: a record has the settings that it was built with.
enum EntryLock {
    static let shared = Lock()
}

/// A factory with arguments.
final class Taking<Arguments> {
    let factory: (Arguments) -> Any

    init(_ factory: @escaping (Arguments) -> Any) { self.factory = factory }
}

/// The arguments of a resolve. It calls the factory, a `Taking`, with them.
struct Call {
    let body: (_ taking: AnyObject, Container) -> Any
}

// MARK: The record

extension ServiceEntry {
    /// The key in the engine: the entry's own, or another one if another entry has displaced this one.
    var key: ServiceKey { EntryLock.shared.withLock { ownKey } }

    /// Adds the entry's record.
    func register(in native: Armory.Container) {
        let registration = current.registration
        orEnd { () throws(ResolutionError) in try native.register(registration) }
    }

    /// Changes a setting, and replaces the record unless another entry has its key now.
    private func change(_ body: () -> Void) {
        EntryLock.shared.withLock {
            body()
            version += 1
        }
        guard let native = container?.native else { return }
        while true {
            let (registration, version) = current
            orEnd { () throws(ResolutionError) in _ = try native.replace(self, by: registration) }
            // Another thread may have replaced the record of a later version by this one.
            if version == EntryLock.shared.withLock({ self.version }) { return }
        }
    }

    /// The registration with the current settings, and their version.
    private var current: (registration: FacadeRegistration<Service>, version: UInt) {
        let (key, scope, completions, holder, hasValues, version) = EntryLock.shared.withLock {
            (ownKey, objectScope, self.completions, self.holder, self.hasValues, self.version)
        }
        let maker = EntryMaker(
            label, key, scope.lifetime(of: Service.self, hasValues), plain: plain, taking: taking, completions, holder)
        return (maker.registration(for: self), version)
    }

    /// Notes that an instance in the scope `weak` is a value, so that no instances are kept.
    func noteValue() { change { hasValues = true } }
}

extension ServiceEntry: AnyServiceEntry {
    var scope: any ObjectScopeProtocol { EntryLock.shared.withLock { objectScope } }

    func forgetStored(in container: Container) { EntryLock.shared.withLock { holder }?.reset(in: container) }

    /// Notes that further types lead to this entry, and returns its key.
    func forwarded() -> ServiceKey {
        EntryLock.shared.withLock {
            isForwarded = true
            return ownKey
        }
    }

    func displace(in native: Armory.Container) {
        let isMoved = EntryLock.shared.withLock {
            guard isForwarded else { return false }
            ownKey = ServiceKey(Service.self, qualifier: Qualifier(EntryKey(label, displaced: self)))
            return true
        }
        if isMoved { register(in: native) }
    }

    var entry: any AnyServiceEntry { self }

    func describe(as type: any Any.Type) -> String { describe(as: type, of: label) }

    /// The description of this entry, which is found by a type and the rest of a key.
    func describe(as type: any Any.Type, of label: Label) -> String {
        let (scope, count) = EntryLock.shared.withLock { (objectScope, completions.count) }
        return label.describe(serviceType, as: type, in: scope, completions: count)
    }
}

/// An entry without its type.
protocol AnyServiceEntry: Companion {
    var serviceType: any Any.Type { get }
    var scope: any ObjectScopeProtocol { get }

    /// Forgets the instances in the storage of a custom scope.
    func forgetStored(in container: Container)

    /// Moves the entry to another key if further types lead to it, because another entry is about to get its key.
    func displace(in native: Armory.Container)
}

/// A companion of a record in the engine: an entry, or a further type that leads to one.
protocol Companion: AnyObject {
    var entry: any AnyServiceEntry { get }
    var label: Label { get }

    /// The description of the entry, which is found by a type, in the words of Swinject.
    func describe(as type: any Any.Type) -> String
}
