// swift package add-graph-check: writes the check of a package's graph, and the plugin that runs it in the build.
//
//     Sources/graph-check/CheckGraph.swift     the program: an executable target over the wiring
//     Plugins/CheckGraph/CheckGraph.swift      the plugin: a package's plugin can only run programs of that package
//     Package.swift                            both targets, and the plugin of the application: lines at the end

import Foundation
import PackagePlugin

@main struct AddGraphCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var options = ArgumentExtractor(arguments)
        let wantsHelp = options.extractFlag(named: "help") > 0
        let applications = options.extractOption(named: "application")
        let wiring = options.extractOption(named: "wiring").last
        guard !wantsHelp else { return print(Self.help) }
        if let unknown = options.remainingArguments.first(where: { $0.hasPrefix("-") }) {
            throw Complaint("\(unknown) is not an option of add-graph-check.\n\n\(Self.help)")
        }
        guard options.remainingArguments.count == 1, let module = options.remainingArguments.first
        else { throw Complaint("name the module to check, for example Wiring.shop.\n\n\(Self.help)") }
        let addition = try Addition(module, wiring: wiring, applications: applications, in: context.package)
        try addition.write()
        print(addition.report)
    }

    private static let help = """
        OVERVIEW: Adds a check of the graph to the build of an application.

        USAGE: swift package add-graph-check <module> [--wiring <target>] [--application <target>]...

        ARGUMENTS:
          <module>                 The module of the application as code: Wiring.shop

        OPTIONS:
          --wiring <target>        The library target that has the module, if several depend on Armory.
          --application <target>   An application whose build checks the graph. (default: every executable target that
                                   depends on the wiring)
        """
}

/// The files and lines that a package gets.
struct Addition {
    private static let tool = "graph-check"
    private static let plugin = "CheckGraph"

    private let module: String
    private let wiring: SwiftSourceModuleTarget
    private let applications: [String]
    /// The other libraries that the applications depend on.
    private let libraries: [String]
    private let armory: String
    private let root: URL
    /// The folder of the program, from the package's.
    private let folder: String
    /// The name of the package in its own manifest.
    private let variable: String
    private let manifest: String

    init(_ module: String, wiring name: String?, applications: [String], in package: Package) throws {
        self.module = module
        root = package.directoryURL
        manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        guard let declaration = manifest.firstMatch(of: /(?:let|var)\s+(\w+)\s*(?::\s*Package\s*)?=\s*Package\(/) else {
            throw Complaint(
                "Package.swift does not contain let package = Package(…), so nothing can be added at its end.")
        }
        variable = String(declaration.1)
        let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        if let there = package.targets.first(where: { [Self.tool, Self.plugin].contains($0.name) }) {
            throw Complaint("\(package.displayName) already has a target \(there.name). Nothing was changed.")
        }
        wiring = try Self.wiring(named: name, among: targets)
        let isAbove = { [wiring] (target: SwiftSourceModuleTarget) in
            target.kind == .executable && target.recursiveTargetDependencies.contains { $0.id == wiring.id }
        }
        let names = applications.isEmpty ? targets.filter(isAbove).map(\.name) : applications
        guard !names.isEmpty else {
            throw Complaint(
                "no executable target depends on \(wiring.name). Name the application that checks it: --application <target>."
            )
        }
        if let unknown = names.first(where: { name in !targets.contains { $0.name == name } }) {
            throw Complaint("\(package.displayName) has no target \(unknown).")
        }
        let chosen = targets.filter { names.contains($0.name) }
        if let unfit = chosen.first(where: { !isAbove($0) }) {
            throw Complaint(
                "\(unfit.name) is not an executable target that depends on \(wiring.name), so its build cannot check it."
            )
        }
        self.applications = names
        // Their modules may contribute to the graph, so the program links what the application links.
        let wiringName = wiring.name
        let linked = chosen.flatMap(\.dependencies).compactMap { dependency in
            if case .target(let target) = dependency { (target as? SwiftSourceModuleTarget) } else { nil }
        }
        libraries = Set(linked.filter { $0.kind == .generic && $0.name != wiringName }.map(\.name)).sorted()
        let dependency = package.dependencies.first { $0.package.products.contains { $0.name == "ArmoryCheck" } }
        guard let dependency else { throw Complaint("\(package.displayName) does not depend on Armory.") }
        // The manifest names the package as its own dependencies do: by a name, or by the last part of its address.
        let own = [dependency.package.id, dependency.package.displayName]
        let uses = manifest.matches(of: /\.product\(\s*name:\s*"[^"]+",\s*package:\s*"([^"]+)"/).map { String($0.1) }
        armory = uses.first { use in own.contains { $0.lowercased() == use.lowercased() } } ?? own[1]
        // Next to the wiring: SwiftPM looks in one folder for all targets that say no path.
        let folder = wiring.directoryURL.deletingLastPathComponent().appending(path: Self.tool)
        guard folder.path.hasPrefix(root.path + "/") else {
            throw Complaint(
                "the folder of \(wiring.name) is that of the package. Move its sources into a folder of it.")
        }
        self.folder = String(folder.path.dropFirst(root.path.count + 1))
    }

    private static func wiring(
        named name: String?, among targets: [SwiftSourceModuleTarget]
    ) throws -> SwiftSourceModuleTarget {
        let libraries = targets.filter { target in
            target.kind == .generic
                && target.dependencies.contains {
                    if case .product(let product) = $0 { product.name.hasPrefix("Armory") } else { false }
                }
        }
        let names = libraries.map(\.name).joined(separator: ", ")
        if let name {
            guard let target = targets.first(where: { $0.name == name }) else {
                throw Complaint("there is no target \(name). Library targets that depend on Armory: \(names).")
            }
            return target
        }
        guard let library = libraries.first else {
            throw Complaint(
                "no library target depends on Armory. The check is a separate program, so the wiring has to be in a "
                    + "library target that both it and the application import.")
        }
        guard libraries.count == 1 else {
            throw Complaint("several library targets depend on Armory: \(names). Choose one: --wiring <target>.")
        }
        return library
    }

    func write() throws {
        let files = [
            (root.appending(path: "\(folder)/CheckGraph.swift"), program),
            (root.appending(path: "Plugins/\(Self.plugin)/CheckGraph.swift"), pluginSource),
        ]
        if let there = files.first(where: { FileManager.default.fileExists(atPath: $0.0.path) }) {
            throw Complaint("\(there.0.path) already exists. Nothing was changed.")
        }
        for (file, text) in files {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let text = manifest.hasSuffix("\n") ? manifest : manifest + "\n"
        try Data((text + addition).utf8).write(to: root.appending(path: "Package.swift"))
    }

    var report: String {
        """
        Added \(folder), Plugins/\(Self.plugin), and the lines at the end of Package.swift.
        swift build now checks \(module) before it compiles \(applications.joined(separator: ", ")).
        In \(folder)/CheckGraph.swift, declare what the graph itself does not show: entries, scopes, combinations.
        """
    }

    private var program: String {
        """
        import Armory
        import ArmoryCheck
        import \(wiring.moduleName)

        @main struct CheckGraph: GraphCheck {
            static var graphs: [CheckedGraph] {
                CheckedGraph { \(module) }
            }
        }

        """
    }

    private var addition: String {
        let names = applications.map { "\"\($0)\"" }.joined(separator: ", ")
        return """

            // The graph is checked before the application compiles.
            \(variable).targets += [
                .executableTarget(
                    name: "\(Self.tool)",
                    dependencies: [
                        \(([wiring.name] + libraries).map { "\"\($0)\"" }.joined(separator: ", ")),
                        .product(name: "Armory", package: "\(armory)"),
                        .product(name: "ArmoryCheck", package: "\(armory)"),
                    ],
                    path: "\(folder)"),
                .plugin(
                    name: "\(Self.plugin)", capability: .buildTool(), dependencies: ["\(Self.tool)"],
                    path: "Plugins/\(Self.plugin)"),
            ]
            for target in \(variable).targets where [\(names)].contains(target.name) {
                target.plugins = (target.plugins ?? []) + [.plugin(name: "\(Self.plugin)")]
            }

            """
    }

    private var pluginSource: String {
        """
        import Foundation
        import PackagePlugin

        /// Checks the graph before the target compiles. GRAPH_CHECK=off leaves that out.
        @main struct CheckGraph: BuildToolPlugin {
            func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
                guard ProcessInfo.processInfo.environment["GRAPH_CHECK"] != "off" else {
                    Diagnostics.warning("the graph is not checked: GRAPH_CHECK is off")
                    return []
                }
                let check = try context.package.targets(named: ["\(Self.tool)"])[0]
                let modules = ([check] + check.recursiveTargetDependencies).compactMap(\\.sourceModule)
                let verdict = context.pluginWorkDirectoryURL.appending(path: "GraphIsChecked.swift")
                return [
                    .buildCommand(
                        displayName: "Checking the graph (GRAPH_CHECK=off leaves it out)",
                        executable: try context.tool(named: "\(Self.tool)").url,
                        arguments: ["stamp=\\(verdict.path)"]
                            + modules.map { "source=\\($0.moduleName)=\\($0.directoryURL.path)" },
                        outputFiles: [verdict])
                ]
            }
        }

        """
    }
}

/// A reason why nothing is added.
struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
