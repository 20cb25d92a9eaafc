// The wait-for graph in words, which is what a run that hangs leaves behind.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class WaitDescriptionTests: LeakCheckedTestCase {
    private final class Slow: Sendable { let life = Counted() }
    private final class Needy: Sendable { let life = Counted(); init(_ slow: Slow) {} }
    private final class Left: @unchecked Sendable {  // Written in its injection.
        let life = Counted()
        var right: Right?
    }
    private final class Right: @unchecked Sendable {  // As `Left`.
        let life = Counted()
        weak var left: Left?
    }

    /// The description once it has all of these parts and not that other one; fails where it never has.
    private static func description(
        with parts: [String], without other: String? = nil, line: UInt = #line
    ) -> String {
        var text = ""
        for _ in 0..<60_000 {
            text = Waits.described()
            if parts.allSatisfy(text.contains), other.map(text.contains) != true { return text }
            usleep(1_000)
        }
        XCTFail("never said \(parts), but: \(text)", line: line)
        return text
    }

    func testC3_WhereNobodyWaitsTheDescriptionSaysSo() {
        XCTAssertEqual(Waits.described(), "Nobody waits.")
    }

    func testC3_AWaitNamesThePathToTheInstance() throws {
        let isMaking = Latch()
        let isSeen = Latch()
        let container = try Container {
            Singleton { () -> Slow in
                isMaking.open()
                XCTAssertTrue(isSeen.wait())
                return Slow()
            }
            Singleton { Needy(try $0.resolve()) }.named("outer")
            Transient { resolver -> [Needy] in [try resolver.resolve(Needy.self, named: "outer")] }
            Graph { Needy(try $0.resolve()) }
        }
        let results = race(threads: 3) { thread in
            switch thread {
            case 0: _ = try container.resolve([Needy].self)
            case 1:
                isMaking.wait()
                _ = try container.resolve(Needy.self)
            default:
                isMaking.wait()
                let text = Self.description(with: ["a thread waits"])
                XCTAssertEqual(text, "a thread waits: Needy → Slow")
                isSeen.open()
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(Waits.described(), "Nobody waits.")
    }

    func testC3_ACompleteInstanceThatIsNotPublishedIsNamed() throws {
        let isRightInjecting = Latch()
        let isLeftAsleep = Latch()
        let isSeen = Latch()
        let container = try Container {
            Singleton { Left() }.inject { left, resolver in
                left.right = try resolver.resolve()
                XCTAssertTrue(isSeen.wait())
            }
            Singleton { Right() }.inject { right, resolver in
                isRightInjecting.open()
                XCTAssertTrue(isLeftAsleep.wait())
                right.left = try resolver.resolve()
            }
        }
        let results = race(threads: 3) { thread in
            switch thread {
            case 0:
                isRightInjecting.wait()
                _ = try container.resolve(Left.self)
            case 1: _ = try container.resolve(Right.self)
            default:
                isRightInjecting.wait()
                XCTAssertEqual(Self.description(with: ["a thread waits"]), "a thread waits: Left → Right")
                isLeftAsleep.open()
                // Without the first wait: its thread is awake only some time after it was woken.
                XCTAssertEqual(
                    Self.description(with: ["a thread waits", "complete"], without: "Left → Right"),
                    """
                    a thread waits: Right
                    complete, and waits for what it holds: Right
                    """)
                isSeen.open()
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }

    /// A qualifier's description is the user's code: here it takes the very lock.
    func testC2_AQualifiersDescriptionRunsWithoutTheLock() throws {
        let isMaking = Latch()
        let isSeen = Latch()
        let container = try Container {
            Singleton { () -> Slow in
                isMaking.open()
                XCTAssertTrue(isSeen.wait())
                return Slow()
            }
            Transient { Needy(try $0.resolve()) }.named(RegistrationName(Nosy()))
        }
        let results = race(threads: 3) { thread in
            switch thread {
            case 0: _ = try container.resolve(Slow.self)
            case 1:
                isMaking.wait()
                _ = try container.resolve(Needy.self, named: RegistrationName(Nosy()))
            default:
                XCTAssertTrue(Self.description(with: ["a thread waits"]).contains("nosy true → Slow"))
                isSeen.open()
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }
}

/// A qualifier whose description comes upon the wait-for graph.
private struct Nosy: Hashable, CustomStringConvertible {
    private final class Ready: @unchecked Sendable { let life = Counted(); var isInjected = false }  // One thread.

    var description: String {
        // An injection takes the graph's lock.
        let container = try? Container { Singleton { Ready() }.inject { ready, _ in ready.isInjected = true } }
        return "nosy \((try? container?.resolve(Ready.self).isInjected) ?? false)"
    }
}
