// swift package add-graph-check: writes a check of a package's graph.
//
//     the module as code --> Wiring: the target that declares it
//                        --> a test                          AddedTest
//                        --> a program, and a plugin too     AddedProgram
//                        --> Addition: new files, and lines at the end of Package.swift

import Foundation
import PackagePlugin

@main struct AddGraphCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var options = ArgumentExtractor(arguments)
        guard options.extractFlag(named: "help") == 0 else { return print(Self.help) }
        let wantsPlugin = options.extractFlag(named: "plugin") > 0
        let wantsProgram = options.extractFlag(named: "program") > 0
        let applications = options.extractOption(named: "application")
        let tests = options.extractOption(named: "tests").last
        let target = options.extractOption(named: "wiring").last
        if let unknown = options.remainingArguments.first(where: { $0.hasPrefix("-") }) {
            throw Complaint("\(unknown) is not an option of add-graph-check.\n\n\(Self.help)")
        }
        guard options.remainingArguments.count == 1, let module = options.remainingArguments.first
        else { throw Complaint("name the module to check, for example Wiring.shop.\n\n\(Self.help)") }
        guard applications.isEmpty || wantsPlugin else {
            throw Complaint("--application is for --plugin: it names the applications whose builds check the graph.")
        }
        guard tests == nil || !(wantsProgram || wantsPlugin) else {
            throw Complaint("--tests is for a test: leave it out, or leave out --program and --plugin.")
        }
        let manifest = try Manifest(of: context.package)
        let wiring = try Wiring(module, in: target, of: context.package)
        if wantsPlugin || wantsProgram {
            print(try AddedProgram(wiring, manifest, applications: wantsPlugin ? applications : nil).add())
        } else {
            print(try AddedTest(wiring, manifest, into: tests).add())
        }
    }

    private static let help = """
        OVERVIEW: Adds a check of the graph: a test.

        USAGE: swift package add-graph-check <module> [--wiring <target>] [--tests <target>]
               swift package add-graph-check <module> [--wiring <target>] --program
               swift package add-graph-check <module> [--wiring <target>] --plugin [--application <target>]...

        ARGUMENTS:
          <module>                 The module of the application as code: Wiring.shop

        OPTIONS:
          --wiring <target>        The target that declares the module, if the command does not find it.
          --tests <target>         The test target that gets the test. (default: the one that depends on the wiring;
                                   without one, a new one)
          --program                Add a program instead of a test: swift package check-graph runs it.
          --plugin                 Add the program, and a plugin that runs it in each build. SwiftPM compiles the program
                                   of a plugin, with all that it depends on, separately from the application.
          --application <target>   An application whose build checks the graph. (default: every executable target that
                                   depends on the wiring)
        """
}

/// A reason why nothing is added.
struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
