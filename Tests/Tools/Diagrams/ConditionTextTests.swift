import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private protocol Mailer: Sendable {}
private struct SMTPMailer: Mailer {}
private struct LogMailer: Mailer {}

/// SEE7: the conditions of a container as a table and as JSON.
final class ConditionTextTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        let mail = Module("mail") {
            Singleton((any Mailer).self, fileID: "Shop/Wiring.swift", line: 12) { SMTPMailer() }
                .when { $0["SMTP_HOST"] != nil }
            Singleton((any Mailer).self, fileID: "Shop/Wiring.swift", line: 13) { LogMailer() }.ifAbsent()
        }
        return try Container(configuration: .init(environment: ["SMTP_HOST": "mail.example"])) {
            Module("shop") { mail }
        }
    }

    func testSEE7_TheTableIsThatOfThePage() throws {
        let container = try container()
        print(container.conditions.list())
        let table = """
            used  key         place                 module       why
            ────  ──────────  ────────────────────  ───────────  ────────────────────────────────────────────────
            in    any Mailer  Shop/Wiring.swift:12  shop > mail  condition holds; SMTP_HOST is set
            out   any Mailer  Shop/Wiring.swift:13  shop > mail  ifAbsent, and Shop/Wiring.swift:12 is registered
            """
        assertText(container.conditions.list(), table)
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/SeeingTheGraph.md"),
            encoding: .utf8)
        XCTAssertTrue(page.contains("```\n\(container.conditions.list())\n```"))
        XCTAssertEqual([ConditionInfo]().list(), "Nothing is registered.")
    }

    func testSEE7_JSONHasStableKeysAndNoValues() throws {
        assertText(
            try container().conditions.json(),
            """
            [
              {
                "condition" : {
                  "isMet" : true,
                  "readsWholeEnvironment" : false,
                  "variables" : [
                    {
                      "isSet" : true,
                      "name" : "SMTP_HOST"
                    }
                  ]
                },
                "explanation" : "condition holds; SMTP_HOST is set",
                "file" : "Shop/Wiring.swift",
                "isUsed" : true,
                "key" : "any Mailer",
                "line" : 12,
                "modules" : [
                  "shop",
                  "mail"
                ],
                "reason" : "registered"
              },
              {
                "explanation" : "ifAbsent, and Shop/Wiring.swift:12 is registered",
                "file" : "Shop/Wiring.swift",
                "isUsed" : false,
                "key" : "any Mailer",
                "line" : 13,
                "modules" : [
                  "shop",
                  "mail"
                ],
                "reason" : "ifAbsent",
                "usedInstead" : {
                  "file" : "Shop/Wiring.swift",
                  "key" : "any Mailer",
                  "line" : 12
                }
              }
            ]
            """)
    }
}
