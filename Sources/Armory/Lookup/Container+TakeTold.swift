// Resolves of registrations that are reported, and that have no other layer.

extension Container {
    /// Resolves the inner record of a registration, and reports the resolve.
    @inline(never)
    func takeTold(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        guard let told = unsafe slot.binding.told else {
            preconditionFailure("a told slot has a told record")
        }
        do throws(ResolutionError) {
            let error = try unsafe toldSlot(told, pin).hand { container, slot, pin in
                unsafe container.take(pin, slot, room, type)
            }
            if let error { return error }
            told.tell(control)
            return nil
        } catch { return error }
    }

    /// The slot of the inner record of a registration whose resolves are reported.
    private func toldSlot(
        _ told: ResolveReport, _ pin: consuming Pin
    ) throws(ResolutionError) -> PlacedSlot {
        // If the slot is in this container, there is nothing to decide.
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(told.inner)) {
            return unsafe PlacedSlot(self, Slot(address), pin)
        }
        return try unsafe place(ofInner: told.inner, pin)
    }

    /// Reports the resolve of an instance that a task has created.
    func tellAwaited(_ binding: AnyBinding) {
        (view?.base ?? self).control.tellResolve(of: binding.base)
    }
}
