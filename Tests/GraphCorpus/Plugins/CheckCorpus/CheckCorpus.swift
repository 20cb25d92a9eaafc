import Foundation
import PackagePlugin

/// Checks the graph that the file `.build/graph` names, before the application compiles.
@main
struct CheckCorpus: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let check = try context.package.targets(named: ["graph-check"])[0]
        let modules = ([check] + check.recursiveTargetDependencies).compactMap(\.sourceModule)
        let stamp = context.pluginWorkDirectoryURL.appending(path: "GraphIsChecked.swift")
        return [
            .buildCommand(
                displayName: "Checking the graph", executable: try context.tool(named: "graph-check").url,
                arguments: ["stamp=\(stamp.path)"]
                    + modules.map { "source=\($0.moduleName)=\($0.directoryURL.path)" },
                inputFiles: [root.appending(path: ".build/graph")], outputFiles: [stamp])
        ]
    }
}
