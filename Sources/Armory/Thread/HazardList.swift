public import Synchronization

/// The memory of a path or of a list of borrows: words that hold the addresses of slots.
@usableFromInline
package enum HazardList: Sendable {
    package static let initialCapacity = 64
    @usableFromInline package static let stride: UInt = 8

    package static func allocate(capacity: Int) -> Range<UInt> {
        let memory = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: capacity)
        for index in 0..<capacity {
            unsafe (memory + index).initialize(to: Atomic(0))
        }
        let base = UInt(bitPattern: memory)
        return base..<(base + UInt(capacity) * stride)
    }

    package static func deallocate(_ base: UInt) {
        unsafe UnsafeMutableRawPointer(bitPattern: base)?.deallocate()
    }

    /// Writes the entry at `address`. Release: a writer that reads an entry of a list in motion then also sees
    /// where the entry before it went; pairs with the acquire in `load`.
    @inlinable
    @inline(__always)
    package static func store(_ slot: UInt, at address: UInt) {
        unsafe entry(address).pointee.store(slot, ordering: .releasing)
    }

    package static func load(_ address: UInt) -> UInt {
        unsafe entry(address).pointee.load(ordering: .acquiring)
    }

    package static func contents(_ range: Range<UInt>) -> [UInt] {
        Swift.stride(from: range.lowerBound, to: range.upperBound, by: Int(stride)).map(load)
    }

    /// Copies a full list into one twice as long.
    package static func grown(_ range: Range<UInt>) -> Range<UInt> {
        let old = contents(range)
        let new = allocate(capacity: old.count * 2)
        for (index, slot) in old.enumerated() {
            store(slot, at: new.lowerBound + UInt(index) * stride)
        }
        return new
    }

    @inlinable
    @inline(__always)
    static func entry(_ address: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        unsafe UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
    }
}
