// The examples of README.md and of the catalog, as they stand there, are compiled and run by the other files of this folder, and
// those of ArmoryTesting by its tests.

import ArmoryTestSupport
import Foundation
import XCTest

final class ExamplesAreCompiledTests: LeakCheckedTestCase {
    func testEveryExampleIsInThisFolder() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        // Those of other products are tests of their own.
        let others = [
            "Tools/Testing/TestingExampleTests.swift", "Tools/Testing/FromFactoryTests.swift",
            "Server/Integration/ServerExampleTests.swift",
            "Server/Integration/GRPC/GRPCExampleTests.swift",
            "Server/Integration/Requests/RequestsExampleTests.swift",
            "Server/Integration/Requests/VaporAdapterTests.swift",
            "Server/Integration/Requests/ValuesOfTheRequestTests.swift",
            "Server/Integration/Requests/LambdaAdapterTests.swift",
            "../Examples/Chat/Sources/ChatCore/Jobs/JobQueue.swift",
            "../Examples/Chat/Sources/ChatCore/Server/ChatServer.swift",
            "../Examples/Chat/Sources/ChatCore/Wiring.swift",
            "../Examples/Invoices/Sources/InvoicesCore/Authentication/TokenVerifier.swift",
            "../Examples/Invoices/Sources/InvoicesCore/Domain/InvoiceDesk.swift",
            "../Examples/Invoices/Sources/InvoicesCore/HTTP/Authentication.swift",
            "../Examples/Invoices/Sources/InvoicesCore/HTTP/InvoicesServer.swift",
            "../Examples/Invoices/Sources/InvoicesCore/Wiring.swift",
            "../Examples/Invoices/Tests/InvoicesTests/AddingTests.swift",
            "../Examples/Invoices/Tests/InvoicesTests/ApprovalTests.swift",
            "../Examples/Invoices/Tests/InvoicesTests/Support.swift",
            "../Examples/Invoices/Tests/InvoicesTests/UserTests.swift",
            "Server/Integration/EventsExampleTests.swift",
            "Server/Integration/LiveConfiguration/LiveExampleTests.swift",
            "Tools/Diagrams/PictureExampleTests.swift",
            "Server/Integration/Inspector/InspectorExampleTests.swift",
            "Server/Integration/Inspector/InspectorServing.swift",
            "DropIns/EasyDi/EasyDiExampleTests.swift",
            "DropIns/Injection/InjectionExampleTests.swift",
            "DropIns/Resolver/ResolverExampleTests.swift",
            "DropIns/Swinject/SwinjectExampleProgram.swift", "DropIns/Swinject/SwinjectExampleTests.swift",
            "DropIns/Factory/FactoryExampleProgram.swift", "DropIns/Factory/FactoryExampleTests.swift",
            "DropIns/Factory/FactoryMoveExampleTests.swift",
            "Tools/Diagrams/TextExampleTests.swift", "Tools/Diagrams/ConditionTextTests.swift",
            "Server/Integration/CommandExampleTests.swift",
            "Server/CommandProbe/Graph.swift", "Armory/Decoration/RetryAndDeadline.swift",
            "Tools/Macros/MacrosExampleTests.swift",
            "Tools/Check/CheckExampleTests.swift", "Server/Health/HealthExampleTests.swift",
            "Server/ServiceProbe/Polled.swift",
        ].map { Documentation.root.appendingPathComponent("Tests/\($0)") }
        let tutorial = Documentation.root.appendingPathComponent("Examples/Tutorial")
        let steps = try ["Sources", "Tests"].flatMap { folder in
            let folder = tutorial.appendingPathComponent(folder)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { folder.appendingPathComponent($0) }
        }
        let files =
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) + others + steps
        let source = Documentation.normalised(
            try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")[...])
        var count = 0
        for path in try Documentation.pages() {
            for example in Documentation.examples(of: try Documentation.page(path)) {
                count += 1
                XCTAssertTrue(source.contains(example), "\(path): this example is not compiled:\n\(example)")
            }
        }
        XCTAssertGreaterThan(count, 250, "the examples are found")
    }
}

final class LinksTests: LeakCheckedTestCase {
    func testEveryLinkOfTheGuidesLeadsToAFileAndAHeading() throws {
        for guide in Documentation.guides {
            let folder = Documentation.root.appendingPathComponent(guide).deletingLastPathComponent()
            let targets = try Documentation.page(guide).matches(of: #/\]\(([^)#\s]+)(?:#([^)]+))?\)/#)
            for target in targets where !target.1.hasPrefix("http") {
                let file = folder.appending(path: String(target.1))
                guard FileManager.default.fileExists(atPath: file.path) else {
                    XCTFail("\(guide) links to \(target.1)")
                    continue
                }
                guard let anchor = target.2 else { continue }
                let headings = Documentation.anchors(of: try String(contentsOf: file, encoding: .utf8))
                XCTAssertTrue(
                    headings.contains { $0.lowercased() == anchor }, "\(guide) links to \(target.1)#\(anchor)")
            }
        }
    }

    func testEveryLinkOfThePagesLeadsToAPageAndAHeading() throws {
        let pages = try Dictionary(
            uniqueKeysWithValues: Documentation.pages().dropFirst().map { path in
                (URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent, try Documentation.page(path))
            })
        var count = 0
        for (name, page) in pages {
            for link in page.matches(of: #/<doc:([A-Za-z]+)(?:#([^>]+))?>/#) {
                count += 1
                guard let target = pages[String(link.1)] else {
                    XCTFail("\(name).md links to \(link.0)")
                    continue
                }
                guard let anchor = link.2 else { continue }
                XCTAssertTrue(
                    Documentation.anchors(of: target).contains(String(anchor)), "\(name).md links to \(link.0)")
            }
        }
        XCTAssertGreaterThan(count, 150, "the links are found")
    }

    /// A path is a word in code format with a slash.
    ///
    /// Paths in the guide for contributors may begin below the folders of the core and of the library.
    func testEveryFileThatThePagesForContributorsNameExists() throws {
        let know = "Sources/Armory/Armory.docc/Know/"
        let pages = [
            (".github/CONTRIBUTING.md", ["", "Sources/Armory/", "Sources/Core/"], 45),
            (know + "Guarantees.md", [""], 25),
            (know + "Verification.md", [""], 10),
        ]
        for (name, folders, least) in pages {
            let paths = try Documentation.page(name).matches(of: #/`(\.?[A-Za-z0-9]+/[A-Za-z0-9+\-/._]+)`/#)
                .map { String($0.1) }
            XCTAssertGreaterThan(paths.count, least, "the paths of \(name) are found")
            for path in paths {
                let exists = folders.contains { folder in
                    let file = Documentation.root.appendingPathComponent(folder + path)
                    return FileManager.default.fileExists(atPath: file.path)
                }
                XCTAssertTrue(exists, "\(name) names \(path)")
            }
        }
    }
}
