import Foundation
import XCTest

/// A step changes only the files that its row in the README names.
final class SourceTests: XCTestCase {
    func testFilesThatAStepDoesNotChangeAreTheSame() throws {
        try assertSame("Clinic1", "Clinic2", except: ["Check", "PracticeAssembly", "VisitAssembly", "main"])
        try assertSame("Clinic2", "Clinic3", except: ["Check", "Containers", "Practice", "PracticeAssembly", "main"])
        try assertSame("Parcels1", "Parcels2", except: ["Check", "main"])
        try assertSame("Parcels2", "Parcels3", except: ["Check", "Depot", "Depot+Tours", "Tours", "main"])
    }

    func testOnlyTheLastStepsImportNoDropIn() throws {
        for target in ["Clinic", "Clinic4", "Parcels", "Parcels4"] {
            for (name, text) in try files(target) {
                XCTAssertFalse(text.contains("import ArmorySwinject"), "\(target)/\(name)")
                XCTAssertFalse(text.contains("import ArmoryFactory"), "\(target)/\(name)")
            }
        }
        for target in ["Clinic", "Parcels"] {
            for (name, text) in try files(target) {
                XCTAssertFalse(text.contains("import Armory"), "\(target)/\(name)")
            }
        }
    }

    private func assertSame(_ step: String, _ next: String, except changed: Set<String>) throws {
        let (before, after) = try (files(step), files(next))
        for name in Set(before.keys).union(after.keys).subtracting(changed) {
            XCTAssertNotNil(before[name], "\(step)/\(name)")
            XCTAssertEqual(before[name], after[name], "\(name) in \(step) and \(next)")
        }
        for name in changed { XCTAssertNotEqual(before[name], after[name], "\(name) in \(step) and \(next)") }
    }

    /// The text of each file of a target, by the name of the file.
    private func files(_ target: String) throws -> [String: String] {
        let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let urls = try FileManager.default.contentsOfDirectory(
            at: example.appending(components: "Sources", target), includingPropertiesForKeys: nil)
        XCTAssertFalse(urls.isEmpty, target)
        return try Dictionary(
            uniqueKeysWithValues: urls.map {
                ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
            })
    }
}
