// The examples of Pictures.md, as they stand there.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private final class Disk: Sendable {}

private final class Store: Sendable {
    init(disk: Disk) {}
}

private let shop = Module("shop") {
    Singleton(Disk.init).eager()
    Singleton(Store.init).eager()
}

final class PictureExampleTests: LeakCheckedTestCase {
    private let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    override func tearDown() {
        try? FileManager.default.removeItem(atPath: path)
        super.tearDown()
    }

    func testSEE2_AGraphIsDrawnAndThePictureIsComparedByATest() throws {
        let container = try Container { shop }
        let picture = container.graph.svg(.init(title: "Shop"))
        try picture.write(toFile: path, atomically: true, encoding: .utf8)

        let committed = try String(contentsOfFile: path, encoding: .utf8)
        XCTAssertEqual(committed, container.graph.svg(.init(title: "Shop")))
        XCTAssertEqual(try Picture(svg: committed).figures.count, 2)
    }

    func testSEE2_ThePageShowsAGraphAsMermaid() throws {
        let printed = Printed()
        // The page leaves out the empty line at the end of the output.
        func print(_ text: String) { printed(text.trimmingCharacters(in: .newlines)) }

        final class Disk: Sendable {}
        final class Store: Sendable {
            init(disk: Disk) {}
        }

        let container = try Container {
            Module("shop") {
                Singleton(Disk.init)
                Singleton(Store.init)
            }
        }
        let picture = container.graph.svg(.init(title: "Shop"))
        try picture.write(toFile: path, atomically: true, encoding: .utf8)
        print(container.graph.mermaid())
        XCTAssertEqual(try Picture(svg: picture).figures.count, 2)
        try printed.assertOutput(on: "Use/Pictures.md")
    }

    func testSEE2_AGraphIsExported() throws {
        let container = try Container { shop }
        let graph = container.graph
        let json = graph.json()
        let same = try ContainerGraph(json: json)
        let dot = graph.dot()
        let mermaid = graph.mermaid()
        XCTAssertEqual(same, graph)
        XCTAssertTrue(dot.contains("Store"))
        XCTAssertTrue(mermaid.contains("Store"))
    }

    func testSEE4_TheTableOfThePage() throws {
        func span(_ start: UInt64, _ end: UInt64) -> TimeSpan {
            TimeSpan(start: start * 1_000_000, end: end * 1_000_000)
        }
        let record = StartupRecord(
            factories: [
                .init(key: "App", lifetime: .singleton, place: "Shop/App.swift:1"),
                .init(key: "any Store", lifetime: .singleton, place: "Shop/Store.swift:2"),
                .init(key: "Mail", lifetime: .singleton, place: "Shop/Mail.swift:4"),
            ],
            runs: [
                .init(factory: 1, asker: 0, span: span(10, 60), thread: 7),
                .init(factory: 2, span: span(40, 90), thread: 8), .init(factory: 0, span: span(0, 100), thread: 7),
            ], waits: [.init(factory: 2, asker: 0, span: span(70, 90), thread: 7, maker: 8)])
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/Pictures.md"), encoding: .utf8)
        XCTAssertTrue(page.contains("```\n\(record.table())```\n"), "the page does not have\n\(record.table())")
    }

    func testSEE4_AStartIsProfiled() async throws {
        let profile = StartupProfile()
        let container = try Container(configuration: .init(subscribers: [profile])) { shop }
        try await container.start()
        profile.markStarted()

        print(profile.record.table())
        try profile.record.svg().write(toFile: path, atomically: true, encoding: .utf8)

        for step in profile.record.criticalPath.steps where step.share > 0.5 { print(step.factory.key) }
        for slow in profile.record.warnings(slowerThan: .milliseconds(50)) { print(slow) }
        XCTAssertEqual(profile.record.runs.count, 2)
        XCTAssertEqual(try Picture(svg: String(contentsOfFile: path, encoding: .utf8)).elements[0].name, "svg")
        try await container.shutdown()
    }
}
