// swift package check-graph: builds the program that checks the graph, runs it, and prints its verdict.
//
// The plugin finds the program by its dependency on the product ArmoryCheck, and tells it where the sources of its modules
// are. It cannot share code with the library, because a plugin has no dependencies but programs.

import Foundation
import PackagePlugin

@main struct CheckGraphCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var options = ArgumentExtractor(arguments)
        if options.extractFlag(named: "help") > 0 { return print(Self.help) }
        let name = options.extractOption(named: "tool").last
        var words = try Self.words(&options)
        let tool = try Self.tool(named: name, in: context.package)
        words.append("root=\(context.package.directoryURL.path)")
        words += Self.modules(below: tool).map { "source=\($0.moduleName)=\($0.directoryURL.path)" }
        let program = try build(tool, in: context.package)
        try run(program, words, named: tool.name, in: context.pluginWorkDirectoryURL)
    }

    // MARK: The command line

    private static let help = """
        OVERVIEW: Checks the graph of the application without running a factory.

        USAGE: swift package check-graph [baseline | compare | conditions] [options]

        SUBCOMMANDS:
          baseline            Print the graph as JSON, to be stored in the repository: check-graph baseline > graph.json
          compare             Print what has changed since the baseline, as Markdown. Without a change, nothing is printed.
          conditions          Print why each registration is in or out.

        OPTIONS:
          --format <format>   text, as the compiler prints errors; json; or sarif. (default: text)
          --unchecked         List the registrations that are not checked.
          --strict            Exit with 1 also for warnings, and for registrations that are not checked.
          --dry-run           Run every factory once, with all its effects, to see what closures resolve.
          --only <name>       Check only this graph.
          --baseline <file>   The file of the baseline. (default: graph.json)
          --tool <target>     The program, if several executable targets depend on ArmoryCheck.
          --help              Print this.

        The exit code is 0 if the graph has no fault, otherwise 1.
        """

    /// The words that the program understands.
    private static func words(_ options: inout ArgumentExtractor) throws -> [String] {
        var words: [String] = []
        for flag in ["unchecked", "strict", "dry-run"] where options.extractFlag(named: flag) > 0 { words.append(flag) }
        for option in ["format", "only", "baseline"] {
            words += options.extractOption(named: option).suffix(1).map { "\(option)=\($0)" }
        }
        let rest = options.remainingArguments
        if let unknown = rest.first(where: { $0.hasPrefix("-") }) {
            throw Complaint("\(unknown) is not an option of check-graph; --help lists them.")
        }
        guard rest.count < 2, rest.allSatisfy({ ["check", "baseline", "compare", "conditions"].contains($0) }) else {
            throw Complaint("\(rest.joined(separator: " ")) is not a subcommand of check-graph; --help lists them.")
        }
        return words + rest
    }

    // MARK: The program

    private static func tool(named name: String?, in package: Package) throws -> SwiftSourceModuleTarget {
        let programs = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind == .executable }
        if let name {
            guard let tool = programs.first(where: { $0.name == name }) else {
                throw Complaint(
                    "\(package.displayName) has no executable target \(name); it has "
                        + "\(programs.map(\.name).joined(separator: ", ")).")
            }
            guard isCheck(tool) else {
                throw Complaint("\(name) does not depend on ArmoryCheck, so it checks nothing.")
            }
            return tool
        }
        let tools = programs.filter(isCheck)
        guard let tool = tools.first else {
            throw Complaint(
                "\(package.displayName) has no executable target that depends on ArmoryCheck. "
                    + "swift package add-graph-check --program <module> adds one. Without it, a test can check the graph: "
                    + "swift test --filter graph.")
        }
        guard tools.count == 1 else {
            throw Complaint(
                "\(tools.map(\.name).joined(separator: " and ")) depend on ArmoryCheck. Choose one with --tool.")
        }
        return tool
    }

    private static func isCheck(_ program: SwiftSourceModuleTarget) -> Bool {
        program.dependencies.contains {
            if case .product(let product) = $0 { product.name == "ArmoryCheck" } else { false }
        }
    }

    /// The modules of the program, whose faults are printed with their files.
    private static func modules(below tool: SwiftSourceModuleTarget) -> [SwiftSourceModuleTarget] {
        ([tool] + tool.recursiveTargetDependencies).compactMap { $0 as? SwiftSourceModuleTarget }
    }

    private func build(_ tool: SwiftSourceModuleTarget, in package: Package) throws -> URL {
        let products = package.products.compactMap { $0 as? ExecutableProduct }
        let name = products.first { $0.mainTarget.id == tool.id }?.name ?? tool.name
        let result = try packageManager.build(.product(name), parameters: .init(configuration: .debug))
        guard result.succeeded else {
            Diagnostics.remark(result.logText)
            throw Complaint("\(tool.name) does not compile, so the graph is not checked.")
        }
        let programs = result.builtArtifacts.filter { $0.kind == .executable }
        guard let program = programs.first(where: { $0.url.lastPathComponent == name }) ?? programs.first else {
            throw Complaint("the build of \(tool.name) has created no program.")
        }
        return program.url
    }

    private func run(_ program: URL, _ words: [String], named name: String, in folder: URL) throws {
        // SwiftPM joins the two outputs of a plugin, and the verdict has to be alone in one.
        let (verdict, rest) = (folder.appending(path: "verdict"), folder.appending(path: "rest"))
        for file in [verdict, rest] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = words
        process.standardOutput = try FileHandle(forWritingTo: verdict)
        process.standardError = try FileHandle(forWritingTo: rest)
        do {
            try process.run()
        } catch {
            throw Complaint(
                "\(name) cannot be run here: \(error). It runs on the machine that builds: build it for that one, "
                    + "without --swift-sdk and --triple.")
        }
        process.waitUntilExit()
        print(try String(contentsOf: verdict, encoding: .utf8), terminator: "")
        let prints = try String(decoding: Data(contentsOf: rest), as: UTF8.self)
        if !prints.isEmpty { Diagnostics.remark(prints) }
        guard process.terminationReason == .exit else {
            throw Complaint(
                "\(name) was ended by signal \(process.terminationStatus) before it had a result. Only the code that creates "
                    + "the modules runs in it; swift run \(name) shows where it ends.")
        }
        if process.terminationStatus != 0 { Foundation.exit(process.terminationStatus) }
    }
}

/// A reason why there is no check.
struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
