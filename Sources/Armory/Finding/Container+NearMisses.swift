extension Container {
    /// Registrations that the caller may have meant, here and in the ancestors.
    ///
    /// They have the same type under another qualifier, or a type with the same name.
    func nearMisses(of key: ServiceKey) -> [ResolutionError.Step] {
        ([self] + ancestors).flatMap { $0.ownNearMisses(of: key) }
            .sorted { $0.key.description < $1.key.description }
    }

    private func ownNearMisses(of key: ServiceKey) -> [ResolutionError.Step] {
        let name = TypeName.of(key.type)
        var near: [ResolutionError.Step] = []
        control.lock.withLock {
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                let binding = unsafe slot.binding
                // A slot for another container's registration is reported by that container.
                guard unsafe slot.state != SlotState.absent && !table.isForAnother(slot) else { return }
                if binding.type == key.type || TypeName.isSpelledLike(binding.type, name) {
                    near.append(binding.step)
                }
            }
        }
        return near
    }
}
