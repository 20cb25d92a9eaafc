import Armory
import ArmoryHealth
import ArmoryTestSupport
import XCTest

struct Refused: Error, CustomStringConvertible {
    let description: String
    init(_ description: String = "connection refused") { self.description = description }
}

func refuse(_ text: String = "connection refused") throws { throw Refused(text) }

/// An instance whose answer a test decides.
class Part: Tracked, @unchecked Sendable {  // `state` is guarded by its lock.
    let state = Locked(HealthState.up)

    init() { super.init(LifetimeTracker()) }

    func ping() throws {
        if case .down(let text) = state.withLock({ $0 }) { throw Refused(text) }
    }
}

final class Database: Part, @unchecked Sendable {}
final class Cache: Part, @unchecked Sendable {}

final class Session: Part, @unchecked Sendable {  // Immutable.
    let database: Database
    init(database: Database) { self.database = database }
}

final class Orders: Part, @unchecked Sendable {  // Immutable.
    let session: Session
    init(session: Session) { self.session = session }
}

/// What happened, in order.
final class Notes: Sendable {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func count(_ line: String) -> Int { all.count { $0 == line } }
}

/// A clock that stands until a test moves it, and counts how often it is read.
final class StoppedClock: Sendable {
    private let time = Locked((now: ContinuousClock.now, reads: 0))
    var reads: Int { time.withLock { $0.reads } }
    func advance(by duration: Duration) { time.withLock { $0.now += duration } }

    func callAsFunction() -> ContinuousClock.Instant {
        time.withLock {
            $0.reads += 1
            return $0.now
        }
    }
}

extension Container {
    func health(at clock: StoppedClock) async -> HealthReport { await health { clock() } }
}

extension HealthReport {
    /// The keys with their words.
    var words: [String] { checks.map { "\($0.key) \($0.word)" } }
}

/// Waits until something holds that another task brings about.
func eventually(_ condition: () async -> Bool, file: StaticString = #filePath, line: UInt = #line) async {
    let limit = ContinuousClock.now + .seconds(60)
    while await !condition() {
        guard ContinuousClock.now < limit else { return XCTFail("it never holds", file: file, line: line) }
        try? await Task.sleep(for: .milliseconds(1))
    }
}
