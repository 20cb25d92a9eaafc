import Armory
import ArmoryCheck
import ArmoryTestSupport
import XCTest

/// The verdict of a check, as the compiler prints errors.
final class CheckTests: LeakCheckedTestCase {
    func testSEE6_ASoundGraphHasNoFaultAndTheExitCodeIsZero() async throws {
        let run = try await Run(CheckedGraph { Sample.sound })
        XCTAssertEqual(run.text, "The graph has no fault (2 registrations).\n")
        XCTAssertEqual(run.code, 0)
    }

    func testSEE6_AFaultIsPrintedAtItsLineWithTheTextOfRunTime() async throws {
        let run = try await Run(CheckedGraph { Sample.withoutClock })
        let place = try Run.place("LEDGER")
        var fault: ResolutionError?
        do throws(ResolutionError) { try Sample.withoutClock.validate() } catch { fault = error.faults.first }
        XCTAssertEqual(fault?.code, .missing)
        let lines = fault?.description.components(separatedBy: "\n  ") ?? []
        let verdict = "The graph has 1 fault (1 registration). The page Errors explains each code.\n"
        XCTAssertEqual(
            run.text,
            lines.enumerated().map { "\(place): \($0 == 0 ? "error" : "note"): \($1)\n" }.joined() + verdict)
        XCTAssertTrue(run.text.contains(try Run.line("LEDGER")), run.text)
        XCTAssertEqual(run.code, 1)
    }

    func testSEE6_OfTwoRegistrationsTheSecondIsMarkedAndTheFirstIsANote() async throws {
        let run = try await Run(
            CheckedGraph {
                Module {
                    Singleton(Clock.init)  // FIRST
                    Singleton(Clock.init)  // SECOND
                }
            })
        let lines = run.text.split(separator: "\n")
        let (first, second) = (
            try Run.place("FIRST", in: "CheckTests.swift"), try Run.place("SECOND", in: "CheckTests.swift")
        )
        XCTAssertTrue(lines[0].hasPrefix("\(second): error: Clock "), String(lines[0]))
        XCTAssertTrue(lines[0].hasSuffix(" [duplicate]"), String(lines[0]))
        XCTAssertTrue(lines[1].hasPrefix("\(first): note: "), String(lines[1]))
    }

    func testSEE6_EachFaultNamesItsCombinations() async throws {
        let graphs = [
            CheckedGraph("smtp", environment: ["MAILER": "smtp"]) { Sample.letters },
            CheckedGraph("log", environment: ["MAILER": "log"]) { Sample.letters },
            CheckedGraph("disk", environment: ["MAILER": "disk"]) { Sample.letters },
        ]
        let run = try await Run(graphs)
        let errors = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        XCTAssertEqual(errors.count, 1, "the two combinations have one fault: \(run.text)")
        XCTAssertTrue(
            run.text.contains("\(try Run.place("LETTER")): note: in log, disk\n"), run.text)
        XCTAssertTrue(run.text.contains("The graph has 1 fault (2 registrations, 3 combinations)."), run.text)
        let only = try await Run(graphs, ["only=smtp"])
        XCTAssertEqual(only.text, "The graph has no fault (2 registrations).\n")
    }

    func testSEE6_WithoutAnEnvironmentThatOfTheProcessDoesNotCount() async throws {
        let variable = try XCTUnwrap(ProcessInfo.processInfo.environment.keys.sorted().first)
        let module = Module {
            Singleton(Mailer.init).when { $0[variable] != nil }; Singleton(Letter.init)
        }
        XCTAssertNoThrow(try module.validate())
        let run = try await Run(CheckedGraph { module })
        XCTAssertEqual(run.code, 1)
    }

    func testSEE6_ClosuresAreCountedAndListedOnRequest() async throws {
        let graph = CheckedGraph {
            Module {
                Singleton(Clock.init)
                Singleton { Ledger(clock: try $0.resolve()) }  // CLOSURE
            }
        }
        let counted = try await Run(graph)
        XCTAssertEqual(counted.code, 0)
        XCTAssertEqual(
            counted.text,
            "The graph has no fault (2 registrations). 1 registration is not checked: "
                + "swift package check-graph --unchecked lists them.\n")
        let listed = try await Run(graph, "unchecked")
        let place = try Run.place("CLOSURE", in: "CheckTests.swift")
        XCTAssertTrue(
            listed.text.hasPrefix(
                "\(place): note: Ledger is not checked: its closure hides its dependencies. Declare them with dependsOn.\n"
            ),
            listed.text)
        XCTAssertEqual(listed.code, 0)
        let strict = try await Run(graph, "strict")
        XCTAssertEqual(strict.code, 1)
    }

    func testSEE6_ADryRunFindsWhatClosuresAskFor() async throws {
        let graph = CheckedGraph { Module { Singleton { Ledger(clock: try $0.resolve()) } } }
        let plain = try await Run(graph)
        XCTAssertEqual(plain.code, 0)
        let dry = try await Run(graph, "dry-run")
        XCTAssertEqual(dry.code, 1)
        XCTAssertTrue(dry.text.contains(#/: error: Ledger .* Clock.* \[missing\]/#), dry.text)
    }

    func testSEE6_AWarningDoesNotFailTheCheck() async throws {
        let graph = CheckedGraph {
            Module {
                Singleton(Clock.init).root(); Singleton(Mailer.init)
            }
        }
        let run = try await Run(graph)
        XCTAssertTrue(run.text.contains(#/: warning: Mailer .* \[unused\]/#), run.text)
        XCTAssertEqual(run.code, 0)
        let strict = try await Run(graph, "strict")
        XCTAssertEqual(strict.code, 1)
    }

    // MARK: Bad input

    func testSEE6_AModuleThatThrowsIsAFaultAndTheOthersAreChecked() async throws {
        let run = try await Run([
            CheckedGraph("broken") { throw Refused(description: "no file") },  // BROKEN
            CheckedGraph("other") { Sample.withoutClock },
        ])
        let place = try Run.place("BROKEN", in: "CheckTests.swift")
        XCTAssertTrue(
            run.text.contains("\(place): error: The module of broken cannot be created: no file\n"), run.text)
        XCTAssertTrue(run.text.contains(#/: error: Ledger .* Clock.* \[missing\]/#), run.text)
        XCTAssertEqual(run.code, 1)
    }

    func testSEE6_WhatCannotBeCheckedIsSaid() async throws {
        func complaint(_ graphs: [CheckedGraph], _ words: String...) async -> String {
            do {
                _ = try await Run(graphs, words)
                return "none"
            } catch {
                return "\(error)"
            }
        }
        let graph = CheckedGraph("a") { Sample.sound }
        let none = await complaint([])
        XCTAssertEqual(none, "graphs is empty, so there is nothing to check.")
        let twice = await complaint([graph, graph])
        XCTAssertEqual(twice, "two graphs have the same name. Give each a different name: a, a.")
        let unknown = await complaint([graph], "only=b")
        XCTAssertEqual(unknown, "no graph is named b. The graphs are: a.")
        let format = await complaint([graph], "format=xml")
        XCTAssertEqual(format, "there is no format xml. The formats are text, json, sarif.")
        for word in ["nonsense", "only", "strict=1", "source=a", "=", ""] {
            let text = await complaint([graph], word)
            XCTAssertTrue(text.contains("is not an argument of this check"), "\(word): \(text)")
        }
    }

    // MARK: The stamp

    func testSEE6_TheStampIsWrittenIfThereIsNoFaultAndThenLeftAlone() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "armory check \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stamp = folder.appending(path: "Checked.swift")
        _ = try await Run(CheckedGraph { Sample.withoutClock }, "stamp=\(stamp.path)")
        XCTAssertFalse(FileManager.default.fileExists(atPath: stamp.path))
        _ = try await Run(CheckedGraph { Sample.sound }, "stamp=\(stamp.path)")
        XCTAssertTrue(try String(contentsOf: stamp, encoding: .utf8).hasPrefix("// "))
        try Data("// mine\n".utf8).write(to: stamp)
        _ = try await Run(CheckedGraph { Sample.sound }, "stamp=\(stamp.path)")
        XCTAssertEqual(try String(contentsOf: stamp, encoding: .utf8), "// mine\n")
    }
}
