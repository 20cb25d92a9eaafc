// The build in which no hash tells two keys apart: `make test-colliding-hashes`.

import Armory

package enum CollidingHashes {
    /// Whether every key has the same hash.
    ///
    /// Asked of the library, so that a test and the library cannot disagree. Two types never have one hash by accident: XXH3
    /// gives every word of eight bytes a hash of its own.
    package static let areOn = KeyHash.hash(ObjectIdentifier(Int.self)) == KeyHash.hash(ObjectIdentifier(UInt.self))
}
