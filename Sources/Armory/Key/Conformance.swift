internal import CLookup

/// Facts about a type that need no instance of it.
package enum Conformance {
    /// Whether every instance of a type can be cast to a protocol type, or to a class.
    ///
    /// False also if it depends on the instance, as with a type that is a protocol itself.
    package static func isCertain<P>(of type: any Any.Type, to protocolType: P.Type) -> Bool {
        // True for the same type and for superclasses, never for another protocol.
        if type is P.Type { return true }
        // Metadata of an existential type, of which the stable ABI (swift/ABI/Metadata.h) fixes the words:
        //     kind | flags, number of protocols | the protocols' descriptors . . .
        let metadata = unsafe unsafeBitCast(protocolType as any Any.Type, to: UnsafeRawPointer.self)
        guard unsafe metadata.load(as: UInt.self) == existentialKind else { return false }
        let flags = unsafe metadata.load(fromByteOffset: 8, as: UInt32.self)
        // A class comes before the protocols then.
        guard flags & hasSuperclass == 0, flags & takesValues != 0 || type is AnyClass else { return false }
        return unsafe (0..<Int(metadata.load(fromByteOffset: 12, as: UInt32.self))).allSatisfy { index in
            let descriptor = unsafe metadata.load(fromByteOffset: 16 + index * 8, as: UInt.self)
            // A protocol of Objective-C has bit 0 set, and no descriptor.
            guard descriptor & 1 == 0, let address = unsafe UnsafeRawPointer(bitPattern: descriptor) else {
                return false
            }
            return unsafe clookup_conforms(unsafeBitCast(type, to: UnsafeRawPointer.self), address)
        }
    }

    /// Numbers of the stable ABI (swift/ABI/MetadataKind.def, MetadataValues.h: `ExistentialTypeFlags`).
    private static let existentialKind: UInt = 0x303
    private static let takesValues: UInt32 = 0x8000_0000
    private static let hasSuperclass: UInt32 = 0x4000_0000
}
