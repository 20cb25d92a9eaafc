#if Command
import Armory
import ArmoryCommand
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private struct Clock: Sendable {}
private struct Mailer: Sendable {}
private struct OrderService: Sendable { init(clock: Clock) {} }
private struct Broken: Sendable { init(mailer: Mailer) {} }
private struct Breakdown: Error {}

/// SEE2: a command that looks at a container.
final class CommandTests: LeakCheckedTestCase {
    private enum Shop: ContainerCommand {
        static func container() throws -> Container { try Container { CommandTests.shop } }
    }

    private enum Faulty: ContainerCommand {
        static func container() async throws -> Container { try Container { Transient(Broken.init) } }
    }

    private enum Failing: ContainerCommand {
        static func container() throws -> Container { throw Breakdown() }
    }

    fileprivate static let shop = Module("shop") {
        Singleton(Clock.init)
        Transient(OrderService.init)
    }

    private var folder = URL(filePath: NSTemporaryDirectory())

    override func setUpWithError() throws {
        folder = URL(filePath: NSTemporaryDirectory()).appending(path: "armory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDown() {
        try? FileManager.default.removeItem(at: folder)
        super.tearDown()
    }

    private func file(_ name: String) -> String { folder.appending(path: name).path }

    /// The failure of a command; fails where there is none.
    private func failure(
        of body: @autoclosure () async throws(CommandFailure) -> String, file: StaticString = #filePath,
        line: UInt = #line
    ) async -> CommandFailure? {
        do throws(CommandFailure) {
            XCTFail("it did not fail, but printed \(try await body())", file: file, line: line)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Texts

    func testSEE2_TheCommandPrintsTexts() async throws {
        let tree = try await Shop.run("tree")
        XCTAssertEqual(tree, "OrderService · transient\n└─ Clock · singleton")
        let part = try await Shop.run("tree", "OrderService", "--depth", "0")
        XCTAssertEqual(part, "OrderService · transient, 1 below")
        let container = try Shop.container()
        let list = try await Shop.run("list")
        XCTAssertEqual(list, container.graph.list())
        let explanation = try await container.command("explain", "Order")
        XCTAssertEqual(explanation, try container.graph.explanation(of: "OrderService"))
        XCTAssertFalse(container.graph.nodes.isEmpty, "it is open still")
    }

    func testSEE2_TheCommandSaysWhyAKeyLeadsToItsRegistration() async throws {
        let container = try Shop.container()
        let text = try await Shop.run("why", "Clock")
        XCTAssertEqual(text, try container.reason(for: "Clock").description)
        XCTAssertTrue(
            text.hasSuffix("from an entry: OrderService → Clock\n    OrderService is needed by no registration."), text)
        let json = try await Shop.run("why", "Clock", "--json")
        XCTAssertEqual(
            try JSONDecoder().decode(KeyReason.self, from: Data(json.utf8)), try container.reason(for: "Clock"))
        let closures = try Container {
            Singleton(Clock.init)
            Singleton(Mailer.self) { resolver in
                _ = try resolver.resolve(Clock.self)
                return Mailer()
            }
        }
        let observed = try await closures.command("why", "Clock", "--observed")
        XCTAssertTrue(observed.contains("\n    Mailer · singleton, seen\n"), observed)
    }

    func testSEE2_WhyAKeyIsNotRegisteredIsAFailureWithAnAnswer() async throws {
        let container = try Container(configuration: .init(validates: false)) { Transient(Broken.init) }
        let failure = await failure(of: try await container.command("why", "Mailer"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(failure?.complaint, "")
        XCTAssertEqual(failure?.output, try container.reason(for: "Mailer").description)
        XCTAssertEqual(failure?.output.hasPrefix("Mailer\n  Nothing is registered for this key here.\n"), true)
        let json = await self.failure(of: try await container.command("why", "Mailer", "--json"))
        XCTAssertEqual(json?.output.contains("\"origin\" : \"missing\""), true)
    }

    func testSEE2_AKeyOfSeveralWordsNeedsNoQuotes() async throws {
        let container = try Container { Singleton(Clock.init).named("wall") }
        let text = try await container.command("explain", "Clock", "named", "\"wall\"")
        XCTAssertTrue(text.hasPrefix("Clock named \"wall\"\n"))
    }

    func testSEE2_ObservedEdgesAreSeenOnRequest() async throws {
        let container = try Container {
            Singleton(Clock.init)
            Singleton(Mailer.self) { resolver in
                _ = try resolver.resolve(Clock.self)
                return Mailer()
            }
        }
        let plain = try await container.command("tree")
        XCTAssertFalse(plain.contains("seen"))
        let observed = try await container.command("tree", "--observed")
        XCTAssertEqual(observed, "Mailer · singleton\n└─ Clock · singleton, seen")
    }

    // MARK: validate

    func testSEE2_ValidateSaysWhatIsWrong() async throws {
        let fine = try await Shop.run("validate")
        XCTAssertEqual(fine, "Nothing is wrong.")
        let failure = await failure(of: try await Faulty.run("validate"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(failure?.complaint, "")
        XCTAssertEqual(failure?.output.contains("Broken → Mailer\n"), true)
        let unchecked = try Container(configuration: .init(validates: false)) { Transient(Broken.init) }
        let again = await self.failure(of: try await unchecked.command("validate"))
        XCTAssertEqual(again?.output.split(separator: "\n").prefix(3), failure?.output.split(separator: "\n").prefix(3))
        XCTAssertEqual(again?.exitCode, 1)
    }

    func testSEE2_ValidateRunsFactoriesOnRequestAlone() async throws {
        let runs = Counter()
        let container = try Container {
            Singleton(Clock.self) {
                runs.increment()
                throw Breakdown()
            }
        }
        _ = try await container.command("validate")
        XCTAssertEqual(runs.value, 0)
        let failure = await failure(of: try await container.command("validate", "--dry-run"))
        XCTAssertEqual(runs.value, 1)
        XCTAssertEqual(failure?.output.contains("Breakdown"), true)
    }

    func testSEE2_AWarningIsAFailureOnRequest() async throws {
        let container = try Container {
            Singleton(Clock.init).root()
            Singleton(Mailer.init)
        }
        let text = try await container.command("validate")
        XCTAssertTrue(text.hasPrefix("1 warning:"))
        let failure = await failure(of: try await container.command("validate", "--strict"))
        XCTAssertEqual(failure?.output, text)
        XCTAssertEqual(failure?.exitCode, 1)
    }

    func testSEE2_WhatIsNotCheckedIsAFailureOnRequest() async throws {
        let container = try Container { Singleton(Clock.self) { _ in Clock() } }
        let text = try await container.command("validate")
        let failure = await failure(of: try await container.command("validate", "--strict"))
        XCTAssertEqual(failure?.output, text)
        XCTAssertEqual(failure?.complaint, "Error: --strict: 0 warnings, and 1 registration that is not checked.")
        XCTAssertEqual(failure?.exitCode, 1)
    }

    func testSEE2_WhatCannotBeBuiltSaysWhyAndWhatHelps() async throws {
        let failure = await failure(of: try await Faulty.run("tree"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(failure?.output, "")
        XCTAssertEqual(failure?.complaint.hasPrefix("Error: the container cannot be built.\n"), true)
        XCTAssertEqual(
            failure?.complaint.hasSuffix("build it with Container.Configuration(validates: false)."), true)
        let other = await self.failure(of: try await Failing.run("list"))
        XCTAssertEqual(other?.complaint, "Error: the container cannot be built.\nBreakdown()")
        XCTAssertEqual(other?.exitCode, 1)
    }

    // MARK: Wrong calls

    func testSEE2_AWrongCallSaysWhatIsRight() async throws {
        for arguments in [
            ["explain"], ["why"], ["draw"], ["tree", "--depth=-1"], ["picture", "--format", "gif"], ["compare"],
            ["picture", "--output", "x.png"], ["profile", "--output", "x.png"],
        ] {
            let failure = await failure(of: try await Failing.run(arguments))
            XCTAssertEqual(failure?.exitCode, 64, "\(arguments)")
            XCTAssertEqual(failure?.output, "")
            XCTAssertEqual(failure?.complaint.hasPrefix("Error: "), true, failure?.complaint ?? "")
            XCTAssertEqual(failure?.complaint.contains("Usage: graph "), true)
        }
    }

    func testSEE2_TheHelpNamesAll() async throws {
        for arguments in [["--help"], ["help"], []] {
            let help = try await Failing.run(arguments)
            for word in [
                "validate", "tree", "list", "explain", "why", "conditions", "picture", "compare", "profile",
                "USAGE: graph <subcommand>",
            ] {
                XCTAssertTrue(help.contains(word), "\(word) in \(help)")
            }
        }
        let help = try await Failing.run("help", "explain")
        XCTAssertTrue(help.contains("USAGE: graph explain <key> ..."), help)
    }

    func testSEE2_WhatIsNotFoundIsAFailure() async throws {
        for command in ["explain", "why", "tree"] {
            let failure = await failure(of: try await Shop.run(command, "OrderServize"))
            XCTAssertEqual(failure?.exitCode, 1)
            XCTAssertEqual(
                failure?.complaint.hasPrefix("Error: nothing in the graph is called \"OrderServize\". Did you mean:"),
                true)
            XCTAssertEqual(failure?.complaint.contains("OrderService · transient, module shop"), true)
        }
    }

    // MARK: picture, compare

    func testSEE2_PicturesOfEachKind() async throws {
        let graph = try Shop.container().graph
        let svg = try await Shop.run("picture", "--title", "A <shop>")
        XCTAssertEqual(svg, graph.svg(DiagramOptions(title: "A <shop>")))
        for (format, text) in [("dot", graph.dot()), ("mermaid", graph.mermaid()), ("json", graph.json())] {
            let picture = try await Shop.run("picture", "--format", format)
            XCTAssertEqual(picture, text)
        }
    }

    func testSEE2_APictureIsWrittenToAFileWhoseNameSaysHow() async throws {
        let graph = try Shop.container().graph
        for (name, text) in [
            ("a.svg", graph.svg()), ("a.gv", graph.dot()), ("a.mmd", graph.mermaid()), ("a", graph.svg()),
        ] {
            let printed = try await Shop.run("picture", "--output", file(name))
            XCTAssertEqual(printed, "", "nobody has asked for more")
            let written = try String(contentsOfFile: file(name), encoding: .utf8)
            XCTAssertEqual(written.trimmingCharacters(in: .newlines), text.trimmingCharacters(in: .newlines), name)
            XCTAssertTrue(written.hasSuffix("\n"))
        }
        _ = try await Shop.run("picture", "--format", "json", "-o", file("b.svg"))
        XCTAssertEqual(try ContainerGraph(json: String(contentsOfFile: file("b.svg"), encoding: .utf8)), graph)
        let failure = await failure(of: try await Shop.run("picture", "-o", file("none/a.svg")))
        XCTAssertEqual(
            failure?.complaint, "Error: \(file("none/a.svg")) cannot be written: there is no such file or folder")
        XCTAssertEqual(failure?.exitCode, 1)
    }

    func testSEE2_TwoGraphsAreCompared() async throws {
        _ = try await Shop.run("picture", "-o", file("old.json"))
        let same = try await Shop.run("compare", file("old.json"), "--exit-code")
        XCTAssertEqual(same, "Nothing has changed.")
        let changed = try Container {
            CommandTests.shop
            Singleton(Mailer.init)
        }
        let difference = try await changed.command("compare", file("old.json"))
        XCTAssertTrue(difference.hasPrefix("added: 1\n  + Mailer · singleton"), difference)
        let failure = await failure(of: try await changed.command("compare", file("old.json"), "--exit-code"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(failure?.output, difference)
        XCTAssertEqual(failure?.complaint, "")
        _ = try await changed.command("picture", "-o", file("new.json"))
        let files = try await Failing.run("compare", file("old.json"), file("new.json"))
        XCTAssertEqual(files, difference, "no container is needed")
        let json = try await Failing.run("compare", file("old.json"), file("new.json"), "--json")
        let comparison = try JSONDecoder().decode(GraphComparison.self, from: Data(json.utf8))
        XCTAssertEqual(comparison.added.map(\.key), ["Mailer"])
    }

    func testSEE2_WhatIsNoGraphIsNotCompared() async throws {
        let missing = await failure(of: try await Shop.run("compare", file("none.json")))
        XCTAssertEqual(
            missing?.complaint, "Error: \(file("none.json")) cannot be read: there is no such file or folder")
        try Data("{\"nodes\": 7}".utf8).write(to: URL(filePath: file("bad.json")))
        let bad = await failure(of: try await Shop.run("compare", file("bad.json")))
        XCTAssertEqual(bad?.exitCode, 1)
        XCTAssertEqual(
            bad?.complaint.hasPrefix("Error: \(file("bad.json")) is not a graph"), true, bad?.complaint ?? "")
        XCTAssertEqual(bad?.complaint.contains("nodes: "), true, bad?.complaint ?? "")
        try Data("no JSON".utf8).write(to: URL(filePath: file("text.json")))
        let text = await failure(of: try await Shop.run("compare", file("text.json")))
        XCTAssertEqual(text?.exitCode, 1)
    }

    // MARK: conditions

    func testSEE7_ConditionsSayWhatIsUsedAndWhy() async throws {
        let container = try Container(configuration: .init(environment: ["A": "secret"])) {
            Singleton(fileID: "Shop/Wiring.swift", line: 1) { Clock() }.when { $0["A"] != nil }
            Singleton(fileID: "Shop/Wiring.swift", line: 2) { Clock() }.ifAbsent()
        }
        let text = try await container.command("conditions")
        XCTAssertEqual(text, container.conditions.list())
        XCTAssertTrue(text.contains("ifAbsent, and Shop/Wiring.swift:1 is registered"), text)
        let json = try await container.command("conditions", "--json")
        XCTAssertEqual(json, container.conditions.json())
        XCTAssertFalse((text + json).contains("secret"))
        let out = try await container.command("conditions", "--out", "--json")
        XCTAssertEqual(out, container.conditions.filter { !$0.isUsed }.json())
        XCTAssertTrue(out.contains("\"line\" : 2") && !out.contains("\"isUsed\" : true"), out)
        let all = try await Shop.run("conditions", "--out")
        XCTAssertEqual(all, "All are used.")
    }

    // MARK: profile

    func testSEE4_TheStartIsProfiled() async throws {
        func container() throws -> Container {
            try Container(configuration: .init(subscribers: [StartupProfile()])) {
                Singleton(Clock.init).eager()
                Singleton(OrderService.init).onStart { _ in }.eager()
            }
        }
        let table = try await container().command("profile")
        XCTAssertTrue(table.contains("OrderService"), table)
        XCTAssertTrue(table.contains("started after"), table)
        let svg = try await container().command("profile", "--format", "svg")
        XCTAssertTrue(svg.contains("<svg"))
        _ = try await container().command("profile", "-o", file("start.json"))
        let trace = try String(contentsOfFile: file("start.json"), encoding: .utf8)
        XCTAssertNotNil(try? JSONSerialization.jsonObject(with: Data(trace.utf8)))
        XCTAssertTrue(trace.contains("OrderService"))
        let failure = await failure(of: try await Shop.run("profile"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(
            failure?.complaint,
            "Error: the container has no StartupProfile. Import ArmoryDiagrams, and build the container with "
                + "Container.Configuration(subscribers: [StartupProfile()]).")
    }

    func testSEE4_AStartThatFailsIsProfiledToo() async throws {
        let container = try Container(configuration: .init(subscribers: [StartupProfile()])) {
            Singleton(Clock.init).onStart { _ in throw Breakdown() }.eager()
        }
        let failure = await failure(of: try await container.command("profile"))
        XCTAssertEqual(failure?.exitCode, 1)
        XCTAssertEqual(failure?.output.contains("Clock"), true)
        XCTAssertEqual(failure?.complaint.contains("Breakdown"), true, failure?.complaint ?? "")
    }

    // MARK: The end

    func testSEE2_TheToolsContainerIsClosedAndATestsIsNot() async throws {
        enum Closing: ContainerCommand {
            static let closed = Counter()
            static func container() throws -> Container {
                try Container {
                    // The tool does not start it, and that is no failure.
                    Singleton(value: Clock()).eager().onStart { _ in }.onShutdown { _ in closed.increment() }
                }
            }
        }
        _ = try await Closing.run("list")
        XCTAssertEqual(Closing.closed.value, 1)
        let container = try Closing.container()
        _ = try await container.command("list")
        XCTAssertEqual(Closing.closed.value, 1)
        container.close()
    }
}
#endif
