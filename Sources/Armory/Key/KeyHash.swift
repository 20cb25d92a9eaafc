// The only importer of CXXHash. Every hash of the registration table comes from here.

public import CXXHash

/// XXH3-64 over a key's parts (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
@usableFromInline
package enum KeyHash: Sendable {
    /// The hash of an unqualified key. Inlines to a dozen instructions.
    @inlinable
    @inline(__always)
    package static func hash(_ type: ObjectIdentifier) -> UInt {
        UInt(truncatingIfNeeded: cxxhash_word(UInt64(UInt(bitPattern: type)), 0))
    }

    /// The hash of a qualifier, seeded with the hash of its type.
    @inlinable
    @inline(__always)
    package static func hash<Q: Hashable & Sendable>(_ qualifier: Q, seed: UInt) -> UInt {
        if Q.self == Name.self {
            return hash(unsafe unsafeBitCast(qualifier, to: Name.self), seed: seed)
        }
        return UInt(
            truncatingIfNeeded: cxxhash_word(
                UInt64(truncatingIfNeeded: qualifier.hashValue), UInt64(seed)))
    }

    /// A name is hashed by its characters, so that a literal costs no call.
    @inlinable
    @inline(__always)
    static func hash(_ name: Name, seed: UInt) -> UInt {
        var text = name.text
        let hash = text.withUTF8 { bytes in
            unsafe cxxhash_bytes(bytes.baseAddress, bytes.count, UInt64(seed))
        }
        return UInt(truncatingIfNeeded: hash)
    }
}
