import PackagePlugin

/// Has `make-services` write the source of a target, so that five hundred types need not be in the repository.
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
