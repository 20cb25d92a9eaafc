public import CLookup
public import Synchronization

/// The state of a thread that other threads read: whether it is reading a table, and which slots it uses.
///
/// The term is Michael's (Hazard Pointers, 2004).
///
/// The record is in memory right before the thread's `ThreadContext`, in separate cache lines. All fields are atomic,
/// because the owner writes while other threads read.
@unsafe
@usableFromInline
package struct HazardRecord: ~Copyable {
    /// 1 from the beginning of a lookup until the instance is taken, else 0.
    ///
    /// Release by the owner at 0, pairs with the acquire in `ThreadRegistry.waitForReaders`.
    @usableFromInline package let pin = Atomic<UInt>(0)
    /// The address of the next free path entry.
    ///
    /// Release by the owner, pairs with the acquire in `ThreadRegistry.hazards`.
    @usableFromInline package let pathTop = Atomic<UInt>(0)
    /// The address of the first path entry; changed under the registry's lock.
    @usableFromInline package let pathBase = Atomic<UInt>(0)
    /// The address of the next free entry for slots that are lent without a retain.
    ///
    /// Release by the owner, pairs with the acquire in `ThreadRegistry.hazards`.
    @usableFromInline package let borrowTop = Atomic<UInt>(0)
    /// The address of the first entry for lent slots; changed under the registry's lock.
    @usableFromInline package let borrowBase = Atomic<UInt>(0)
    /// The address of the index of the thread's graph; changed under the registry's lock.
    package let graphIndex = Atomic<UInt>(0)
    /// The number of positions in the index.
    package let graphCapacity = Atomic<Int>(0)
    /// The address of the next context in the registry; set before this context is added.
    let next = Atomic<UInt>(0)
    /// Whether a live thread uses the context; changed under the registry's lock.
    let isInUse = Atomic<Bool>(true)

    /// The address of the thread's fast pointer while the thread pins with plain stores, else 0.
    ///
    /// Changed by the owner under the registry's lock.
    let plainPointer = Atomic<UInt>(0)

    package init() {}

    /// The record's share of the memory of a context: two cache lines, which processors fetch in pairs.
    @inlinable package static var size: Int { clookup_record_size }
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
