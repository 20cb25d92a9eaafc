import ArmoryTestSupport
import XCTest

/// Skips a test in the build in which every key has the same hash, because what it is about cannot be seen there.
func skipWhereHashesCollide(_ reason: String) throws {
    if CollidingHashes.areOn { throw XCTSkip("every key has the same hash: \(reason)") }
}
