import Armory
import ArmoryTestSupport
import XCTest

/// A qualifier whose hash and comparison run code of the test.
private struct Meddling: Hashable, Sendable {
    let hook: Shelf<@Sendable () -> Void>

    static func == (left: Meddling, right: Meddling) -> Bool {
        left.hook.value()
        return true
    }

    func hash(into hasher: inout Hasher) {
        hook.value()
    }
}

private final class Clock: Sendable {
    private let life = Counted()
    let number: Int
    init(_ number: Int) { self.number = number }
}

private final class Journal: Sendable {
    private let life = Counted()
    let clock: Clock
    init(clock: Clock) { self.clock = clock }
}

/// A container that overrides the clock resolves a journal, whose registration in the base changes in the middle.
///
/// A change at every hash and at every comparison of the qualifier reaches each place between two lookups of one resolve.
final class BaseChangedMeanwhileTests: LeakCheckedTestCase {
    private struct Stage: Sendable {
        let base: Container
        let key: Meddling
        /// The address of the journal's first record.
        let record: ObjectIdentifier
    }

    /// Resolves a journal, and calls `change` at one of the hashes and comparisons of its qualifier; at none for 0.
    ///
    /// Returns the number of these calls, and the number of the journal's clock.
    private func resolve(
        _ first: some Registration<Journal>, changingAt call: Int,
        _ change: @escaping @Sendable (Stage) throws -> Void
    ) throws -> (calls: Int, clock: Result<Int, any Error>) {
        let key = Meddling(hook: Shelf {})
        let base = Container()
        try base.register(Singleton { Clock(-1) })
        let record = try Self.add(first.qualified(by: key), by: base.register)
        let derived = try base.overriding { Singleton { Clock(1) } }
        let calls = Counter()
        key.hook.value = {
            guard calls.increment() == call else { return }
            do { try change(Stage(base: base, key: key, record: record)) } catch { XCTFail("\(error)") }
        }
        // The base holds the qualifier.
        defer { key.hook.value = {} }
        let clock = Result { try derived.resolve(Journal.self, qualifier: key).clock.number }
        return (calls.value, clock)
    }

    /// Returns the address of the record that `add` gives to a container, which alone holds it then.
    private static func add<R: Registration>(
        _ registration: R, by add: (R) throws -> Void
    ) rethrows -> ObjectIdentifier {
        try add(registration)
        return ObjectIdentifier(registration.definition.binding)
    }

    /// Calls `body` with the number of each hash and comparison in a resolve of the registration.
    private func atEachCall(_ first: some Registration<Journal>, _ body: (Int) throws -> Void) throws {
        let calls = try resolve(first, changingAt: 0) { _ in }.calls
        XCTAssertGreaterThan(calls, 2)
        for call in 1...max(1, calls) { try body(call) }
    }

    // The base's own slot serves a transient, which is made in the view of the container that is asked. A singleton that
    // depends on an override is kept by the container that overrides. If a record were freed after the choice between the two,
    // the next record could have its address, and the container would take the base's singleton.
    private func checkReplacement(of first: some Registration<Journal>) throws {
        try skipUnderSanitizers("freed memory is not used again soon")
        var reused = 0
        // Which address malloc gives out next also depends on the other threads of the process: there may be none in a round, or
        // in any, if another thread frees the records.
        for _ in 0..<10 where reused == 0 {
            try atEachCall(first) { call in
                let isReused = Shelf(false)
                let outcome = try resolve(first, changingAt: call) { stage in
                    for _ in 0..<100 where !isReused.value {
                        let next = Singleton(Journal.init).qualified(by: stage.key)
                        isReused.value = try Self.add(next, by: stage.base.replace) == stage.record
                    }
                }
                XCTAssertEqual(try outcome.clock.get(), 1, "replaced at call \(call)")
                if isReused.value { reused += 1 }
            }
        }
        // Every round has asserted the promise. Without such an address, no round could have broken it.
        try XCTSkipIf(reused == 0, "malloc gave no record the address of the one before it")
    }

    func testO4_ATransientThatBecomesASingletonDuringAResolveSeesTheOverrides() throws {
        try checkReplacement(of: Transient(Journal.init))
    }

    func testO4_AGraphInstanceThatBecomesASingletonDuringAResolveSeesTheOverrides() throws {
        try checkReplacement(of: Graph(Journal.init))
    }

    func testO4_ARegistrationThatIsRemovedDuringAResolveIsFoundOrMissing() throws {
        func check(_ first: some Registration<Journal>) throws {
            try atEachCall(first) { call in
                let outcome = try resolve(first, changingAt: call) { stage in
                    try stage.base.remove(Journal.self, qualifier: stage.key)
                }
                switch outcome.clock {
                case .success(let clock): XCTAssertEqual(clock, 1, "removed at call \(call)")
                case .failure(let error):
                    XCTAssertEqual((error as? ResolutionError)?.code, .missing, "removed at call \(call)")
                }
            }
        }
        try check(Transient(Journal.init))
        try check(Graph(Journal.init))
        try check(Singleton(Journal.init))
    }

    func testO4_AFactoryThatReplacesItsOwnRegistrationDuringAResolveLeavesTheOverridesInPlace() throws {
        let base = Container()
        try base.register(Singleton { Clock(-1) })
        try base.register(Singleton(value: "unaffected"))
        // The factory depends on no override, so the base runs it to find out whether it asks for one after all.
        try base.register(
            Singleton { [weak base] (text: String) -> Journal in
                XCTAssertEqual(text, "unaffected")
                try base?.replace(Singleton(Journal.init))
                return Journal(clock: Clock(0))
            })
        let derived = try base.overriding { Singleton { Clock(1) } }
        XCTAssertEqual(try derived.resolve(Journal.self).clock.number, 1)
        XCTAssertEqual(try base.resolve(Journal.self).clock.number, -1)
        XCTAssertTrue(try derived.resolve(Journal.self) === derived.resolve(Journal.self))
    }
}
