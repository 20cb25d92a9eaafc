// Factories that wait for another thread, which resolves from the same container.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import Foundation
import Synchronization
import XCTest

/// C3: such a factory gets what is unrelated, and where the other thread needs the very instance that is being made, the
/// wait ends with an error and the cell can be tried again.
final class WaitForThreadStressTests: LeakCheckedTestCase {
    func testC3_AFactoryMayWaitForAThreadThatResolvesSomethingElse() {
        let label = "C3 a factory of the core waits for a thread that resolves something else"
        let rounds = StressScale.scaled(10_000, underThreadSanitizer: 4_000)
        let report = Barrage(label, threads: 4, rounds: rounds, isJostled: true, describe: Waits.described)
            .run(
                prepare: { _ in try Stage(waitLimit: nil, isThrown: true) },
                body: { stage, thread in
                    guard thread == 1 else { return try stage.container.resolve(Widget.self) }
                    try expect(stage.asked.wait(seconds: 120), "no factory asks")
                    try stage.container.resolve(Widget.self, named: "ready").expectComplete("what is unrelated")
                    stage.answered.open()
                    return try stage.container.resolve(Widget.self)
                },
                check: { stage, results in
                    let widgets = try results.map { try $0.get() }
                    try expect(widgets.allSatisfy { $0 === widgets[0] }, "two threads have two instances")
                    try stage.slow.expectOne("the slow instance")
                    try stage.ready.expectOne("what is unrelated")
                })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.state(misses: report.misses)
    }

    func testC3_AFactoryThatWaitsForAThreadThatNeedsItEndsWithTheNamedErrorAndCanBeTriedAgain() {
        let label = "C3 a factory of the core waits for a thread that needs its instance"
        let timeouts = Atomic<Int>(0)
        let report = Barrage(
            label, threads: 4, rounds: StressScale.scaled(2_000), isJostled: true, describe: Waits.described
        ).run(
            prepare: { try Stage(waitLimit: .milliseconds(2), isThrown: $0 % 2 == 0) },
            body: { try $0.resolveCrossed(thread: $1) },
            check: { stage, results in
                timeouts.add(try stage.checkCrossed(results), ordering: .relaxed)
            })
        XCTAssertNil(report.miss)
        XCTAssertGreaterThanOrEqual(timeouts.load(ordering: .relaxed), report.rounds)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.add(timeouts.load(ordering: .relaxed), "timeouts")
        stated.state(misses: report.misses)
    }
}

/// A round in which a factory asks another thread, and the other thread answers.
private final class Stage: Sendable {
    /// What the factory and the threads share.
    private final class Talk: Sendable {
        let asked = Latch()
        let answered = Latch()
        let answer = Locked<ResolutionError?>(nil)
        let attempts = Atomic<Int>(0)
    }

    let container: Container
    let slow = Census()
    let ready = Census()
    private let talk = Talk()
    private let isThrown: Bool

    var asked: Latch { talk.asked }
    var answered: Latch { talk.answered }

    /// The slow factory waits for the other thread at its first attempt alone; if it `isThrown`, what the other thread has
    /// met is the factory's error too.
    init(waitLimit: Duration?, isThrown: Bool) throws {
        self.isThrown = isThrown
        container = try Container(
            Plan { [slow, ready, talk] plan in
                plan.singleton(Widget.self) { _ in
                    if talk.attempts.add(1, ordering: .relaxed).oldValue == 0 {
                        talk.asked.open()
                        try expect(talk.answered.wait(seconds: 120), "the other thread does not answer")
                        if isThrown, let answer = talk.answer.withLock({ $0 }) { throw answer }
                    }
                    return Widget(slow)
                }
                plan.injected(.singleton, Widget.self, named: "ready") { _ in
                    Widget(ready, .yielding)
                } inject: { widget, _ in
                    widget.complete(.yielding)
                }
                plan.transient([Widget].self) { [try $0.resolve()] }
            }, waitLimit: waitLimit)
    }

    /// Thread 0 makes the instance, thread 1 is the one that is waited for, and the others come in the midst of it.
    func resolveCrossed(thread: Int) throws -> Widget {
        guard thread > 0 else { return try container.resolve() }
        try expect(asked.wait(seconds: 120), "no factory asks")
        guard thread == 1 else { return try container.resolve() }
        defer { answered.open() }
        do throws(ResolutionError) {
            return try container.resolve([Widget].self)[0]
        } catch {
            talk.answer.withLock { $0 = error }
            throw error
        }
    }

    /// Returns how many threads were told that they have waited too long.
    func checkCrossed(_ results: [Result<Widget, any Error>]) throws -> Int {
        try expect(Self.isTimedOut(results[1], path: ["[Widget]", "Widget"]), "the other thread got \(results[1])")
        if isThrown {
            try expect(Self.isFailed(results[0]), "the maker got \(results[0])")
        } else {
            try expect((try? results[0].get()) != nil, "the maker got \(results[0])")
        }
        // The cell is ready, or empty and can be tried again.
        let widget = try container.resolve(Widget.self)
        for case .success(let other) in results { try expect(other === widget, "two threads have two instances") }
        for result in results[2...] {
            let isTold = Self.isTimedOut(result, path: ["Widget"]) || isThrown && Self.isFailed(result)
            try expect(isTold || (try? result.get()) != nil, "a third got \(result)")
        }
        try slow.expectOne("the slow instance")
        return results.count { (try? $0.get()) == nil }
    }

    /// Whether the error is the one that the other thread had, as a failure of the factory that threw it.
    private static func isFailed(_ result: Result<Widget, any Error>) -> Bool {
        guard case .failure(let error) = result, let error = error as? ResolutionError else { return false }
        if error.code == .timedOut { return error.path == ["[Widget]", "Widget"] }
        return error.code == .factoryFailed && error.path == ["Widget"]
            && (error.underlying as? ResolutionError)?.code == .timedOut
    }

    private static func isTimedOut(_ result: Result<Widget, any Error>, path: [String]) -> Bool {
        guard case .failure(let error) = result, let error = error as? ResolutionError else { return false }
        return error.code == .timedOut && error.path == path && "\(error)".contains("the other thread: Widget")
    }
}
