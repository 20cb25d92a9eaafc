import Armory
import Synchronization
import XCTest

/// Fails where an instance of a graph is left on this thread, or a slot on its path.
func assertThreadIsIdle(file: StaticString = #filePath, line: UInt = #line) {
    let context = unsafe ThreadContext.current
    XCTAssertEqual(unsafe context.pointee.graph.count, 0, "the arena is empty", file: file, line: line)
    XCTAssertNil(unsafe context.pointee.graph.newest, file: file, line: line)
    XCTAssertTrue(unsafe context.isOutermost, "the path is empty", file: file, line: line)
    XCTAssertEqual(unsafe context.pointee.buildCount, 0, file: file, line: line)
    XCTAssertEqual(
        unsafe context.hazards.pointee.borrowTop.load(ordering: .relaxed),
        unsafe context.hazards.pointee.borrowBase.load(ordering: .relaxed), "nothing is lent", file: file, line: line)
}
