import XCTest

/// Waits, without holding a thread, until the latch is open, or a condition holds.
///
/// After ten minutes it fails the test, and returns.
package func pass(
    _ latch: Latch, orWhen condition: () -> Bool = { false }, file: StaticString = #filePath, line: UInt = #line
) async {
    let deadline = ContinuousClock.now + .seconds(600)
    while !latch.wait(seconds: 0), !condition() {
        guard .now < deadline else { return XCTFail("the latch stays closed", file: file, line: line) }
        await Task.yield()
    }
}
