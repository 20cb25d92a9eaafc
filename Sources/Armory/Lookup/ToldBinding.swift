/// The record of a registration whose resolves are told, and that nothing else lies around.
final class ToldBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let resolve: ToldResolve

    init(_ traits: BindingTraits, inner: TypedBinding<T>, _ told: ToldResolve) {
        resolve = told
        // Where the short way is closed: in a container that overrides, and through a view.
        super.init(traits) { resolver in
            let instance = try resolver.container.lookUp(inner: inner)
            (resolver.container.view?.base ?? resolver.container).tell(told)
            return instance
        }
    }

    override var told: ResolveReport? { resolve }
}

extension Container {
    /// The instance of the record behind one whose resolves are told.
    ///
    /// The thread is pinned, and is not any more when this returns.
    @inlinable
    @inline(never)
    func takeTold<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let place = try unsafe toldPlace(slot, context)
        let instance =
            if let other = place.other {
                try unsafe other.take(place.slot, type, context)
            } else {
                try unsafe take(place.slot, type, context)
            }
        tell(place.told)
        return instance
    }

    /// Where the instance is that is told of.
    ///
    /// Pinned before and after.
    @usableFromInline
    func toldPlace(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> ToldPlace {
        guard let told = unsafe slot.binding.told else { preconditionFailure("a told slot has a told record") }
        // Where it is here, nothing is to be decided.
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(told.inner)) {
            return unsafe ToldPlace(told: told, other: nil, slot: Slot(address))
        }
        let place = try unsafe place(ofInner: told.inner, context)
        let isOther = unsafe place.container.toOpaque() != Unmanaged.passUnretained(self).toOpaque()
        return unsafe ToldPlace(
            told: told, other: isOther ? place.container.takeUnretainedValue() : nil, slot: place.slot)
    }

    @usableFromInline
    func tell(_ told: ResolveReport) {
        unsafe unsafeDowncast(told, to: ToldResolve.self).tell(ledger)
    }

    /// Tells that somebody was given what a task has made.
    func tellAwaited(_ binding: AnyBinding) {
        let ledger = (view?.base ?? self).ledger
        if ledger.events?.wanted.contains(.resolved) ?? false {
            ToldResolve(binding.base, binding, measures: nil).tell(ledger)
        }
    }
}

/// Where an instance is that is told of.
@usableFromInline
@safe
struct ToldPlace {
    @usableFromInline let told: ResolveReport
    /// The container that has it; nil: the one that was asked.
    @usableFromInline let other: Container?
    @usableFromInline let slot: Slot
}

@available(*, unavailable, message: "A slot belongs to its container.")
extension ToldPlace: Sendable {}
