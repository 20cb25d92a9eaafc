// A store keeps the instances of a container, or of a singleton scope.

internal import Armory

/// Keeps instances in a container of the engine, which creates each of them once.
final class Store: Sendable {
    let container: Armory.Container
    private let parameters = ParameterNumbers()

    /// Receive the events of the stores that are created from now on.
    static let subscribers = Guarded<[any EventSubscriber]>([])

    init() {
        container = Armory.Container(configuration: .ofLibrary(subscribers: Self.subscribers.value))
    }

    /// The instance at a site, created if necessary.
    ///
    /// - Parameter made: Receives what the caller must know about a new instance.
    func take<T>(
        _ site: Site, timeToLive: UInt64?, isRepeatable: Bool, _ made: Made, _ body: @escaping () -> T
    ) throws(ResolutionError) -> T {
        do throws(ResolutionError) {
            return try container.take(at: site.key, site.lifetime, as: T.self, site.location) { (place: Place<T>) in
                place.isCurrent(for: site.scope, timeToLive: timeToLive)
            } or: {
                Place(site)
            } by: { place in
                CallerFactory(isRepeatable: isRepeatable, note: made) {
                    if let saved = place.saved { return try saved.restored { try Self.make(place, made, body) } }
                    return try Self.make(place, made, body)
                }
            }
        } catch {
            guard error.code == .declined else { throw error }
            return try made.takeUnkept(error)
        }
    }

    /// Creates an instance, and throws ``Declined`` if its scope does not keep it.
    private static func make<T>(_ place: Place<T>, _ made: Made, _ body: () -> T) throws(Declined) -> T {
        place.beginMaking()
        let mayKeep = !place.site.lifetime.keepsBeyondResolves || made.isCurrent
        let instance = body()
        made.isNew = true
        guard mayKeep, place.site.lifetime.keeps(instance) else {
            made.unkept = instance
            throw Declined()
        }
        place.endMaking()
        return instance
    }

    /// The number of a parameter of a factory, and the name of the site for it.
    ///
    /// Hold the number until the resolve ends.
    func numbered<T>(
        _ parameter: AnyHashable, of type: T.Type, _ name: Armory.Name, timeToLive: UInt64?
    ) -> (NumberedParameter, Armory.Name) {
        let key = ParameterNumbers.Key(ObjectIdentifier(type), name)
        let numbered = parameters.number(of: parameter, at: key)
        let unused = parameters.unused(at: key)
        if !unused.isEmpty { drop(unused, of: type, key, timeToLive: timeToLive) }
        return (numbered, Self.name(name, numbered.number))
    }

    /// Drops those of the numbers without an instance that still counts, and their sites.
    private func drop<T>(
        _ numbers: [UInt], of type: T.Type, _ key: ParameterNumbers.Key, timeToLive: UInt64?
    ) {
        let gone = numbers.filter { number in
            let site = SiteKey(type, Self.name(key.name, number))
            let place = container.companion(of: type, named: site.name).companion as? AnyPlace
            return place?.isOver(timeToLive) != false || container.keptInstance(at: site, as: type) == nil
        }
        for number in parameters.drop(Set(gone), at: key) {
            // No later resolve uses this number.
            let site = SiteKey(type, Self.name(key.name, number))
            orEnd { () throws(ResolutionError) in try container.removeSite(at: site) }
        }
    }

    private static func name(_ name: Armory.Name, _ number: UInt) -> Armory.Name { Armory.Name("\(name) #\(number)") }

    /// Releases the instances of a factory, for all parameters.
    func forget(_ type: any Any.Type, _ name: Armory.Name) {
        let numbers = parameters.remove(at: ParameterNumbers.Key(ObjectIdentifier(type), name))
        guard !numbers.isEmpty else {
            return orEnd { () throws(ResolutionError) in try container.removeSite(at: SiteKey(type, name)) }
        }
        let sites = Self.sites(type, name, numbers)
        forget { sites.contains($0.site.key.identity) }
    }

    /// Releases the instances of a factory that other scopes than the given one keep.
    func forget(_ type: any Any.Type, _ name: Armory.Name, keptOutside scope: Scope) {
        let numbers = parameters.numbers(at: ParameterNumbers.Key(ObjectIdentifier(type), name))
        let sites = Self.sites(type, name, numbers)
        let scope = scope.number
        forget { $0.site.scope != scope && sites.contains($0.site.key.identity) }
    }

    /// The sites of a factory: its own, and those for parameters.
    private static func sites(
        _ type: any Any.Type, _ name: Armory.Name, _ numbers: [UInt]
    ) -> Set<ParameterNumbers.Key> {
        Set(([name] + numbers.map { Self.name(name, $0) }).map { SiteKey(type, $0).identity })
    }

    /// Releases the instances at the places for which the closure returns true.
    ///
    /// - Parameter isForgotten: Runs with locks held, so it must not run user code.
    func forget(where isForgotten: (AnyPlace) -> Bool) {
        container.removeSites { unsafe isForgotten(unsafeDowncast($0, to: AnyPlace.self)) }
    }

    /// Releases the instances at the places for which the closure returns true, except those of running graphs.
    func forgetKept(where isForgotten: (AnyPlace) -> Bool) {
        forget { $0.site.lifetime != .graph && isForgotten($0) }
    }

    /// Releases all instances, except those of running graphs.
    func forgetAll() {
        parameters.removeAll()
        forgetKept { _ in true }
    }

    /// Whether no instance is kept.
    var isEmpty: Bool { instances().isEmpty }

    /// The instances that are kept now.
    func instances() -> [any SavedInstance] {
        container.companionsWithInstances().compactMap {
            unsafe unsafeDowncast($0, to: AnyPlace.self).instance(in: container)
        }
    }

    /// Puts instances in place of any others.
    func add(_ instances: [any SavedInstance]) {
        for instance in instances {
            orEnd { () throws(ResolutionError) in try instance.put(in: container) }
        }
    }

    /// Keeps exactly these instances.
    func restore(_ instances: [any SavedInstance]) {
        let kept = Set(instances.map(\.site.key.identity))
        forgetKept { !kept.contains($0.site.key.identity) }
        add(instances)
    }
}

/// What a resolve must know about a new instance.
final class Made: CallNote {
    var isNew = false
    let isResolve: Bool
    private let entry: Entry
    private let key: FactoryKey
    private let manager: ContainerManager
    /// The instance, if its scope does not keep it.
    fileprivate var unkept: Any?

    init(_ entry: Entry, _ key: FactoryKey, _ manager: ContainerManager, isResolve: Bool = true) {
        self.entry = entry
        self.key = key
        self.manager = manager
        self.isResolve = isResolve
    }

    /// Whether an instance that the resolve creates from now on may be kept.
    fileprivate var isCurrent: Bool { manager.isCurrent(entry, of: key) }

    /// Returns the instance that its scope does not keep.
    ///
    /// A separate function, because generic code looks up the type of an optional even on another path.
    @inline(never)
    fileprivate func takeUnkept<T>(_ error: ResolutionError) throws(ResolutionError) -> T {
        guard let instance = unkept as? T else { throw error }
        return instance
    }
}

extension SiteKey {
    fileprivate var identity: ParameterNumbers.Key { ParameterNumbers.Key(ObjectIdentifier(owner), name ?? "") }
}

extension Lifetime {
    /// Whether instances are kept for later resolves.
    var keepsBeyondResolves: Bool { self != .transient && self != .graph }

    /// Whether instances of a type may be objects: values are not kept weakly.
    static func mayKeepWeakly(_ type: any Any.Type) -> Bool {
        type is AnyObject.Type || TypeName.isExistential(type) || type is any Nillable.Type
    }

    /// Whether an instance is kept: `shared` keeps only objects, and no lifetime keeps nil.
    func keeps<T>(_ instance: T) -> Bool {
        switch self {
        case .transient: true
        case .shared: ObjectIdentity.object(of: instance) != nil
        default: T.self is AnyObject.Type || (instance as? any Nillable)?.isNil != true
        }
    }
}

private protocol Nillable {
    var isNil: Bool { get }
}

extension Optional: Nillable {
    fileprivate var isNil: Bool { self == nil }
}
