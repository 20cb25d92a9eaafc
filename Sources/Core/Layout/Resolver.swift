// The only file that uses the experimental feature `Lifetimes`: see the list in Design.md.

internal import CCore

/// What a factory gets, and must not keep: to resolve later, an instance takes a `Lazy` or a `Provider`, or keeps ``Container/current``.
///
/// It resolves in the container that the instance is created in, and in the view of its module. A resolver is neither `Sendable` nor
/// escapable: a closure that outlives the factory cannot store or capture it.
@safe
@frozen
public struct Resolver: ~Escapable {
    /// The slot whose factory runs.
    @usableFromInline let slot: Slot
    @usableFromInline let context: Context
    @usableFromInline let thread: ThreadState

    // Nothing limits the lifetime: the asker keeps the container alive. A factory cannot let it escape all the same.
    @inlinable
    @inline(__always)
    @_lifetime(immortal)
    package init(_ slot: Slot, _ context: Context, _ thread: ThreadState) {
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        unsafe self.thread = unsafe thread
    }
}

@available(*, unavailable, message: "It resolves objects of the graph that its factory belongs to.")
extension Resolver: Sendable {}
