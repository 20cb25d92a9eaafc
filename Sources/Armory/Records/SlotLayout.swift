/// The offset of an instance in its slot, as the picture in Slots/Slot.swift shows it.
///
/// It is here because a record uses it too, and `Slots` may name `Records`, but not the reverse.
@usableFromInline
package enum SlotLayout: Sendable {
    @inlinable
    @inline(__always)
    package static func instanceOffset(alignment: Int) -> Int {
        (32 &+ alignment &- 1) & ~(alignment &- 1)
    }
}
