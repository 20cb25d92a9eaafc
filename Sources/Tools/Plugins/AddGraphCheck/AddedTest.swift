import Foundation
import PackagePlugin

/// A test of the graph, in a test target that depends on the wiring or in a new one.
struct AddedTest {
    private static let newTarget = "GraphTests"

    private let wiring: Wiring
    private let manifest: Manifest
    /// The test target; nil: a new one.
    private let target: SwiftSourceModuleTarget?
    /// The test targets of the package.
    private let tests: [SwiftSourceModuleTarget]

    /// - Parameter name: The test target; nil: the one that depends on the wiring.
    init(_ wiring: Wiring, _ manifest: Manifest, into name: String?) throws {
        self.wiring = wiring
        self.manifest = manifest
        tests = manifest.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind == .test }
            .sorted { $0.name < $1.name }
        guard let name else {
            target = try Self.target(above: wiring, among: tests)
            return
        }
        guard let target = tests.first(where: { $0.name == name }) else {
            let names = tests.map(\.name).joined(separator: ", ")
            throw Complaint(
                "\(manifest.package.displayName) has no test target \(name). "
                    + (names.isEmpty ? "Without --tests, a new one is added." : "Its test targets are: \(names)."))
        }
        self.target = target
    }

    private static func target(
        above wiring: Wiring, among tests: [SwiftSourceModuleTarget]
    ) throws -> SwiftSourceModuleTarget? {
        let above = tests.filter { wiring.isBelow($0) }
        let direct = above.filter { dependencies(of: $0).contains(wiring.target.name) }
        let best = direct.isEmpty ? above : direct
        if let own = best.first(where: { $0.name == wiring.target.name + "Tests" }) { return own }
        guard best.count < 2 else {
            let names = best.map(\.name).joined(separator: ", ")
            throw Complaint(
                "several test targets depend on \(wiring.target.name): \(names). Choose one: --tests <target>.")
        }
        return best.first
    }

    /// The names of the targets and products that a target depends on.
    private static func dependencies(of target: SwiftSourceModuleTarget) -> [String] {
        target.dependencies.compactMap { dependency in
            switch dependency {
            case .target(let target): target.name
            case .product(let product): product.name
            @unknown default: nil
            }
        }
    }

    /// - Returns: What to tell the user.
    func add() throws -> String {
        if let there = try existing() {
            return """
                \(wiring.code) is checked already, by \(there.path). Nothing was changed.
                It runs by: swift test --filter \(there.target).graph
                """
        }
        let folder = try target.map { try manifest.relative($0.directoryURL) } ?? "Tests/\(Self.newTarget)"
        let file = "\(folder)/GraphTests.swift"
        guard !FileManager.default.fileExists(atPath: manifest.root.appending(path: file).path) else {
            throw Complaint(
                "\(file) already exists. Nothing was changed. Add CheckedGraph { \(wiring.code) } to that file.")
        }
        let added = try Addition(files: [(file, source)], lines: lines(folder)).write(to: manifest)
        return """
            \(added)
            It runs with the tests, and alone by: swift test --filter \(target?.name ?? Self.newTarget).graph
            In \(file), declare what the graph itself does not show: entries, scopes, combinations.
            """
    }

    /// The test that checks the module, if there is one.
    private func existing() throws -> (path: String, target: String)? {
        for test in tests {
            for file in test.sourceFiles(withSuffix: ".swift") {
                let text = try String(contentsOf: file.url, encoding: .utf8)
                guard text.contains("expectValid"), text.contains("CheckedGraph"), names(text) else {
                    continue
                }
                return (try manifest.relative(file.url), test.name)
            }
        }
        return nil
    }

    /// Whether a text names the module, and not only one whose name is longer.
    private func names(_ text: String) -> Bool {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        return text.ranges(of: wiring.code).contains { range in
            !isPart(text[..<range.lowerBound].last) && !isPart(text[range.upperBound...].first)
        }
    }

    private var source: String {
        """
        import Armory
        import ArmoryCheck
        import ArmoryTesting
        import Testing
        \(wiring.isVisible == true ? "" : "@testable ")import \(wiring.target.moduleName)

        /// Checks the graph of the application: each fault is at the line of its registration.
        @Test func graph() async throws {
            try await expectValid {
                CheckedGraph { \(wiring.code) }
            }
        }

        """
    }

    private func lines(_ folder: String) -> String {
        let there = target.map(Self.dependencies) ?? []
        let products = ["Armory", "ArmoryCheck", "ArmoryTesting"].filter { !there.contains($0) }
        let targets = ([wiring.target.name] + wiring.libraries(of: manifest.package)).filter { !there.contains($0) }
        guard let target else {
            return """

                // A test of the graph.
                \(manifest.variable).targets.append(
                    .testTarget(
                        name: "\(Self.newTarget)",
                        dependencies: [
                            \(manifest.dependencies(products, targets, indentation: 16))
                        ],
                        path: "\(folder)"))

                """
        }
        guard !(products + targets).isEmpty else { return "" }
        return """

            // The test of the graph needs them.
            for target in \(manifest.variable).targets where target.name == "\(target.name)" {
                target.dependencies += [
                    \(manifest.dependencies(products, targets, indentation: 8))
                ]
            }

            """
    }
}
