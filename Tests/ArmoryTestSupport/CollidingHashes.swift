// The build in which no hash tells two keys apart: `make test-colliding-hashes`.

import Armory

package enum CollidingHashes {
    /// Whether every key has the same hash.
    ///
    /// Asked of the library, so that a test and the library cannot disagree. Three types do not have one hash by accident: a
    /// hash has 28 bits.
    package static let areOn =
        KeyHash.hash(ObjectIdentifier(Int.self)) == KeyHash.hash(ObjectIdentifier(UInt.self))
        && KeyHash.hash(ObjectIdentifier(Int.self)) == KeyHash.hash(ObjectIdentifier(String.self))
}
