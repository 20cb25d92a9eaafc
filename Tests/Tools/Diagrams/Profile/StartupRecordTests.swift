// What is told of a start, from records made by hand.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

final class StartupRecordTests: LeakCheckedTestCase {
    private func span(_ start: UInt64, _ end: UInt64) -> TimeSpan {
        TimeSpan(start: 5_000_000_000 + start * 1_000_000, end: 5_000_000_000 + end * 1_000_000)
    }

    /// App asks for Store, which asks for Disk, and for Mail, which thread 8 is making: it waits for that.
    private var record: StartupRecord {
        StartupRecord(
            factories: [
                .init(key: "App", lifetime: .singleton, place: "Shop/App.swift:1"),
                .init(key: "any Store", lifetime: .singleton, module: "Storage", place: "Shop/Store.swift:2"),
                .init(key: "Disk", lifetime: .transient, place: "Shop/Disk.swift:3"),
                .init(key: "Mail", lifetime: .shared, place: "Shop/Mail.swift:4"),
                .init(key: "Session", lifetime: .scoped, place: "Shop/Session.swift:5"),
            ],
            runs: [
                .init(factory: 2, asker: 1, span: span(20, 50), thread: 7),
                .init(factory: 1, asker: 0, span: span(10, 60), thread: 7),
                .init(factory: 3, span: span(40, 90), thread: 8, awaits: false),
                .init(factory: 0, span: span(0, 100), thread: 7),
                .init(factory: 4, span: span(110, 130), thread: 8, scope: "request"),
                .init(factory: 2, span: span(150, 190), thread: 8, awaits: true, failed: true),
            ],
            waits: [.init(factory: 3, asker: 0, span: span(70, 90), thread: 7, maker: 8)], dropped: 2,
            started: 5_140_000_000)
    }

    func testSEE4_TheTableSaysWhenHowLongAndWhoseTimeItWas() {
        XCTAssertEqual(
            record.table(),
            """
              start    total      own   waited  thread  what
            ───────  ───────  ───────  ───────  ──────  ────────────────────────────────────────
               0 ns   100 ms  30.0 ms  20.0 ms       7  App  Shop/App.swift:1
            10.0 ms  50.0 ms  20.0 ms                7    any Store  Shop/Store.swift:2
            20.0 ms  30.0 ms  30.0 ms                7      Disk  Shop/Disk.swift:3
            40.0 ms  50.0 ms  50.0 ms                8  Mail  Shop/Mail.swift:4
             110 ms  20.0 ms  20.0 ms                8  Session in request  Shop/Session.swift:5
             150 ms  40.0 ms  40.0 ms             task  Disk FAILED  Shop/Disk.swift:3
            70.0 ms  20.0 ms                         7  waited for Mail by App
            started after 140 ms
            2 more are not kept

                own  share  critical path of 100 ms
            ───────  ─────  ─────────────────────────────
            20.0 ms   20 %  App  Shop/App.swift:1
            10.0 ms   10 %  any Store  Shop/Store.swift:2
            20.0 ms   20 %  Disk  Shop/Disk.swift:3
            50.0 ms   50 %  Mail  Shop/Mail.swift:4

            """)
    }

    /// Those who were made at the same time for one factory are not counted twice.
    func testSEE4_OwnTimeIsWhatNobodyElseWorkedIn() {
        let record = StartupRecord(
            factories: (0..<3).map { .init(key: "T\($0)", lifetime: .singleton, place: "F:1") },
            runs: [
                .init(factory: 1, asker: 0, span: span(10, 50), thread: 1, awaits: true),
                .init(factory: 2, asker: 0, span: span(30, 70), thread: 2, awaits: true),
                .init(factory: 0, span: span(0, 100), thread: 1, awaits: true),
            ])
        XCTAssertTrue(record.table().contains("100 ms  40.0 ms"), record.table())
    }

    func testSEE4_AWarningNamesWhatWasSlowOnARequestsWayAndTheFix() {
        let warnings = record.warnings(slowerThan: .milliseconds(15))
        XCTAssertEqual(
            warnings.map(\.description),
            [
                "Disk took 40.0 ms after the start, while a caller waited for it. Move the slow work into an eager singleton, "
                    + "and start() the container before the first request. It is registered at Shop/Disk.swift:3.",
                "Session took 20.0 ms in the scope request, while a caller waited for it. Move the slow work into an eager "
                    + "singleton, or make its factory async, so that it blocks no thread. "
                    + "It is registered at Shop/Session.swift:5.",
            ])
        XCTAssertEqual(record.warnings(slowerThan: .milliseconds(30)).map(\.factory.key), ["Disk"])
        XCTAssertEqual(record.warnings(slowerThan: .milliseconds(40)), [], "slower, not as slow")
    }

    func testSEE4_TheChromeTraceHasSlicesThreadsWaitsAndFlows() throws {
        struct Trace: Decodable {
            struct Event: Decodable {
                var ph: String
                var name: String
                var cat: String?
                var tid: UInt64
                var ts: Double?
                var dur: Double?
                var id: Int?
                var args: [String: String]?
            }
            var displayTimeUnit: String
            var traceEvents: [Event]
        }
        let trace = try JSONDecoder().decode(Trace.self, from: Data(record.chromeTrace().utf8))
        let lines = trace.traceEvents.map {
            "\($0.ph) \($0.name) \($0.cat ?? "-") \($0.tid) \($0.ts ?? -1) \($0.dur ?? -1)"
        }
        XCTAssertEqual(
            lines,
            [
                "M thread_name - 7 -1.0 -1.0", "M thread_name - 8 -1.0 -1.0", "M thread_name - 0 -1.0 -1.0",
                "X App factory 7 0.0 100000.0", "X any Store factory 7 10000.0 50000.0",
                "X Disk factory 7 20000.0 30000.0",
                "X Mail factory 8 40000.0 50000.0", "X Session factory 8 110000.0 20000.0",
                "X Disk factory,failed 0 150000.0 40000.0", "X waits for Mail wait 7 70000.0 20000.0",
                "s waits wait 8 70000.0 -1.0", "f waits wait 7 89999.999 -1.0",
            ])
        XCTAssertEqual(trace.traceEvents[4].args?["asker"], "App")
        XCTAssertEqual(trace.traceEvents[4].args?["own"], "20.0 ms")
    }

    func testSEE4_ThePictureHasABarForEachRunAndEachWait() throws {
        let picture = try Picture(svg: record.svg())
        var boxes: [String: Box] = [:]
        for (place, element) in picture.elements.enumerated() {
            guard
                let name = element.attributes["data-run"].map({ "run \($0)" })
                    ?? element.attributes["data-wait"].map({ "wait \($0)" })
            else { continue }
            let rect = picture.children(of: place, "rect")[0]
            boxes[name] = Box(
                x: rect.number("x"), y: rect.number("y"), width: rect.number("width"), height: rect.number("height"))
        }
        XCTAssertEqual(boxes.count, 7)
        let critical = picture.elements.filter { $0.classes.contains("critical") }.map {
            $0.attributes["data-run"] ?? "-"
        }
        XCTAssertEqual(critical.sorted(), ["-", "0", "1", "2", "3"], "the legend, and the runs on the critical path")
        let (disk, store, app, wait) = (boxes["run 0"], boxes["run 1"], boxes["run 3"], boxes["wait 0"])
        XCTAssertEqual((app?.width ?? 0) / (store?.width ?? 0), 2, accuracy: 0.01, "width is time")
        XCTAssertLessThan(try XCTUnwrap(app?.y), try XCTUnwrap(store?.y))
        XCTAssertLessThan(try XCTUnwrap(store?.y), try XCTUnwrap(disk?.y))
        XCTAssertEqual(store?.y, wait?.y, "one after the other, in one row")
        let all = Array(boxes.values)
        for (place, box) in all.enumerated() {
            for other in all[(place + 1)...] { XCTAssertFalse(box.overlaps(other), "bars overlap") }
        }
        XCTAssertEqual(picture.elements[0].attributes["role"], "img")
        XCTAssertEqual(
            picture.elements.filter { $0.classes == ["faint"] }.map(\.text), ["thread 7", "thread 8", "tasks"])
    }

    func testSEE4_HostileNamesAreTextEverywhere() throws {
        let names = GraphSamples.hostileNames
        let record = StartupRecord(
            factories: names.map { .init(key: $0, lifetime: .graph, module: $0, place: $0) },
            runs: names.indices.map {
                .init(factory: $0, span: span(UInt64($0), UInt64($0) + 1), thread: 1, scope: names[$0])
            },
            waits: names.indices.map {
                .init(factory: $0, asker: $0, span: span(UInt64($0), UInt64($0) + 1), thread: 2)
            })
        let picture = try Picture(svg: record.svg(title: names.joined()))
        XCTAssertEqual(picture.elements.count { $0.attributes["data-run"] != nil }, names.count)
        XCTAssertFalse(picture.elements.contains { $0.name == "script" })
        XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(record.chromeTrace().utf8)))
        XCTAssertEqual(record.table().split(separator: "\n").count, 2 + 2 * names.count, "a line each")
    }

    func testSEE4_AnEmptyRecordIsShownToo() throws {
        XCTAssertEqual(
            StartupRecord().table(),
            "start  total  own  waited  thread  what\n─────  ─────  ───  ──────  ──────  ────\n")
        XCTAssertNoThrow(try Picture(svg: StartupRecord().svg()))
        XCTAssertNoThrow(try JSONSerialization.jsonObject(with: Data(StartupRecord().chromeTrace().utf8)))
        XCTAssertEqual(StartupRecord().warnings(slowerThan: .zero), [])
    }

    /// The format says that what is on one row lies in each other or apart; else its readers leave some out.
    func testSEE4_WhatOverlapsIsOnRowsOfItsOwnInTheTrace() throws {
        let runs: [StartupRecord.Run] = [
            .init(factory: 0, span: span(0, 50), thread: 1, awaits: true),
            .init(factory: 0, span: span(10, 70), thread: 1, awaits: true),
            .init(factory: 0, span: span(20, 90), thread: 2, awaits: true),
            .init(factory: 0, span: span(30, 40), thread: 2, awaits: true),
            .init(factory: 0, span: span(60, 80), thread: 2, awaits: true),
            .init(factory: 0, span: span(0, 20), thread: 7),
        ]
        let record = StartupRecord(
            factories: [.init(key: "Disk", lifetime: .transient, place: "Shop/Disk.swift:3")], runs: runs,
            waits: [
                .init(factory: nil, span: span(10, 30), thread: 7), .init(factory: nil, span: span(20, 40), thread: 7),
            ])
        let trace = try JSONSerialization.jsonObject(with: Data(record.chromeTrace().utf8)) as? [String: Any]
        let events = try XCTUnwrap(trace?["traceEvents"] as? [[String: Any]])
        var names: [Int: String] = [:]
        for event in events where event["ph"] as? String == "M" {
            let name = (event["args"] as? [String: String])?["name"]
            XCTAssertNil(names.updateValue(name ?? "", forKey: try XCTUnwrap(event["tid"] as? Int)))
        }
        XCTAssertEqual(
            names.values.sorted(), ["tasks", "tasks (2)", "tasks (3)", "thread 7", "thread 7 (2)"])
        let slices = try events.filter { $0["ph"] as? String == "X" }.map { event in
            let start = try XCTUnwrap(event["ts"] as? Double)
            let row = try XCTUnwrap(event["tid"] as? Int)
            XCTAssertNotNil(names[row])
            return (row: row, start: start, end: start + (try XCTUnwrap(event["dur"] as? Double)))
        }
        XCTAssertEqual(slices.count, 8)
        for (place, one) in slices.enumerated() {
            for other in slices[(place + 1)...] where one.row == other.row {
                let areApart = one.end <= other.start || other.end <= one.start
                let isInside = one.start <= other.start && other.end <= one.end
                let isAround = other.start <= one.start && one.end <= other.end
                XCTAssertTrue(areApart || isInside || isAround, "\(one) and \(other)")
            }
        }
    }
}
