// Tests whose numbers are those of an ordinary build.

import XCTest

/// Skips the test where a sanitizer watches; `reason` ends the sentence "Under a sanitizer".
package func skipUnderSanitizers(_ reason: String) throws {
    try XCTSkipIf(
        StressScale.isAddressSanitized || StressScale.isThreadSanitized, "Under a sanitizer \(reason).")
}
