/// The record of a registration whose resolves are reported, and that has no other layer.
final class ToldBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let resolve: ToldResolve

    init(_ traits: BindingTraits, inner: TypedBinding<T>, _ told: ToldResolve) {
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
    @inlinable
    @inline(never)
    func takeTold<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let found = try unsafe toldSlot(slot, context)
        let instance =
            if let other = found.other {
                try unsafe other.take(found.slot, type, context)
            } else {
                try unsafe take(found.slot, type, context)
            }
        tell(found.told)
        return instance
    }

    /// The slot of the inner record of a registration whose resolves are reported.
    ///
    /// Pins as `place(of:)` does.
    @usableFromInline
    func toldSlot(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> ToldSlot {
        guard let told = unsafe slot.binding.told else { preconditionFailure("a told slot has a told record") }
        // If the slot is in this container, there is nothing to decide.
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(told.inner)) {
            return unsafe ToldSlot(told: told, other: nil, slot: Slot(address))
        }
        let place = try unsafe place(ofInner: told.inner, context)
        let isOther = unsafe place.container.toOpaque() != Unmanaged.passUnretained(self).toOpaque()
        return unsafe ToldSlot(
            told: told, other: isOther ? place.container.takeUnretainedValue() : nil, slot: place.slot)
    }

    @usableFromInline
    func tell(_ told: ResolveReport) {
        // Unsafe: `ToldResolve` is the only subclass, and the only one that a record has.
        unsafe unsafeDowncast(told, to: ToldResolve.self).tell(control)
    }

    /// Reports the resolve of an instance that a task has created.
    func tellAwaited(_ binding: AnyBinding) {
        let control = (view?.base ?? self).control
        if control.events?.wanted.contains(.resolved) ?? false {
            ToldResolve(binding.base, binding, measures: nil).tell(control)
        }
    }
}

/// The slot of an instance whose resolve is reported, and its container.
@usableFromInline
@safe
struct ToldSlot {
    @usableFromInline let told: ResolveReport
    /// The container that has the slot; nil: the one that was asked.
    @usableFromInline let other: Container?
    @usableFromInline let slot: Slot
}

@available(*, unavailable, message: "A slot belongs to its container.")
extension ToldSlot: Sendable {}
