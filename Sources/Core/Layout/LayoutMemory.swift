// The memory of a layout: slots, bound edges, and a container's instances.

internal import CCore

/// Memory for slots.
@safe
final class SlotMemory {
    let first: Slot
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: max(count, 1))
        unsafe first.initialize(repeating: ccore_slot(), count: max(count, 1))
    }

    /// A copy of other slots, and some empty ones after them.
    init(copyOf other: SlotMemory, adding count: Int) {
        self.count = other.count + count
        unsafe first = .allocate(capacity: self.count)
        unsafe first.initialize(from: other.first, count: other.count)
        unsafe (first + other.count).initialize(repeating: ccore_slot(), count: count)
    }

    deinit { unsafe first.deallocate() }
}

/// Memory for the bound edges of all slots of a layout.
@safe
final class EdgeMemory {
    let first: UnsafeMutablePointer<Slot?>
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: max(count, 1))
        unsafe first.initialize(repeating: nil, count: max(count, 1))
    }

    deinit { unsafe first.deallocate() }
}

/// Memory for instances.
///
/// Who has put one there ends it.
@safe
final class InstanceMemory {
    let start: UnsafeMutableRawPointer

    init(byteCount: Int) {
        unsafe start = .allocate(byteCount: max(byteCount, 1), alignment: 64)
    }

    deinit { unsafe start.deallocate() }
}
