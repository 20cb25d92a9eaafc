// Every hash of the registration table comes from here, or from CLookup, which hashes an unqualified key in the same way.

public import CXXHash

/// XXH3-64 over a key's parts (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
@usableFromInline
package enum KeyHash: Sendable {
    /// The hash of an unqualified key.
    package static func hash(_ type: ObjectIdentifier) -> UInt {
        UInt(truncatingIfNeeded: cxxhash_key(UInt64(UInt(bitPattern: type))))
    }

    /// The hash of a qualified key.
    @inlinable
    @inline(__always)
    package static func hash<Q: Hashable & Sendable>(_ type: ObjectIdentifier, _ qualifier: Q) -> UInt {
        let pair = cxxhash_pair(UInt64(UInt(bitPattern: type)), UInt64(truncatingIfNeeded: hash(of: qualifier)))
        return UInt(truncatingIfNeeded: pair)
    }

    /// A qualifier's own hash; a `Name` stores its hash.
    @inlinable
    @inline(__always)
    package static func hash<Q: Hashable & Sendable>(of qualifier: Q) -> UInt {
        if Q.self == Name.self {
            return unsafe unsafeBitCast(qualifier, to: Name.self).textHash
        }
        return UInt(bitPattern: qualifier.hashValue)
    }

    /// The hash of a name's characters.
    static func hash(_ text: String) -> UInt {
        var text = text
        let hash = text.withUTF8 { bytes in
            unsafe cxxhash_bytes(bytes.baseAddress, bytes.count)
        }
        return UInt(truncatingIfNeeded: hash)
    }

    /// The hash of a type and a constant of the program.
    package static func hash(_ type: ObjectIdentifier, _ text: StaticString) -> UInt {
        guard text.hasPointerRepresentation else { return hash(type, text.description) }
        let textHash = unsafe cxxhash_bytes(text.utf8Start, text.utf8CodeUnitCount)
        return UInt(truncatingIfNeeded: cxxhash_pair(UInt64(UInt(bitPattern: type)), textHash))
    }
}
