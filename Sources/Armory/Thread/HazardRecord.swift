public import Synchronization

/// What other threads read of a thread: whether it is in a table, and which slots it uses.
///
/// The term is Michael's (Hazard Pointers, 2004).
///
/// It stands right before the thread's `ThreadContext`, in cache lines of its own. All of it is atomic, because the owner
/// writes while others read.
@unsafe
@usableFromInline
package struct HazardRecord: ~Copyable {
    /// 1 between looking up and taking, else 0.
    ///
    /// Release by the owner at 0, pairs with the acquire in `ThreadRegistry.waitForReaders`.
    @usableFromInline package let pin = Atomic<UInt>(0)
    /// Address of the next free path entry.
    ///
    /// Release by the owner, pairs with the acquire in `ThreadRegistry.hazards`.
    @usableFromInline package let pathTop = Atomic<UInt>(0)
    /// Address of the first path entry; changed under the registry's lock.
    @usableFromInline package let pathBase = Atomic<UInt>(0)
    /// As `pathTop`, for what is lent without a retain.
    @usableFromInline package let borrowTop = Atomic<UInt>(0)
    /// As `pathBase`.
    @usableFromInline package let borrowBase = Atomic<UInt>(0)
    /// Address of the index of the thread's graph; changed under the registry's lock.
    package let graphIndex = Atomic<UInt>(0)
    /// The number of its positions.
    package let graphCapacity = Atomic<Int>(0)
    /// Address of the next thread's context in the registry; set before this one is in it.
    let next = Atomic<UInt>(0)
    /// Whether a live thread has the context; changed under the registry's lock.
    let isInUse = Atomic<Bool>(true)

    package init() {}

    /// The record's share of the memory of a context: two cache lines, which processors fetch in pairs.
    @usableFromInline package static let size = 128
}

@available(*, unavailable, message: "A record is reached through its context.")
extension HazardRecord: Sendable {}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    @inlinable
    @inline(__always)
    package var hazards: UnsafeMutablePointer<HazardRecord> {
        unsafe (UnsafeMutableRawPointer(self) - HazardRecord.size).assumingMemoryBound(to: HazardRecord.self)
    }
}
