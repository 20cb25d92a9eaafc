import Armory
import ArmoryTestSupport
import XCTest

#if os(Linux)
/// The function that Swift does not import, because a child may do little before `exec`.
@_silgen_name("fork") private func forkProcess() -> Int32

/// C7: what a child process that `fork` has made may do.
final class ForkTests: LeakCheckedTestCase {
    /// A child in which no other thread goes on resolves what exists, whatever lock another thread held at that moment.
    func testC7_AChildOfForkResolvesExistingInstancesBesideAWriter() throws {
        try skipUnderSanitizers("locks of the sanitizer may be held in the child for ever")
        let container = try Container {
            Singleton { Counter() }
            Singleton { "name" }.named("name")
            Transient { 1 }
        }
        let isOver = Latch()
        let writer = Thread {
            while !isOver.wait(seconds: 0) {
                do { try container.replace(Transient { 2 }) } catch { XCTFail("\(error)") }
            }
        }
        writer.start()
        defer { isOver.open() }
        let counter = try container.resolve(Counter.self)
        let name = try container.resolve(String.self, named: "name")
        // What the child runs has run once here, so that the runtime has made its metadata.
        func isRight() -> Bool {
            guard let found = try? container.resolve(Counter.self) else { return false }
            return found === counter && (try? container.resolve(String.self, named: "name")) == name
        }
        XCTAssertTrue(isRight())
        for round in 0..<60 {
            let child = forkProcess()
            if child == 0 {
                for _ in 0..<100 where !isRight() { _exit(1) }
                _exit(0)
            }
            XCTAssertGreaterThan(child, 0, "fork failed: \(errno)")
            XCTAssertEqual(status(of: child), 0, "child \(round)")
        }
    }

    /// The exit status of a child; nil: it was ended by a signal, after two minutes by this test's.
    private func status(of child: Int32) -> Int32? {
        let limit = Date(timeIntervalSinceNow: 120)
        var status: Int32 = 0
        while unsafe waitpid(child, &status, WNOHANG) == 0 {
            guard Date() < limit else {
                kill(child, SIGKILL)
                unsafe waitpid(child, &status, 0)
                return nil
            }
            usleep(200)
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
}
#endif
