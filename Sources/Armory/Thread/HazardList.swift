public import Synchronization

/// The memory of a path or of a borrow list: words that hold the addresses of slots.
@usableFromInline
package enum HazardList: Sendable {
    @usableFromInline package static let stride: UInt = 8

    /// Allocates a list of zeros, whose pages the system provides when they are first touched.
    package static func allocate(capacity: Int) -> Range<UInt> {
        let base = Platform.allocateZeroed(byteCount: capacity * Int(stride))
        return base..<(base + UInt(capacity) * stride)
    }

    package static func deallocate(_ list: Range<UInt>) {
        Platform.deallocate(list.lowerBound)
    }

    /// Writes the entry at `address`.
    ///
    /// Release: a writer that reads an entry while the list is changing then also sees the new position of the entry
    /// that was there before; pairs with the acquire in `load`.
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

    @inlinable
    @inline(__always)
    static func entry(_ address: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        unsafe UnsafeMutablePointer(bitPattern: address).unsafelyUnwrapped
    }
}
