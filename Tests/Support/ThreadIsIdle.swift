import ArmoryCore
import CCore
import XCTest

/// Fails where a resolve has left something on this thread.
package func assertThreadIsIdle(file: StaticString = #filePath, line: UInt = #line) {
    let thread = unsafe ThreadState.current
    XCTAssertEqual(unsafe ccore_depth(thread), 0, "the path is empty", file: file, line: line)
    XCTAssertEqual(unsafe thread.pointee.graph_count, 0, "the arena is empty", file: file, line: line)
    XCTAssertEqual(unsafe thread.pointee.unfinished, 0, "nothing is unfinished", file: file, line: line)
}
