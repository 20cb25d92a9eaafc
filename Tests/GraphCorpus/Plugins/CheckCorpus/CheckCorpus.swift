import Foundation
import PackagePlugin

/// Checks the graph that the file `.build/graph` names, before the application compiles.
@main
struct CheckCorpus: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let stamp = context.pluginWorkDirectoryURL.appending(path: "checked.swift")
        return [
            .buildCommand(
                displayName: "Checking the graph", executable: try context.tool(named: "graph-check").url,
                arguments: ["root=\(root.path)", "stamp=\(stamp.path)"],
                inputFiles: [root.appending(path: ".build/graph")], outputFiles: [stamp])
        ]
    }
}
