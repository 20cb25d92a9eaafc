internal import CLookup

/// The type of an instance, for code that knows it only as a value.
///
/// The answers are in the type's metadata and value witness table, whose layouts are part of Swift's ABI
/// (docs/ABI/TypeMetadata.rst, include/swift/ABI/ValueWitness.def and MetadataValues.h of the Swift project).
@unsafe
package struct InstanceType {
    private let type: any Any.Type

    package init(_ type: any Any.Type) { unsafe self.type = type }

    /// The address of the type's metadata.
    private var metadata: UnsafeRawPointer { unsafe unsafeBitCast(type, to: UnsafeRawPointer.self) }

    package var size: Int { unsafe Int(clookup_type_size(metadata)) }

    package var alignment: Int { unsafe Int(clookup_type_alignment(metadata)) }

    /// Whether the type is a class, so that an instance is one reference.
    package var isClass: Bool {
        // A class begins with 0, or with the address of its metaclass; other types begin with their kind, at most 0x7FF.
        let kind = unsafe metadata.load(as: UInt.self)
        return kind == 0 || kind > 0x7FF
    }

    /// Copies an instance into memory that has none.
    @inline(__always)
    package func copy(_ instance: UnsafeMutableRawPointer, to room: UnsafeMutableRawPointer) {
        unsafe clookup_copy(metadata, room, instance)
    }

    /// Copies an instance to memory that has none: faster than `copy` for a class and for an `any P`.
    ///
    /// - Parameter words: Where an instance with an alignment of one word would be.
    @inline(__always)
    func copy(at words: UnsafeMutableRawPointer, to room: UnsafeMutableRawPointer) {
        unsafe clookup_copy_aligned(
            metadata, room.assumingMemoryBound(to: UInt.self), words.assumingMemoryBound(to: UInt.self))
    }

    /// Destroys an instance, and leaves its memory uninitialised.
    func destroy(_ instance: UnsafeMutableRawPointer) { unsafe clookup_destroy(metadata, instance) }
}

@available(*, unavailable, message: "Code that works with memory of one thread uses it.")
extension InstanceType: Sendable {}

extension Slot {
    /// Destroys the instance, and leaves its memory uninitialised.
    func destroyInstance() {
        let type = unsafe withBinding { $0.instanceType }
        unsafe InstanceType(type).destroy(instance(of: type))
    }

    /// Copies the instance, which is of the type, to memory that has none.
    @inline(__always)
    func copyInstance(_ type: any Any.Type, to room: UnsafeMutableRawPointer) {
        unsafe InstanceType(type).copy(at: address + clookup_cell_offset, to: room)
    }

    /// The address of an instance of the type in the slot.
    @inline(__always)
    func instance(of type: any Any.Type) -> UnsafeMutableRawPointer {
        unsafe address + SlotLayout.instanceOffset(alignment: InstanceType(type).alignment)
    }
}
