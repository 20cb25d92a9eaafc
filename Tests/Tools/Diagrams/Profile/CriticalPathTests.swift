import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

/// SEE4: which factories decided how long a start took, from records made by hand.
final class CriticalPathTests: LeakCheckedTestCase {
    private func span(_ start: UInt64, _ end: UInt64) -> TimeSpan { TimeSpan(start: 7000 + start, end: 7000 + end) }

    /// A record of factories called A, B, C…, in the order of their numbers.
    private func record(
        _ runs: [StartupRecord.Run], _ waits: [StartupRecord.Wait] = [], started: UInt64? = nil
    ) -> StartupRecord {
        StartupRecord(
            factories: "ABCDEFG".map { .init(key: String($0), lifetime: .singleton, place: "F:1") }, runs: runs,
            waits: waits, started: started.map { $0 + 7000 })
    }

    private func assertPath(
        _ record: StartupRecord, _ expected: String, outside: UInt64 = 0, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        let path = record.criticalPath
        let text = path.steps.map { "\($0.factory.key) \($0.nanoseconds)" }.joined(separator: ", ")
        XCTAssertEqual(text, expected, file: file, line: line)
        XCTAssertEqual(path.outside, outside, file: file, line: line)
        XCTAssertEqual(
            path.steps.reduce(path.outside) { $0 + $1.nanoseconds }, path.nanoseconds, "the times make up the whole",
            file: file, line: line)
        let shares = path.steps.reduce(0) { $0 + $1.share * Double(path.nanoseconds) } + Double(path.outside)
        XCTAssertEqual(shares, Double(path.nanoseconds), accuracy: 0.01, file: file, line: line)
    }

    func testSEE4_WhatAFactoryAskedForIsOnThePath() {
        assertPath(
            record([
                .init(factory: 2, asker: 1, span: span(20, 50), thread: 1),
                .init(factory: 1, asker: 0, span: span(10, 60), thread: 1),
                .init(factory: 0, span: span(0, 100), thread: 1),
            ]), "A 50, B 20, C 30")
    }

    func testSEE4_OfFactoriesThatRanTogetherTheLastOneIsOnThePath() {
        assertPath(
            record([
                .init(factory: 1, asker: 0, span: span(10, 50), thread: 1, awaits: true),
                .init(factory: 2, asker: 0, span: span(10, 80), thread: 2, awaits: true),
                .init(factory: 0, span: span(0, 100), thread: 1, awaits: true),
            ]), "A 30, C 70")
    }

    func testSEE4_AWaitLeadsToTheFactoryThatWasWaitedFor() {
        // On thread 2, B began before A waited for it; C ran in A meanwhile.
        assertPath(
            record(
                [
                    .init(factory: 2, asker: 0, span: span(10, 40), thread: 1),
                    .init(factory: 1, span: span(20, 90), thread: 2),
                    .init(factory: 0, span: span(0, 100), thread: 1),
                ], [.init(factory: 1, asker: 0, span: span(50, 90), thread: 1, maker: 2)]),
            "A 20, C 10, B 70")
    }

    func testSEE4_FactoriesOneAfterTheOtherAreAllOnThePath() {
        assertPath(
            record([
                .init(factory: 0, span: span(0, 30), thread: 1), .init(factory: 1, span: span(40, 60), thread: 1),
                .init(factory: 2, span: span(45, 50), thread: 2),
            ]), "A 30, B 20", outside: 10)
    }

    func testSEE4_RequestsAndLaterRunsAreNotOnThePath() {
        let runs: [StartupRecord.Run] = [
            .init(factory: 0, span: span(0, 30), thread: 1),
            .init(factory: 1, span: span(40, 60), thread: 1, scope: "request"),
            .init(factory: 2, span: span(70, 90), thread: 1),
        ]
        assertPath(record(runs, started: 35), "A 30")
        assertPath(record(runs), "A 30, C 20", outside: 40)
        assertPath(record([]), "")
    }

    /// What a program never records still ends: factories that asked for each other at once, and waited for each other.
    func testSEE4_ACycleInARecordEnds() {
        let both: [StartupRecord.Run] = [
            .init(factory: 0, asker: 1, span: span(0, 10), thread: 1),
            .init(factory: 1, asker: 0, span: span(0, 10), thread: 1),
        ]
        assertPath(record(both), "")
        let runs: [StartupRecord.Run] = both.map { .init(factory: $0.factory, span: $0.span, thread: $0.thread) }
        let waits: [StartupRecord.Wait] = [
            .init(factory: 1, asker: 0, span: span(2, 8), thread: 1),
            .init(factory: 0, asker: 1, span: span(2, 8), thread: 1),
        ]
        XCTAssertEqual(record(runs, waits).criticalPath.nanoseconds, 10)
    }

    /// Every run is in one place of the path at most, and the times make up the whole, whatever the record.
    func testSEE4_TheTimesOfRandomRecordsMakeUpTheWhole() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let runs = (0..<40).map { _ -> StartupRecord.Run in
                let start = UInt64.random(in: 0..<100, using: &random)
                return .init(
                    factory: Int.random(in: 0..<7, using: &random),
                    asker: Bool.random(using: &random) ? Int.random(in: 0..<7, using: &random) : nil,
                    span: span(start, start + UInt64.random(in: 0..<50, using: &random)), thread: random.next() % 3)
            }
            let waits = (0..<10).map { _ -> StartupRecord.Wait in
                let start = UInt64.random(in: 0..<100, using: &random)
                return .init(
                    factory: Int.random(in: 0..<7, using: &random), asker: Int.random(in: 0..<7, using: &random),
                    span: span(start, start + UInt64.random(in: 0..<50, using: &random)), thread: random.next() % 3)
            }
            let path = record(runs, waits).criticalPath
            XCTAssertEqual(path.steps.reduce(path.outside) { $0 + $1.nanoseconds }, path.nanoseconds, "seed \(seed)")
            XCTAssertEqual(Set(path.steps.map(\.run)).count, path.steps.count, "seed \(seed)")
            for step in path.steps {
                let span = runs[step.run].span
                XCTAssertLessThanOrEqual(step.nanoseconds, span.end - span.start, "seed \(seed)")
            }
        }
    }
}
