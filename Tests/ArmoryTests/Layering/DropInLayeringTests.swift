import ArmoryTestSupport
import XCTest

/// The modules that have the API of another library.
final class DropInLayeringTests: LeakCheckedTestCase {
    private static let modules = ["ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver"]
    /// The modules whose containers show the container of this library that is under them.
    private static let showNative = ["ArmoryFactory"]

    private func lines(of module: String) throws -> [String] {
        let files = try Project.swiftFiles(in: "Sources/\(module)")
        XCTAssertFalse(files.isEmpty, "the sources of \(module) are found")
        return files.flatMap { $0.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    func testTheyImportThisLibraryInternallyAndReExportNothing() throws {
        for module in Self.modules {
            let imports = try lines(of: module).filter {
                $0.split(separator: " ").contains("import") && !$0.contains("//")
            }
            XCTAssertTrue(imports.contains("internal import Armory"), module)
            for line in imports {
                XCTAssertTrue(
                    ["Armory", "Synchronization"].contains { line == "internal import \($0)" }
                        || line.contains(" Foundation")
                        || Self.showNative.contains(module) && line == "public import Armory", "\(module): \(line)")
                XCTAssertFalse(line.contains("@_exported"), "\(module): \(line)")
            }
        }
    }

    func testEachIsThin() throws {
        for module in Self.modules {
            // What a reader of the API is told is not counted.
            let code = try lines(of: module).filter { line in
                let text = line.drop { $0 == " " }
                return !text.isEmpty && !text.hasPrefix("//")
            }
            XCTAssertGreaterThan(code.count, 100, module)
            // Resolver's API is the largest: each function stands in it twice, static and not, and every option comes late.
            // Factory's has contexts, six wrappers, the names of its module twice, and options that change while others resolve.
            let most = ["ArmoryResolver": 960, "ArmoryFactory": 1500]
            XCTAssertLessThan(code.count, most[module] ?? 600, module)
        }
    }

    func testNoTypeIsNamedLikeAModule() throws {
        let names = (Self.modules + ["Armory"]).joined(separator: "|")
        let declaration = try Regex("(class|struct|enum|protocol|typealias) (\(names))\\b")
        for module in Self.modules {
            // Few lines name a module at all, and a search for a word is much faster than one for a pattern.
            for line in try lines(of: module) where line.contains("Armory") {
                XCTAssertNil(line.firstMatch(of: declaration), line)
            }
        }
    }
}
