extension Container {
    /// Registrations that the caller may have meant, here and in the ancestors.
    ///
    /// They have the same type under another qualifier, or a type with the same name; or, if there are none, a type that
    /// conforms to the protocol.
    func nearMisses(of key: ServiceKey) -> [ResolutionError.Step] {
        let unmet = unmetConditions(of: key)
        guard unmet.isEmpty else { return unmet }
        let present = ([self] + ancestors).flatMap(\.presentBindings)
        let name = TypeName.of(key.type)
        let near = present.filter { $0.type == key.type || TypeName.isSpelledLike($0.type, name) }.map(\.step)
        return (near.isEmpty ? present.conforming(to: key) : near).sorted { $0.key.description < $1.key.description }
    }

    /// The registrations of the key that were not added, here and in the ancestors, because their conditions do not hold.
    func unmetConditions(of key: ServiceKey) -> [ResolutionError.Step] {
        let all = ([self] + ancestors).flatMap { owner in
            owner.control.lock.withLock { owner.control.rare?.conditions ?? [] }
        }
        return all.filter { !$0.isMet && $0.binding.key == key }.map { condition in
            var step = condition.binding.step
            step.unmetCondition = condition.facts
            return step
        }
    }

    private var presentBindings: [Binding] {
        var present: [Binding] = []
        control.lock.withLock {
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                // A slot for another container's registration is reported by that container.
                guard unsafe slot.state != SlotState.absent && !table.isForAnother(slot) else { return }
                present.append(unsafe slot.binding)
            }
        }
        return present
    }
}

extension [Binding] {
    /// The registrations that could be found by the key, were they registered under its protocol too.
    ///
    /// The first five, because many types conform to some protocols.
    func conforming(to key: ServiceKey) -> [ResolutionError.Step] {
        // Every type is an `Any`, and every class an `AnyObject`: that says nothing.
        guard TypeName.isExistential(key.type), key.type != Any.self, key.type != AnyObject.self else { return [] }
        func conforms<P>(to type: P.Type) -> (any Any.Type) -> Bool { { Conformance.isCertain(of: $0, to: type) } }
        let conforms = _openExistential(key.type, do: conforms)
        let unfit: RegistrationOptions = [.alias, .inner, .justInTime, .promise]
        let steps = filter { binding in
            // A seed is given under its one type.
            binding.options.isDisjoint(with: unfit) && !binding.isSeeded && binding.qualifier == key.qualifier
                && conforms(binding.type)
        }.map { binding in
            var step = binding.step
            step.isConforming = true
            return step
        }
        return [ResolutionError.Step](steps.sorted { $0.key.description < $1.key.description }.prefix(5))
    }
}
