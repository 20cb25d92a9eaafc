import Foundation
import PackagePlugin

/// The program that checks the graph, and the plugin that runs it in the build.
///
///     Sources/graph-check/CheckGraph.swift     the program: an executable target over the wiring
///     Plugins/CheckGraph/CheckGraph.swift      the plugin: a package's plugin can only run programs of that package
struct AddedProgram {
    private static let program = "graph-check"
    private static let plugin = "CheckGraph"

    private let wiring: Wiring
    private let manifest: Manifest
    /// The applications whose builds check the graph; nil: there is no plugin.
    private let applications: [String]?
    /// The folder of the program, from the package's.
    private let folder: String

    /// - Parameter names: The applications whose builds check the graph; empty: all; nil: there is no plugin.
    init(_ wiring: Wiring, _ manifest: Manifest, applications names: [String]?) throws {
        self.wiring = wiring
        self.manifest = manifest
        guard wiring.target.kind == .generic else {
            throw Complaint(
                "\(wiring.code) is in \(wiring.target.name), an executable target, which no other program can import. A test "
                    + "can: leave out --program and --plugin. Or move the wiring into a library target.")
        }
        guard wiring.isVisible != false else {
            throw Complaint(
                "\(wiring.code) is not visible to a program of the package. Declare it and its type package or public in "
                    + "\(wiring.target.name).")
        }
        applications = try names.map { try Self.applications($0, above: wiring, in: manifest.package) }
        // Next to the wiring: SwiftPM looks in one folder for all targets that say no path.
        folder = try manifest.relative(
            wiring.target.directoryURL.deletingLastPathComponent().appending(path: Self.program))
    }

    private static func applications(_ names: [String], above wiring: Wiring, in package: Package) throws -> [String] {
        let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        let isAbove = { (target: SwiftSourceModuleTarget) in target.kind == .executable && wiring.isBelow(target) }
        let above = targets.filter { isAbove($0) && $0.name != program }.map(\.name).sorted()
        guard !names.isEmpty || !above.isEmpty else {
            throw Complaint(
                "no executable target depends on \(wiring.target.name), so no build can check the graph. Leave out --plugin."
            )
        }
        if let unfit = names.first(where: { !above.contains($0) }) {
            throw Complaint(
                "\(unfit) is not an executable target that depends on \(wiring.target.name), so its build cannot check it. "
                    + "Such targets are: \(above.joined(separator: ", ")).")
        }
        return names.isEmpty ? above : names
    }

    /// - Returns: What to tell the user.
    func add() throws -> String {
        let hasProgram = manifest.package.targets.contains { $0.name == Self.program }
        // SwiftPM does not list the plugins of a package.
        let plugin = manifest.root.appending(path: pluginFile).path
        let hasPlugin = FileManager.default.fileExists(atPath: plugin)
        if hasProgram && (hasPlugin || applications == nil) {
            return """
                The package already has the target \(Self.program)\(applications == nil ? "" : " and the plugin \(Self.plugin)"). \
                Nothing was changed.
                It runs by: swift package check-graph
                """
        }
        var addition = Addition(files: [])
        if !hasProgram {
            addition.files.append(("\(folder)/CheckGraph.swift", programSource))
            addition.lines += programLines
        }
        if let applications {
            addition.files.append((pluginFile, pluginSource))
            addition.lines += pluginLines(applications)
        }
        return [try addition.write(to: manifest), usage(withProgram: !hasProgram)].joined(separator: "\n")
    }

    private func usage(withProgram: Bool) -> String {
        var lines = ["It runs by: swift package check-graph"]
        if let applications {
            lines.append("swift build also runs it, before it compiles \(applications.joined(separator: ", ")).")
            lines.append(
                "The price: SwiftPM compiles the program of a plugin, with all that it depends on, separately from the "
                    + "application. If the wiring imports the packages of a server, they are compiled twice.")
        }
        if withProgram {
            lines.append(
                "In \(folder)/CheckGraph.swift, declare what the graph itself does not show: entries, scopes, combinations."
            )
        }
        return lines.joined(separator: "\n")
    }

    private var pluginFile: String { "Plugins/\(Self.plugin)/CheckGraph.swift" }

    private var programSource: String {
        """
        import Armory
        import ArmoryCheck
        import \(wiring.target.moduleName)

        @main struct CheckGraph: GraphCheck {
            static var graphs: [CheckedGraph] {
                CheckedGraph { \(wiring.code) }
            }
        }

        """
    }

    private var programLines: String {
        let targets = [wiring.target.name] + wiring.libraries(of: manifest.package)
        return """

            // The program of swift package check-graph.
            \(manifest.variable).targets.append(
                .executableTarget(
                    name: "\(Self.program)",
                    dependencies: [
                        \(manifest.dependencies(["Armory", "ArmoryCheck"], targets, indentation: 12))
                    ],
                    path: "\(folder)"))

            """
    }

    private func pluginLines(_ applications: [String]) -> String {
        let names = applications.map { "\"\($0)\"" }.joined(separator: ", ")
        return """

            // The graph is checked before the application compiles.
            \(manifest.variable).targets.append(
                .plugin(
                    name: "\(Self.plugin)", capability: .buildTool(), dependencies: ["\(Self.program)"],
                    path: "Plugins/\(Self.plugin)"))
            for target in \(manifest.variable).targets where [\(names)].contains(target.name) {
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
                let check = try context.package.targets(named: ["\(Self.program)"])[0]
                let modules = ([check] + check.recursiveTargetDependencies).compactMap(\\.sourceModule)
                let verdict = context.pluginWorkDirectoryURL.appending(path: "GraphIsChecked.swift")
                return [
                    .buildCommand(
                        displayName: "Checking the graph (GRAPH_CHECK=off leaves it out)",
                        executable: try context.tool(named: "\(Self.program)").url,
                        arguments: ["stamp=\\(verdict.path)"]
                            + modules.map { "source=\\($0.moduleName)=\\($0.directoryURL.path)" },
                        outputFiles: [verdict])
                ]
            }
        }

        """
    }
}
