import ArmoryTestSupport
import XCTest

/// Each folder of the engine names only folders below it (rule F).
final class FloorsTests: LeakCheckedTestCase {
    private func sources() throws -> [(path: String, text: String)] {
        let folder = "Sources/Armory/"
        return try Project.swiftFiles(in: folder).map { (String($0.path.dropFirst(folder.count)), $0.text) }
    }

    func testF_EveryFolderIsAFloorWithItsLine() throws {
        let folders = Set(try sources().map { String($0.path.prefix { $0 != "/" }) })
        XCTAssertEqual(folders, Set(Floors.order))
        XCTAssertEqual(Floors.order.count, Set(Floors.order).count)
    }

    func testF_AFloorMayNameOnlyFloorsBelowIt() {
        for (height, floor) in Floors.order.enumerated() {
            for name in Floors.names(of: floor) {
                XCTAssertTrue(
                    Floors.order[..<height].contains(name), "\(floor) may not name \(name), which is not below it")
            }
        }
    }

    func testF_NoFileNamesAFolderThatItsFloorMayNot() throws {
        for arrow in Floors.arrows(in: try sources()) where !Floors.names(of: arrow.from).contains(arrow.to) {
            XCTFail("\(arrow.text): the line of \(arrow.from) in Floors.swift does not allow it")
        }
    }

    func testF_EveryAllowedArrowIsUsed() throws {
        let used = Set(Floors.arrows(in: try sources()).map { "\($0.from) -> \($0.to)" })
        XCTAssertGreaterThan(used.count, 100, "the arrows are found")
        for (floor, _) in Floors.allowed {
            for name in Floors.names(of: floor) {
                XCTAssertTrue(
                    used.contains("\(floor) -> \(name)"), "\(floor) no longer names \(name): take it out of the line")
            }
        }
    }

    /// Features lie side by side: one that names another has a reason.
    func testF_FeaturesThatNameEachOtherSayWhy() {
        let features = Floors.order.drop { $0 != "Registration" }
        let named = features.flatMap { floor in
            Floors.names(of: floor).filter(features.contains).map { "\(floor) -> \($0)" }
        }
        XCTAssertEqual(Set(named), Set(Floors.featureArrows.map(\.arrow)))
        for (arrow, reason) in Floors.featureArrows { XCTAssertFalse(reason.isEmpty, arrow) }
    }

    func testF_AnArrowIsFoundByTypeAndByMethod() {
        let lower = """
            struct Brick {}  // Roof in a comment is no use of it.
            extension Brick {
                /* nor is Roof() here */
                func lay() { print("Roof, \\(self)") }
                static let text = \"""
                    Roof
                    \"""
            }
            """
        let upper = """
            @frozen public final class Roof {
                @inlinable package func coverHouse<T>(_ type: T.Type) {}
            }
            """
        func arrows(_ planted: String) -> [String] {
            Floors.arrows(in: [("Ground/Brick.swift", lower + planted), ("Top/Roof.swift", upper)]).map(\.text)
        }
        XCTAssertEqual(arrows(""), [])
        XCTAssertEqual(arrows("\nlet roof: Roof? = nil"), ["Ground/Brick.swift names Roof of Top"])
        XCTAssertEqual(arrows("\nfunc f() { coverHouse(Int.self) }"), ["Ground/Brick.swift names coverHouse() of Top"])
        XCTAssertEqual(arrows("\nfunc f() { _ = \"\" ; let r = Roof.self }"), ["Ground/Brick.swift names Roof of Top"])
    }

    func testF_DesignDescribesEveryFloor() throws {
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Know/Design.md"), encoding: .utf8)
        var rest = page[...]
        for floor in Floors.order.reversed() {
            guard let range = rest.range(of: "| `\(floor)` |") else {
                XCTFail("Design.md has no row of \(floor), or not in its place")
                continue
            }
            rest = rest[range.upperBound...]
        }
    }
}
