/// The record of a registration whose resolves are reported, and that has no other layer.
final class ToldBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let resolve: ResolveReport

    init(_ traits: BindingTraits, inner: TypedBinding<T>, _ told: ResolveReport) {
        resolve = told
        // Called if `takeTold` is not: in a container that overrides registrations, and through a view.
        super.init(traits) { resolver in
            let instance = try resolver.container.lookUp(inner: inner, nil, ())
            (resolver.container.view?.base ?? resolver.container).tell(told)
            return instance
        }
    }

    override var told: ResolveReport? { resolve }
}

extension Container {
    /// Resolves the inner record of a registration, and reports the resolve.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @inline(never)
    func takeTold(
        _ context: UnsafeMutablePointer<ThreadContext>, _ slot: Slot, _ room: UnsafeMutableRawPointer,
        _ type: any Any.Type
    ) -> ResolutionError? {
        guard let told = unsafe slot.binding.told else {
            preconditionFailure("a told slot has a told record")
        }
        do throws(ResolutionError) {
            let place = try unsafe toldSlot(told, context)
            let error = unsafe place.container.lend { unsafe $0.take(context, place.slot, room, type) }
            if let error { return error }
            tell(told)
            return nil
        } catch { return error }
    }

    /// The slot of the inner record of a registration whose resolves are reported.
    ///
    /// Pins as `place(of:)` does.
    private func toldSlot(
        _ told: ResolveReport, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        // If the slot is in this container, there is nothing to decide.
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(told.inner)) {
            return unsafe PlacedSlot(self, Slot(address))
        }
        return try unsafe place(ofInner: told.inner, context)
    }

    func tell(_ told: ResolveReport) {
        told.tell(control)
    }

    /// Reports the resolve of an instance that a task has created.
    func tellAwaited(_ binding: AnyBinding) {
        let control = (view?.base ?? self).control
        if control.events?.wanted.contains(.resolved) ?? false {
            ResolveReport(binding.base, binding, measures: nil).tell(control)
        }
    }
}
