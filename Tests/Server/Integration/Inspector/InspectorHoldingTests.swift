// SEE5: what the inspector does not hold, and what it does not do while others wait for it.

#if Inspector
import Armory
import ArmoryInspector
import ArmoryTestSupport
import Foundation
import XCTest

private final class Captured: Sendable {}
private struct Refusal: Error {}

/// A qualifier whose code has another thread look at the inspector, whenever it runs.
private struct Curious: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    static let inspector = Locked<Inspector?>(nil)
    static let looks = Locked((answered: 0, stuck: 0))

    static func look() {
        // One that is stuck says enough.
        guard let inspector = inspector.withLock({ $0 }), looks.withLock({ $0.stuck == 0 }) else { return }
        let isOver = DispatchSemaphore(value: 0)
        Thread {
            _ = inspector.events(after: .max)
            isOver.signal()
        }.start()
        let isAnswered = isOver.wait(timeout: .now() + 60) == .success
        looks.withLock { if isAnswered { $0.answered += 1 } else { $0.stuck += 1 } }
    }

    static func == (left: Curious, right: Curious) -> Bool {
        look()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        Self.look()
        hasher.combine(number % 2)
    }

    var description: String {
        Self.look()
        return "curious \(number)"
    }
}

final class InspectorHoldingTests: LeakCheckedTestCase {
    func testSEE5_NothingThatARegistrationHasCapturedIsHeld() async throws {
        let inspector = Inspector()
        weak var captured: Captured?
        do {
            let value = Captured()
            captured = value
            let container = try Container(configuration: .init(subscribers: [inspector])) {
                Singleton(String.self) { "\(ObjectIdentifier(value))" }
                Transient(Int.self) { context in try context.resolve(String.self).count }
                Transient(Bool.self) {
                    _ = value
                    throw Refusal()
                }
            }
            _ = try container.resolve(Int.self)
            XCTAssertThrowsError(try container.resolve(Bool.self))
            try await container.shutdown()
        }
        XCTAssertNil(captured)
        XCTAssertEqual(Set(inspector.events().events.map(\.kind)), ["registered", "made", "failed", "closed"])
        XCTAssertEqual(inspector.start.makings.map(\.key), ["String", "Int", "Bool"])
        XCTAssertEqual(inspector.start.makings.map(\.asker), ["Int", nil, nil])
    }

    func testSEE5_AQualifiersCodeRunsWhileNobodyWaitsForTheInspector() throws {
        // Few are counted, so that some find no place, and few events are kept, so that some are overwritten.
        let inspector = Inspector(limits: .init(events: 4, registrations: 4))
        Curious.inspector.withLock { $0 = inspector }
        defer { Curious.inspector.withLock { $0 = nil } }
        let container = try Container(configuration: .init(subscribers: [inspector])) {
            for number in 0..<6 { Transient(Int.self) { number }.named(RegistrationName(Curious(number: number))) }
        }
        for number in [0, 1, 2, 3, 4, 5, 5, 0] {
            XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(Curious(number: number))), number)
        }
        let last = inspector.events().events.map(\.key)
        XCTAssertEqual(last.count, 4)
        XCTAssertTrue(last[0]?.contains("curious 4") == true && last[3]?.contains("curious 0") == true, "\(last)")
        XCTAssertEqual(inspector.slots(of: container).slots.filter { $0.longestNanoseconds > 0 }.count, 4)
        let looks = Curious.looks.withLock { $0 }
        XCTAssertEqual(looks.stuck, 0)
        XCTAssertGreaterThan(looks.answered, 20)
        print("a qualifier's code looked \(looks.answered) times")
    }
}
#endif
