/// The offset of an instance in its slot: defined here, because only a record knows the instance's type.
@usableFromInline
package enum SlotLayout: Sendable {
    @inlinable
    @inline(__always)
    package static func instanceOffset(alignment: Int) -> Int {
        (32 &+ alignment &- 1) & ~(alignment &- 1)
    }
}
