// Tests whose numbers are those of an ordinary build or of different hashes.

import CCore
import XCTest

/// Skips the test where a sanitizer watches; `reason` ends the sentence "Under a sanitizer".
package func skipUnderSanitizers(_ reason: String) throws {
    try XCTSkipIf(
        StressScale.isAddressSanitized || StressScale.isThreadSanitized, "Under a sanitizer \(reason).")
}

/// Whether all keys begin at one entry of a table, as in `make test-one-hash`.
private let hasOneHash = (1...8).allSatisfy { ccore_start(UInt64($0) << 4, 0xFFF0) == ccore_start(16, 0xFFF0) }

/// Skips the test in a run with one hash for all keys; `reason` ends the sentence "With one hash for all keys".
package func skipWithOneHash(_ reason: String) throws {
    try XCTSkipIf(hasOneHash, "With one hash for all keys \(reason).")
}
