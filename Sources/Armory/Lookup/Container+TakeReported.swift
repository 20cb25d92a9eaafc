// Resolves of registrations that are reported, and that have no other layer.

extension Container {
    /// Resolves the inner record of a registration, and reports the resolve.
    @inline(never)
    @_optimize(speed)
    func takeReported(
        _ pin: consuming Pin, _ slot: Slot, _ room: UnsafeMutableRawPointer, _ type: any Any.Type
    ) -> ResolutionError? {
        guard let report = unsafe slot.binding.report else {
            preconditionFailure("a reported slot has a record with a report")
        }
        do throws(ResolutionError) {
            let error = try unsafe reportedSlot(report, pin).hand { container, slot, pin in
                unsafe container.take(pin, slot, room, type)
            }
            if let error { return error }
            report.report(control)
            return nil
        } catch { return error }
    }

    /// The slot of the inner record of a registration whose resolves are reported.
    private func reportedSlot(
        _ report: ResolveReport, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        // If the slot is in this container, there is nothing to decide.
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(report.inner)) {
            return unsafe PinnedSlot(self, Slot(address), pin)
        }
        return try unsafe instanceSlot(ofInner: report.inner, pin)
    }

    /// Reports the resolve of an instance that a task has created.
    func reportAwaited(_ binding: Binding) {
        (view?.base ?? self).control.reportResolve(of: binding.base)
    }
}
