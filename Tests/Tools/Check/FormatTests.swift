import Armory
import ArmoryCheck
import ArmoryTestSupport
import XCTest

/// The verdict for other programs, and the comparison with a baseline.
final class FormatTests: LeakCheckedTestCase {
    private func object(_ text: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    func testSEE6_TheVerdictAsJSON() async throws {
        let run = try await Run(CheckedGraph("production") { Sample.withoutClock }, "format=json")
        XCTAssertEqual(run.code, 1)
        let verdict = try object(run.text)
        XCTAssertEqual(verdict["graphs"] as? [String], ["production"])
        XCTAssertEqual(verdict["registrations"] as? Int, 1)
        XCTAssertEqual((verdict["unchecked"] as? [Any])?.count, 0)
        let findings = try XCTUnwrap(verdict["findings"] as? [[String: Any]])
        XCTAssertEqual(findings.count, 1)
        XCTAssertEqual(findings[0]["severity"] as? String, "error")
        XCTAssertEqual(findings[0]["code"] as? String, "missing")
        XCTAssertThrowsError(try Sample.withoutClock.validate()) { error in
            let fault = (error as? ResolutionError)?.faults.first
            XCTAssertEqual(findings[0]["message"] as? String, fault?.description.components(separatedBy: "\n").first)
        }
        XCTAssertEqual(findings[0]["graphs"] as? [String], ["production"])
        let place = try XCTUnwrap(findings[0]["place"] as? [String: Any])
        let text = "\(place["path"] ?? ""):\(place["line"] ?? ""):\(place["column"] ?? "")"
        XCTAssertEqual(text, try Run.place("LEDGER"))
        XCTAssertEqual((findings[0]["notes"] as? [Any])?.count, 3)
    }

    func testSEE6_TheVerdictAsSARIF() async throws {
        let graph = CheckedGraph("production") {
            Module {
                Sample.withoutClock
                Singleton { Letter(mailer: try $0.resolve()) }
            }
        }
        let run = try await Run(graph, "format=sarif")
        XCTAssertEqual(run.code, 1)
        let log = try object(run.text)
        XCTAssertEqual(log["version"] as? String, "2.1.0")
        let runs = try XCTUnwrap(log["runs"] as? [[String: Any]])
        let driver = try XCTUnwrap((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
        XCTAssertEqual((driver["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String }, ["missing"])
        let results = try XCTUnwrap(runs[0]["results"] as? [[String: Any]])
        XCTAssertEqual(results.map { $0["ruleId"] as? String }, ["missing", "notChecked"])
        XCTAssertEqual(results.map { $0["level"] as? String }, ["error", "note"])
        let locations = try XCTUnwrap(results[0]["locations"] as? [[String: Any]])
        let physical = try XCTUnwrap(locations[0]["physicalLocation"] as? [String: Any])
        XCTAssertEqual((physical["artifactLocation"] as? [String: String])?["uri"], "CheckedWiring.swift")
        let region = try XCTUnwrap(physical["region"] as? [String: Int])
        let place = try Run.place("LEDGER").split(separator: ":")
        XCTAssertEqual(region["startLine"], Int(place[1]))
        XCTAssertEqual(region["startColumn"], Int(place[2]))
    }

    // MARK: Conditions

    func testSEE7_TheConditionsOfEachCombination() async throws {
        let graphs = [
            CheckedGraph("smtp", environment: ["MAILER": "smtp"]) { Sample.letters },
            CheckedGraph("log", environment: ["MAILER": "log"]) { Sample.letters },
        ]
        let text = try await Run(graphs, ["conditions"]).text
        let lines = text.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.filter { ["smtp", "log"].contains($0) }, ["smtp", "log"])
        XCTAssertEqual(lines.count { $0.hasPrefix("in ") && $0.contains("condition holds; MAILER is set") }, 1, text)
        XCTAssertEqual(lines.count { $0.hasPrefix("out") && $0.contains("condition does not hold") }, 1, text)
        let json = try object(try await Run(graphs, ["conditions", "format=json"]).text)
        let log = try XCTUnwrap(json["log"] as? [[String: Any]])
        XCTAssertEqual(log.count { $0["isUsed"] as? Bool == false }, 1)
        XCTAssertEqual(json.keys.sorted(), ["log", "smtp"])
    }

    func testSEE6_ARegistrationThatIsInNoCombinationIsNotChecked() async throws {
        let never = [
            CheckedGraph("log", environment: ["MAILER": "log"]) { Sample.letters },
            CheckedGraph("none") { Sample.letters },
        ]
        let words = "note: Mailer is not checked: its condition holds in no combination. It has read MAILER.\n"
        let listed = try await Run(never, ["unchecked"]).text
        XCTAssertTrue(listed.contains("\(try Run.place("MAILER")): \(words)"), listed)
        let once = [CheckedGraph("smtp", environment: ["MAILER": "smtp"]) { Sample.letters }] + never
        let met = try await Run(once, ["unchecked"]).text
        XCTAssertFalse(met.contains(words), met)
    }

    // MARK: Baseline

    private var folder = URL(filePath: "/")

    override func setUpWithError() throws {
        try super.setUpWithError()
        folder = FileManager.default.temporaryDirectory.appending(path: "armory baseline \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: folder)
        super.tearDown()
    }

    private func baseline(_ text: String) throws -> String {
        let file = folder.appending(path: "graph.json")
        try Data(text.utf8).write(to: file)
        return "baseline=\(file.path)"
    }

    func testSEE6_AComparisonSaysWhatAChangeDoesInEachCombination() async throws {
        let before = [
            CheckedGraph("a") { Sample.sound }, CheckedGraph("b") { Sample.sound },
            CheckedGraph("gone") { Module {} },
        ]
        let written = try await Run(before, ["baseline"])
        XCTAssertEqual(written.code, 0)
        let file = try baseline(written.text)
        let same = try await Run(before, ["compare", file])
        XCTAssertEqual(same.text, "")
        let mail = Module("mail") { Singleton(Mailer.init) }
        let after = [
            CheckedGraph("a") {
                Module {
                    Sample.sound; mail
                }
            },
            CheckedGraph("b") {
                Module {
                    Sample.sound; mail
                }
            },
            CheckedGraph("new") { mail },
        ]
        let changed = try await Run(after, ["compare", file])
        let change = "**added** (1)\n\n- `Mailer · singleton, module mail, ArmoryCheckTests/FormatTests.swift`\n"
        XCTAssertEqual(changed.text, "### Graph: a, b, new\n\n\(change)")
        XCTAssertEqual(changed.code, 0)
        let only = try await Run(after, ["compare", "only=a", file])
        XCTAssertEqual(only.text, "### Graph: a\n\n\(change)")
        let gone = try await Run([before[2]], ["compare", file])
        XCTAssertTrue(gone.text.hasPrefix("### Graph: a, b\n\n**removed** (2)\n\n- `Clock · singleton"), gone.text)
    }

    func testSEE6_ABaselineThatIsNoneIsSaid() async throws {
        for (text, words) in [("[]", "is not a baseline that check-graph baseline printed"), ("", "is not a baseline")]
        {
            let file = try baseline(text)
            do {
                _ = try await Run([CheckedGraph { Sample.sound }], ["compare", file])
                XCTFail("\(text) is no baseline")
            } catch {
                XCTAssertTrue("\(error)".contains(words), "\(error)")
            }
        }
        do {
            _ = try await Run([CheckedGraph { Sample.sound }], ["compare", "baseline=\(folder.path)/none.json"])
            XCTFail("there is no such file")
        } catch {
            XCTAssertTrue(
                "\(error)".hasSuffix("Write it once: swift package check-graph baseline > none.json"), "\(error)")
        }
    }
}
