import PackagePlugin

/// Runs `make-services` to write the source of a target, so that the repository need not contain five hundred types.
@main
struct MakeServices: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let output = context.pluginWorkDirectoryURL.appending(path: "Written.swift")
        return [
            .buildCommand(
                displayName: "Writing the source of \(target.name)",
                executable: try context.tool(named: "make-services").url,
                arguments: [target.name, output.path()],
                outputFiles: [output])
        ]
    }
}
