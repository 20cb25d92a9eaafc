// Instances of custom lifetimes: from the registration's slot to the instance.
//
//     slot --> store --> holder --> its own slot --> instance
//     pinned | not pinned: the caller has a reference to the holder, and user code runs
//
// The holder's slot is on the path, and the registration's slot is not, so that the path has the key once.

extension Container {
    /// The instance of a slot whose state is `custom`.
    func takeCustom(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        let context = unsafe pin.context
        let binding = unsafe slot.binding
        let store = unsafe slot.store
        pin.end()
        guard binding.argumentType == request.argumentType else {
            return unsafe fault(
                .wrongArguments, binding, context,
                detail: .arguments(taken: binding.argumentType, given: request.argumentType))
        }
        func open<T>(_ type: T.Type) -> ResolutionError? {
            func open<Arguments>(_ arguments: Arguments.Type) -> ResolutionError? {
                unsafe put(type, into: room) { () throws(ResolutionError) in
                    try unsafe takeHeld(binding, store, request, request.value(as: arguments), context)
                }
            }
            return _openExistential(request.ownArgumentType, do: open)
        }
        return _openExistential(request.type, do: open)
    }

    private func takeHeld<T, Arguments>(
        _ binding: Binding, _ store: CustomStore, _ request: Request, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let customFinder = binding.customFinder(for: Arguments.self)
        // Checked before user code runs, because a lookup in that code does not find this slot on the path.
        guard unsafe !context.isTooDeep else { throw unsafe fault(.tooDeep, binding, context) }
        let found: FoundHolder
        do {
            found = try customFinder.find(arguments, of: binding, in: store)
        } catch {
            throw unsafe customFault(error, binding, context)
        }
        let holder = found.holder
        defer { withExtendedLifetime(holder) {} }
        if found.isUsable { return unsafe holder.slot.instance(as: T.self).pointee }
        let factory = request.factoryWithArguments(of: T.self, binding)
        return try unsafe entering(holder.slot, Pin()) { _ throws(any Error) in
            let construction = unsafe Construction<T>(
                slot: holder.slot, context: context, owner: holder, container: self,
                injections: binding.injections
            ) { resolver in
                let instance = try factory(resolver)
                try customFinder.noteMade(holder, in: store) { ObjectIdentity.isReference(instance) }
                return instance
            }
            // An instance that is not kept is created like a transient whose arguments differ each time.
            let instance =
                try found.isKept
                ? construction.obtainKept() : construction.obtainTransient(isRepeatable: binding.argumentType != nil)
            if isDerived { notifyMade(instance, binding) }
            return instance
        }
    }

    /// Describes an error of the search for the instance's place.
    func customFault(
        _ error: any Error, _ binding: Binding, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        switch error {
        case let error as ResolutionError: error
        case PathFault.outsideTask: unsafe fault(.outsideTask, binding, context)
        case is Declined: unsafe fault(.declined, binding, context, underlying: error)
        default: unsafe fault(.factoryFailed, binding, context, underlying: error)
        }
    }
}

extension Container {
    /// The number of instances, or places for them, of a type's registration with a custom lifetime.
    package func customInstanceCount<T>(_ type: T.Type) -> Int {
        unsafe peek(ServiceKey(type)) { unsafe $0.state == SlotState.custom ? $0.store : nil }?.holderCount ?? 0
    }
}
