// Tests whose numbers are those of an ordinary build or of different hashes.

import XCTest

/// Skips the test where a sanitizer watches; `reason` ends the sentence "Under a sanitizer".
package func skipUnderSanitizers(_ reason: String) throws {
    try XCTSkipIf(
        StressScale.isAddressSanitized || StressScale.isThreadSanitized, "Under a sanitizer \(reason).")
}

/// Skips the test in a run with one hash for all keys; `reason` ends the sentence "With one hash for all keys".
package func skipWithOneHash(_ reason: String) throws {
    try XCTSkipIf(CollidingHashes.areOn, "With one hash for all keys \(reason).")
}
