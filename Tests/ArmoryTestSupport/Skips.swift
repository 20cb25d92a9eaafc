// Tests whose numbers are those of an ordinary build.

import XCTest

/// Skips the test where AddressSanitizer watches; `reason` ends the sentence "Under AddressSanitizer".
package func skipUnderAddressSanitizer(_ reason: String) throws {
    try XCTSkipIf(StressScale.isAddressSanitized, "Under AddressSanitizer \(reason).")
}
