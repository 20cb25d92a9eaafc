import XCTest

/// Waits, without holding a thread, until the latch is open.
///
/// What does not come in ten minutes never comes: then the test fails, and goes on.
package func pass(_ latch: Latch, file: StaticString = #filePath, line: UInt = #line) async {
    let deadline = ContinuousClock.now + .seconds(600)
    while !latch.wait(seconds: 0) {
        guard .now < deadline else { return XCTFail("the latch stays closed", file: file, line: line) }
        await Task.yield()
    }
}
