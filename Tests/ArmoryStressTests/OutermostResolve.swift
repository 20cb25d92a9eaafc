// What a test knows of the resolve that runs on a thread.

import Armory
import ArmoryTestSupport

enum OutermostResolve {
    /// The number of the outermost resolve that runs on this thread; a test gives each of its own.
    @TaskLocal static var number = 0

    /// Throws a `Miss` where a resolve has left something on this thread.
    static func expectIdleThread(_ place: @autoclosure () -> String) throws {
        let context = unsafe ThreadContext.current
        try expect(unsafe context.isOutermost, "the path is not empty \(place())")
        try expect(unsafe context.pointee.graph.count == 0, "the arena is not empty \(place())")
        try expect(unsafe context.pointee.buildCount == 0, "a build is left \(place())")
    }
}
