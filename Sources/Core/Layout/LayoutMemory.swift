// The memory of a layout: slots, bound edges, and a container's instances.

internal import CCore

/// Memory for slots.
@safe
final class SlotMemory {
    let first: Slot
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: count + 1)
        unsafe first.initialize(repeating: ccore_slot(), count: count + 1)
    }

    /// A slot after the others, for what the owner notes.
    var further: Slot { unsafe first + count }

    /// Copies of a template's slots, and some empty ones after them.
    ///
    /// - Parameters:
    ///   - home: The handle of those that keep an instance.
    ///   - edges: How many bytes further on their edges lie.
    ///   - instances: Where the memory of instances begins.
    init(
        copyOf template: SlotMemory, adding added: Int, home: Home, edgesMovedBy edges: Int,
        instances: UnsafeMutableRawPointer
    ) {
        count = template.count + added
        unsafe first = .allocate(capacity: count + 1)
        var (from, slot) = unsafe (UnsafeRawPointer(template.first), first)
        let end = unsafe first + template.count
        // One less, since the storage of a template is an offset, and one more.
        let start = UInt(bitPattern: instances) &- 1
        // Copied and moved in one pass.
        while unsafe slot < end {
            unsafe UnsafeMutableRawPointer(slot).copyMemory(from: from, byteCount: MemoryLayout<ccore_slot>.size)
            // Slots that keep no instance look at neither. Their storage is an odd address now, which no type has.
            unsafe slot.pointee.home = unsafe home
            unsafe withUnsafeMutablePointer(to: &slot.pointee.storage) { place in
                // As a number: an addition of pointers would ask whether the sum is null.
                let word = UnsafeMutableRawPointer(place)
                unsafe word.storeBytes(of: word.load(as: UInt.self) &+ start, as: UInt.self)
            }
            if let former = unsafe slot.pointee.edges {
                unsafe slot.pointee.edges = unsafe (UnsafeRawPointer(former) + edges).assumingMemoryBound(
                    to: Slot?.self)
            }
            unsafe from += MemoryLayout<ccore_slot>.stride
            unsafe slot += 1
        }
        unsafe end.initialize(repeating: ccore_slot(), count: added + 1)
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
        unsafe first = .allocate(capacity: Self.capacity(count))
        unsafe first.initialize(repeating: nil, count: Self.capacity(count))
    }

    /// Edges are copied four at a time.
    private static func capacity(_ count: Int) -> Int { (count + 3) & ~3 }

    /// Memory that is to be filled with a copy of other edges.
    init(toCopy other: EdgeMemory) {
        count = other.count
        unsafe first = .allocate(capacity: Self.capacity(count))
    }

    /// Fills in the edges of other memory; each leads to a slot so many bytes further on, also where it leads to none.
    func copy(_ other: EdgeMemory, movedBy distance: Int) {
        let step = SIMD4<UInt>(repeating: UInt(bitPattern: distance))
        let (from, to) = unsafe (UnsafeRawPointer(other.first), UnsafeMutableRawPointer(first))
        for group in 0..<Self.capacity(count) / 4 {
            let place = group &* MemoryLayout<SIMD4<UInt>>.stride
            let moved = unsafe from.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt>.self) &+ step
            unsafe to.storeBytes(of: moved, toByteOffset: place, as: SIMD4<UInt>.self)
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

    init(byteCount: Int) {
        unsafe start = .allocate(byteCount: max(byteCount, 1), alignment: 16)
    }

    deinit { unsafe start.deallocate() }
}
