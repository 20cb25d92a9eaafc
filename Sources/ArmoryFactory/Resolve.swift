// One resolve of a factory: it finds the cell of the instance, which says whether the closure runs.

internal import ArmoryCore
internal import ArmoryRegistry

struct Resolve {
    private let factory: FactoryIdentity
    private let plan: Plan
    /// Whether this resolve has called the closure.
    private(set) var isNew = false

    init(_ factory: FactoryIdentity, _ plan: Plan) {
        self.factory = factory
        self.plan = plan
    }

    private var manager: ContainerManager { factory.container.manager }

    /// The instance of the factory's scope, created if necessary.
    mutating func instance<P, T>(_ make: (P) -> T, _ parameters: P) -> T {
        if let cell = plan.cell {
            return instance(plan.entry, cell, manager.registry, make, parameters)
        }
        let (place, cell, owner) = elsewhere(parameters)
        return instance(place, cell, owner, make, parameters)
    }

    /// Where the instance of a singleton or for a parameter is.
    private func elsewhere<P>(_ parameters: P) -> (Place, StandaloneCell, Registry) {
        let scope = plan.scope.registry == nil ? plan.scope : nil
        let owner = plan.scope.registry ?? manager.registry
        var base: Place = plan.entry
        if scope == nil {
            base = owner.place(of: manager.singletonKey(of: plan.entry, factory), at: factory.location)
        }
        let parameter = plan.options.value.scopesOnParameters ? parameters as? AnyHashable : nil
        while true {
            let place = parameter.map { owner.place(of: $0, beside: base) } ?? base
            let timeToLive = plan.options.value.timeToLive
            // Nil: it was removed meanwhile.
            if let cell = owner.cell(of: place, scope, timeToLive: timeToLive, base: parameter == nil ? nil : base) {
                return (place, cell, owner)
            }
        }
    }

    private mutating func instance<P, T>(
        _ place: Place, _ cell: StandaloneCell, _ owner: Registry, _ make: (P) -> T, _ parameters: P
    ) -> T {
        let isRepeatable = P.self != Void.self || !manager.circularDependencyTesting
        guard cell.lifetime != .transient else {
            isNew = true
            do throws(ResolutionError) {
                return try cell.obtain(T.self, isRepeatable ? .isRepeatable : []) {
                    made(at: place, cell, owner) { make(parameters) }
                }
            } catch {
                endProcess(error, factory.container, factory.key)
            }
        }
        let make = { make(parameters) }
        guard cell.lifetime == .shared else {
            return kept(place, cell, owner, isRepeatable, make) { instance throws(Declined) in
                if isNil(instance) { throw Declined() }
                return instance
            } _: {
                $0
            }
        }
        guard cell.type == AnyObject.self, T.self != AnyObject.self else {
            return kept(place, cell, owner, isRepeatable, make) { instance throws(Declined) in
                // An object that is in an optional behind a protocol is not held weakly.
                guard type(of: instance as Any) is AnyObject.Type else { throw Declined() }
                return instance
            } _: {
                $0
            }
        }
        return kept(place, cell, owner, isRepeatable, make) { instance throws(Declined) in
            guard let object = objectIn(instance) else { throw Declined() }
            return object
        } _: { object in
            // It was in an optional of this type.
            guard let instance = object as? T else { fatalError("\(object) is no \(T.self)") }
            return instance
        }
    }

    /// The instance that a cell keeps, as an instance of `K`.
    ///
    /// - Parameter pack: Throws if the instance is not kept.
    private mutating func kept<T, K>(
        _ place: Place, _ cell: StandaloneCell, _ owner: Registry, _ isRepeatable: Bool, _ make: () -> T,
        _ pack: (T) throws(Declined) -> K, _ unpack: (K) -> T
    ) -> T {
        while true {
            var unkept: Any?
            do throws(ResolutionError) {
                let kept = try cell.obtain(K.self, isRepeatable ? .isRepeatable : []) {
                    // What runs already when the factory changes is not kept.
                    let mayKeep = cell.lifetime == .graph || manager.isCurrent(plan)
                    let instance = made(at: place, cell, owner, make)
                    isNew = true
                    do throws(Declined) {
                        guard mayKeep else { throw Declined() }
                        let kept = try pack(instance)
                        owner.locked { place.made(in: cell) }
                        return kept
                    } catch {
                        unkept = instance
                        throw error
                    }
                }
                return unpack(kept)
            } catch {
                guard error.code == .declined else { endProcess(error, factory.container, factory.key) }
                // If there is none, another thread has made one for itself alone.
                if let unkept = unkept as? T { return unkept }
            }
        }
    }

    /// Runs the closure, and reports that.
    private func made<T>(at place: Place, _ cell: StandaloneCell, _ owner: Registry, _ make: () -> T) -> T {
        guard let events = owner.events else { return make() }
        return Asker.making(place.reported(in: cell), cell, events, make)
    }
}

/// Whether an instance is a nil, which no scope keeps.
private func isNil<T>(_ instance: T) -> Bool {
    guard !(T.self is AnyObject.Type) else { return false }
    return (instance as? any Nillable)?.isNil == true
}
