// Instances of custom lifetimes: from the registration's slot to the instance.
//
//     slot --> store --> holder --> its own slot --> instance
//     pinned | not pinned: the holder is held, and the user's code runs
//
// The holder's slot stands on the path, and not the registration's: one key stands there once.

extension Container {
    /// The instance of a slot whose state is `custom`.
    ///
    /// The thread is pinned, and is not any more when this returns.
    func takeCustom<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        try unsafe takeCustom(slot, type, nil, (), context)
    }

    /// As above, from arguments; of the type nil where there are none.
    func takeCustom<T, Arguments>(
        _ slot: Slot, _ type: T.Type, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let binding = unsafe slot.binding
        let store = unsafe slot.store
        unsafe context.unpin()
        guard binding.argumentType == argumentType else {
            throw unsafe fault(
                .wrongArguments, binding, context,
                detail: .arguments(
                    taken: binding.argumentType.map(TypeName.of), given: argumentType.map(TypeName.of)))
        }
        return try unsafe take(binding.typed(as: CustomBinding<T, Arguments>.self), store, arguments, context)
    }

    private func take<T, Arguments>(
        _ binding: CustomBinding<T, Arguments>, _ store: InstanceStore, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        // Before the user's code: what resolves in it is not on the path.
        guard unsafe !context.isTooDeep else { throw unsafe fault(.tooDeep, binding, context) }
        let found: FoundHolder
        do {
            found = try binding.find(arguments, in: store)
        } catch {
            throw unsafe placeFault(error, binding, context)
        }
        let holder = found.holder
        defer { withExtendedLifetime(holder) {} }
        if found.isReady { return unsafe holder.slot.instance(as: T.self).pointee }
        return try unsafe entering(holder.slot, context) { _ throws(any Error) in
            let construction = unsafe Construction<T>(
                slot: holder.slot, context: context, owner: holder, resolver: Resolver(owner: self),
                injections: binding.injections ?? []
            ) { try binding.make(holder, in: store, $0, arguments) }
            // What nobody shares is as a transient whose arguments differ each time.
            let instance =
                try found.isKept
                ? construction.obtainKept() : construction.obtainTransient(isRepeatable: binding.argumentType != nil)
            if isDerived { tellMade(instance, binding) }
            return instance
        }
    }

    /// The error of an asker without a place.
    func placeFault(
        _ error: any Error, _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        switch error {
        case let error as ResolutionError: error
        case PlaceFault.outsideTask: unsafe fault(.outsideTask, binding, context)
        case is Declined: unsafe fault(.declined, binding, context, underlying: error)
        default: unsafe fault(.factoryFailed, binding, context, underlying: error)
        }
    }
}

extension Container {
    /// How many instances of a type's registration with a custom lifetime there are, or places for them.
    package func placeCount<T>(_ type: T.Type) -> Int {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)),
            unsafe Slot(address).state == SlotState.custom
        else {
            unsafe context.unpin()
            return 0
        }
        let store = unsafe Slot(address).store
        unsafe context.unpin()
        return store.holderCount
    }
}
