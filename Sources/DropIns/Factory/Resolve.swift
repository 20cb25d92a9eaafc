// One resolve of a factory: it finds the cell of the instance, which says whether the closure runs.

internal import ArmoryCore
internal import ArmoryRegistry

extension FactoryIdentity {
    /// The instance of the factory's scope, created if necessary.
    ///
    /// - Parameter isNew: Becomes true if this resolve has called the closure.
    func instance<P, T>(
        _ plan: Plan, _ manager: ContainerManager, _ make: (P) -> T, _ parameters: P, _ isNew: inout Bool
    ) -> T {
        if let cell = plan.cell {
            let binding = Binding(place: plan.entry, cell: cell, owner: manager.registry)
            return instance(plan, manager, binding, make, parameters, &isNew)
        }
        return instance(plan, manager, elsewhere(plan, manager, parameters), make, parameters, &isNew)
    }

    /// Where the instance of a singleton or for a parameter is.
    private func elsewhere<P>(_ plan: Plan, _ manager: ContainerManager, _ parameters: P) -> Binding {
        let scope = plan.keeper?.registry == nil ? plan.keeper : nil
        let owner = plan.keeper?.registry ?? manager.registry
        var base: Place = plan.entry
        if scope == nil {
            base = owner.place(of: manager.singletonKey(of: plan.entry, self), at: location)
        }
        let parameter = plan.options.value.scopesOnParameters ? parameters as? AnyHashable : nil
        while true {
            let place = parameter.map { owner.place(of: $0, beside: base) } ?? base
            let timeToLive = plan.options.value.timeToLive
            // Nil: it was removed meanwhile.
            if let cell = owner.cell(of: place, scope, timeToLive: timeToLive, base: parameter == nil ? nil : base) {
                return Binding(place: place, cell: cell, owner: owner)
            }
        }
    }

    private func instance<P, T>(
        _ plan: Plan, _ manager: ContainerManager, _ binding: Binding, _ make: (P) -> T, _ parameters: P,
        _ isNew: inout Bool
    ) -> T {
        let isRepeatable = P.self != Void.self || !ContainerManager.isCircularDependencyTesting
        let options = MakingOptions(rawValue: isRepeatable ? MakingOptions.isRepeatable.rawValue : 0)
        guard binding.cell.lifetime != .transient else {
            isNew = true
            do throws(ResolutionError) {
                return try binding.cell.resolve(T.self, options: options) { binding.made { make(parameters) } }
            } catch {
                endProcess(error, container, key)
            }
        }
        let keeping = Keeping(plan: plan, manager: manager, binding: binding, options: options)
        let make = { make(parameters) }
        guard binding.cell.lifetime == .shared else {
            return kept(keeping, &isNew, make) { instance throws(Declined) in
                if isNil(instance) { throw Declined() }
                return instance
            } _: {
                $0
            }
        }
        guard binding.cell.type == AnyObject.self, T.self != AnyObject.self else {
            return kept(keeping, &isNew, make) { instance throws(Declined) in
                // An object that is in an optional behind a protocol is not held weakly.
                guard type(of: instance as Any) is AnyObject.Type else { throw Declined() }
                return instance
            } _: {
                $0
            }
        }
        return kept(keeping, &isNew, make) { instance throws(Declined) in
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
    private func kept<T, K>(
        _ keeping: Keeping, _ isNew: inout Bool, _ make: () -> T, _ pack: (T) throws(Declined) -> K,
        _ unpack: (K) -> T
    ) -> T {
        let (cell, place, owner) = (keeping.binding.cell, keeping.binding.place, keeping.binding.owner)
        while true {
            var unkept: Any?
            do throws(ResolutionError) {
                let kept = try cell.resolve(K.self, options: keeping.options) {
                    // What runs already when the factory changes is not kept.
                    let mayKeep = cell.lifetime == .graph || keeping.manager.isCurrent(keeping.plan)
                    let instance = keeping.binding.made(make)
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
                guard error.code == .declined else { endProcess(error, container, key) }
                // If there is none, another thread has made one for itself alone. A nil is an instance of an optional type, too.
                if let unkept, let instance = unkept as? T { return instance }
            }
        }
    }
}

/// Where an instance is.
private struct Binding {
    let place: Place
    let cell: StandaloneCell
    let owner: Registry

    /// Runs the closure, and reports that.
    func made<T>(_ make: () -> T) -> T {
        guard let events = owner.events else { return make() }
        return Asker.making(place.reported(in: cell), cell, events, make)
    }
}

/// What a resolve knows that may keep its instance.
private struct Keeping {
    let plan: Plan
    let manager: ContainerManager
    let binding: Binding
    let options: MakingOptions
}

/// Whether an instance is a nil, which no scope keeps.
private func isNil<T>(_ instance: T) -> Bool {
    guard !(T.self is AnyObject.Type) else { return false }
    guard let optional = instance as? any AnyOptional else { return false }
    return optional.wrapped == nil
}
