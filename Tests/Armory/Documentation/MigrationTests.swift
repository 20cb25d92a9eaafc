import ArmoryTestSupport
import XCTest

/// Rule F: `migrate.sh` rewrites the spellings of the table in Versions.md, in files that import Armory and no others.
final class MigrationTests: LeakCheckedTestCase {
    /// Spellings before, and those of today.
    private let rows = [
        ("let a = Name(\"x\")", "let a = RegistrationName(\"x\")"),
        (
            "let b = try container.resolve(Db.self, qualifier: region)",
            "let b = try container.resolve(Db.self, named: RegistrationName(region))"
        ),
        ("let c = try container[\\.orders]", "let c = try container.resolve(keyed: \\.orders)"),
        ("let d: Weak<Cache>", "let d: WeakInjected<Cache>"),
        ("let e = Seed(user)", "let e = ScopeSeed(user)"),
        ("let f = try container.resolveOptional(Db.self)", "let f = try container.resolve(Db?.self)"),
        ("let g = try container.resolveAll(Db.self)", "let g = try container.resolve([Db].self)"),
        ("Singleton.Unchecked(X.init)", "Unchecked(X.init)"),
        ("let h = container.dryRun()", "let h = container.validate(dryRun: true)"),
        ("let i: ScopeEnd = .completed", "let i: ScopeOutcome = .completed"),
        ("scope.close(after: .completed)", "scope.close(outcome: .completed)"),
        (
            "try await scope.shutdown(within: .seconds(1), after: end)",
            "try await scope.shutdown(within: .seconds(1), outcome: end)"
        ),
        ("try await PerTask.withInstances { try work() }", "try await PerTask.withTaskInstances { try work() }"),
        ("Module.contribute(to: .plugins, module)", "Module.contribute(toGroup: .plugins, module)"),
        ("Module.contributed(in: .plugins)", "Module.contributed(toGroup: .plugins)"),
        ("let j = try container.observedGraph()", "let j = try container.graphFromDryRun()"),
    ]

    /// The text that the script leaves of a file.
    private func migrated(_ text: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Wiring.swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        let script = Project.root.appending(path: "Sources/Tools/migrate.sh").path
        let result = try Command.run("sh", [script, folder.path])
        XCTAssertEqual(result.status, 0, result.output)
        return try String(contentsOf: file, encoding: .utf8)
    }

    func testF_SpellingsBeforeTheReductionAreRewritten() throws {
        for (before, now) in rows {
            XCTAssertEqual(try migrated("import Armory\n\(before)\n"), "import Armory\n\(now)\n")
        }
    }

    func testF_TodaysSpellingsStay() throws {
        let text = "import Armory\n" + rows.map(\.1).joined(separator: "\n") + "\n"
        XCTAssertEqual(try migrated(text), text)
    }

    func testF_OtherFilesStay() throws {
        for imported in ["Foundation", "ArmorySwinject"] {
            let text = "import \(imported)\n" + rows.map(\.0).joined(separator: "\n") + "\n"
            XCTAssertEqual(try migrated(text), text)
        }
    }
}
