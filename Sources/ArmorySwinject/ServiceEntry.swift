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
    let label: Label
    /// The factory if it has no arguments, unless an extension has registered it.
    let plain: ((any Resolver) -> Service)?
    /// The factory in all other cases: a `Taking`.
    let taking: AnyObject?
    /// Leads to the container that has the entry.
    let home: Home<Container>

    // `EntryLock` guards the settings and the key.
    private var objectScope: any ObjectScopeProtocol
    /// The latest closure that completes instances; nil: there is none.
    private var completion: Completion<Service>?
    /// The holder of the storage; nil if the engine keeps the instances.
    private var holder: StorageHolder?
    /// Whether another entry has displaced this one from its key.
    private var isDisplaced = false
    /// Whether an instance in the scope `graph` or `weak` was a value.
    private var hasValues = false
    /// How many further types lead to this entry.
    private var forwards = 0
    /// Whether the engine has the entry, or had it.
    private var isCommitted = false
    /// The number of changes since then.
    private var version: UInt = 0

    init(
        _ label: Label, _ objectScope: ObjectScope, plain: ((any Resolver) -> Service)? = nil,
        taking: AnyObject? = nil, at home: Home<Container>
    ) {
        self.label = label
        self.plain = plain
        self.taking = taking
        self.home = home
        self.objectScope = objectScope
        holder = StorageHolder(for: objectScope)
    }

    /// The type of the service.
    public var serviceType: any Any.Type { Service.self }

    /// The type of the factory's parameter: `Resolver`, or a tuple of a resolver and the arguments.
    public var argumentsType: any Any.Type { label.argumentsType }

    /// Sets the scope of the instances.
    ///
    /// - Returns: This entry.
    @discardableResult
    public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
        let holder = StorageHolder(for: objectScope)
        let (isCommitted, old) = EntryLock.shared.withLock {
            let old = (self.objectScope, self.holder)
            self.objectScope = objectScope
            self.holder = holder
            hasValues = false
            return (noteChange(), old)
        }
        // Released without the lock: a scope and a storage are user objects.
        withExtendedLifetime(old) {}
        if isCommitted { publish() }
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
        let isCommitted = EntryLock.shared.withLock {
            completion = Completion(completed, after: completion)
            return noteChange()
        }
        if isCommitted { publish() }
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
        home.owner?.forward(type, name: name, to: self)
        return self
    }

    // MARK: The record

    /// The settings at one time.
    var settings: EntrySettings<Service> {
        EntryLock.shared.withLock {
            EntrySettings(
                key: ownKey, scope: objectScope, completion: completion, holder: holder, hasValues: hasValues,
                version: version)
        }
    }

    /// The key in the engine: the entry's own, or another one if another entry has displaced this one.
    var key: ServiceKey { EntryLock.shared.withLock { ownKey } }

    /// Requires the lock.
    private var ownKey: ServiceKey {
        let qualifier = isDisplaced ? Qualifier(EntryKey(label, displaced: self)) : label.qualifier
        return ServiceKey(Service.self, qualifier: qualifier)
    }

    /// Notes a change, and returns whether the engine has a record that is to be replaced.
    ///
    /// Requires the lock.
    private func noteChange() -> Bool {
        version += 1
        return isCommitted
    }

    /// Replaces the record, unless another entry has its key now.
    private func publish() {
        guard let native = home.owner?.engine else { return }
        while true {
            let settings = settings
            orEnd { () throws(ResolutionError) in _ = try native.replace(self, by: registration(settings)) }
            // Another thread may have replaced the record of a later version by this one.
            if isCurrent(settings) { return }
        }
    }

    private func isCurrent(_ settings: EntrySettings<Service>) -> Bool {
        EntryLock.shared.withLock { version } == settings.version
    }

    /// Notes that an instance in the scope `graph` or `weak` is a value, so that no instances are shared.
    func noteValue() {
        EntryLock.shared.withLock {
            hasValues = true
            version += 1
        }
        publish()
    }
}

/// Guards the settings of all entries.
///
/// Resolving does not need it: a record has the settings that it was built with.
enum EntryLock {
    static let shared = Lock()
}

/// The settings of an entry from which its record is built.
struct EntrySettings<Service> {
    let key: ServiceKey
    let scope: any ObjectScopeProtocol
    let completion: Completion<Service>?
    let holder: StorageHolder?
    let hasValues: Bool
    let version: UInt
}

/// A closure that completes instances, and the closures that run before it.
final class Completion<Service> {
    private let body: (any Resolver, Service) -> Void
    private let earlier: Completion?
    /// The number of closures.
    let count: Int

    init(_ body: @escaping (any Resolver, Service) -> Void, after earlier: Completion?) {
        self.body = body
        self.earlier = earlier
        count = (earlier?.count ?? 0) + 1
    }

    func complete(_ service: Service, _ container: Container) {
        earlier?.complete(service, container)
        body(container, service)
    }
}

/// A factory with arguments.
final class Taking<Arguments> {
    let factory: (Arguments) -> Any

    init(_ factory: @escaping (Arguments) -> Any) { self.factory = factory }
}

/// The arguments of a resolve: calls the factory, a `Taking`, with them.
struct Call {
    let body: (_ taking: AnyObject, Container) -> Any
}

// MARK: Without its type

/// An entry without its type.
protocol AnyServiceEntry: Companion {
    var serviceType: any Any.Type { get }
    var scope: any ObjectScopeProtocol { get }

    /// Forgets the instances in the storage of a custom scope.
    func forgetStored(in container: Container)
}

/// A companion of a record in the engine: an entry, or a further type that leads to one.
protocol Companion: AnyObject {
    var entry: any AnyServiceEntry { get }
    var label: Label { get }

    /// Adds the record to the engine.
    func commit(to native: Armory.Container)

    /// Prepares for another companion that is about to get the key: an entry moves to another key if further types lead to
    /// it, and a further type ends.
    func makeRoom(in native: Armory.Container)

    /// The description of the entry, which is found by a type, in the words of Swinject.
    func describe(as type: any Any.Type) -> String
}

extension ServiceEntry: AnyServiceEntry {
    var entry: any AnyServiceEntry { self }
    var scope: any ObjectScopeProtocol { EntryLock.shared.withLock { objectScope } }

    func commit(to native: Armory.Container) {
        EntryLock.shared.withLock { isCommitted = true }
        let settings = settings
        (native.companion(at: settings.key) as? any Companion)?.makeRoom(in: native)
        orEnd { () throws(ResolutionError) in try native.register(registration(settings)) }
        // Another thread may have changed a setting meanwhile, and may have found no record to replace.
        if !isCurrent(settings) { publish() }
    }

    func forgetStored(in container: Container) { EntryLock.shared.withLock { holder }?.reset(in: container) }

    /// Notes that further types lead to this entry, and returns its key.
    func forwarded() -> ServiceKey {
        EntryLock.shared.withLock {
            forwards += 1
            return ownKey
        }
    }

    /// Notes that a further type leads elsewhere now; a displaced entry without any is removed.
    func endForward(in native: Armory.Container) {
        let key = EntryLock.shared.withLock { () -> ServiceKey? in
            forwards -= 1
            return isDisplaced && forwards == 0 ? ownKey : nil
        }
        if let key { orEnd { () throws(ResolutionError) in try native.remove(self, at: key) } }
    }

    func makeRoom(in native: Armory.Container) {
        let isMoved = EntryLock.shared.withLock {
            guard forwards > 0 else { return false }
            isDisplaced = true
            return true
        }
        if isMoved { commit(to: native) }
    }

    func describe(as type: any Any.Type) -> String { describe(as: type, of: label) }

    /// The description of this entry, which is found by a type and the rest of a key.
    func describe(as type: any Any.Type, of label: Label) -> String {
        let settings = settings
        return label.describe(
            serviceType, as: type, in: settings.scope, completions: settings.completion?.count ?? 0)
    }
}
