// What a test knows of the resolve that runs on a thread.

import ArmoryCore
import ArmoryTestSupport
import CCore
import XCTest

enum RunningGraph {
    /// The number of the graph that runs on this thread; a test gives each outermost resolve, and each resolve apart, its own.
    @TaskLocal static var number = 0

    /// What a resolve has left on this thread; empty if the thread is idle.
    static var remains: [String] {
        let thread = unsafe ThreadState.current
        var remains: [String] = []
        if unsafe ccore_depth(thread) != 0 { remains.append("the path is not empty") }
        if unsafe thread.pointee.graph_count != 0 { remains.append("the arena is not empty") }
        if unsafe thread.pointee.unfinished != 0 { remains.append("something is unfinished") }
        return remains
    }

    /// Throws a `Miss` where a resolve has left something on this thread.
    static func expectIdleThread(_ place: @autoclosure () -> String) throws {
        let remains = remains
        try expect(remains.isEmpty, "\(place()): \(remains)")
    }
}

/// Fails where a resolve has left something on this thread.
func assertThreadIsIdle(file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(RunningGraph.remains, [], file: file, line: line)
}
