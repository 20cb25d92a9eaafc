/// Where an instance lies in its slot: known here, since a record alone knows the instance's type.
@usableFromInline
package enum SlotLayout: Sendable {
    @inlinable
    @inline(__always)
    package static func instanceOffset(alignment: Int) -> Int {
        (32 &+ alignment &- 1) & ~(alignment &- 1)
    }
}
