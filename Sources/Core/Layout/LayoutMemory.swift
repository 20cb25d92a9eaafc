// The memory of a layout: slots, bound edges, and a container's instances.

internal import CCore

/// Memory for slots.
@safe
final class SlotMemory {
    let first: Slot
    let count: Int
    /// The memory that some of them alone lead to.
    var kept: [AnyObject] = []

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: count + 1)
        unsafe first.initialize(repeating: ccore_slot(), count: count + 1)
    }

    /// A slot after the others, for what the owner notes.
    var trailingSlot: Slot { unsafe first + count }

    /// Copies of a template's slots, and some empty ones after them.
    ///
    /// - Parameters:
    ///   - context: The handle of those that keep an instance.
    ///   - edges: How many bytes further on their edges lie.
    ///   - instances: Where the memory of instances begins.
    init(
        copyOf template: SlotMemory, adding added: Int, context: Context, edgesMovedBy edges: Int,
        instances: UnsafeMutableRawPointer
    ) {
        count = template.count + added
        unsafe first = .allocate(capacity: count + 1)
        // One less, since the storage of a template is an offset, and one more.
        let start = UInt(bitPattern: instances) &- 1
        for number in 0..<template.count {
            var slot = unsafe template.first[number]
            // Slots that keep no instance look at neither. Their storage is an odd address now, which no type has.
            unsafe slot.context = unsafe context
            // As a number: an addition of pointers would ask whether the sum is null. The type of arguments stays where it is.
            if unsafe slot.flags & UInt8(ccore_repeatable) == 0 {
                unsafe slot.storage = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: slot.storage) &+ start)
            }
            if let former = unsafe slot.edges {
                unsafe slot.edges = unsafe (UnsafeRawPointer(former) + edges).assumingMemoryBound(to: Slot?.self)
            }
            unsafe (first + number).initialize(to: slot)
        }
        unsafe (first + template.count).initialize(repeating: ccore_slot(), count: added + 1)
    }

    deinit {
        for number in 0..<count { unsafe (first + number).releaseWeakInstance() }
        unsafe first.deallocate()
    }
}

/// Memory for the bound edges of all slots of a layout.
@safe
final class EdgeMemory {
    let first: UnsafeMutablePointer<Slot?>
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: count)
        unsafe first.initialize(repeating: nil, count: count)
    }

    /// Fills in the edges of other memory; each leads to a slot so many bytes further on.
    func copyEdges(from other: EdgeMemory, movedBy distance: Int) {
        for position in 0..<count {
            guard let slot = unsafe other.first[position] else { continue }
            unsafe first[position] = Slot(bitPattern: UInt(bitPattern: slot) &+ UInt(bitPattern: distance))
        }
    }

    deinit { unsafe first.deallocate() }
}

/// Memory for instances.
///
/// Who has put one there ends it.
@safe
final class InstanceMemory {
    let start: UnsafeMutableRawPointer

    init(byteCount: Int) { unsafe start = .allocate(byteCount: max(byteCount, 1), alignment: 16) }

    deinit { unsafe start.deallocate() }
}
