// The command's name, its subcommands, and the options that several of them share.

#if Command
import Armory
import ArgumentParser

/// The command itself, which has only subcommands.
struct GraphTool: ParsableCommand {
    /// The name of the command in its help.
    @TaskLocal static var name = "graph"

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            abstract: "Inspects a container: its registrations, their dependencies, and its faults.",
            discussion: """
                A KEY is a registered key, as list shows it; or its type alone; or some letters that no other key has; or #12, its \
                number. Building the container creates eager singletons. No other factory runs, except for profile, \
                --dry-run and --observed.
                """,
            subcommands: [
                ValidateCommand.self, TreeCommand.self, ListCommand.self, ExplainCommand.self, ConditionsCommand.self,
                PictureCommand.self, CompareCommand.self, ProfileCommand.self,
            ])
    }
}

/// The option that chooses the graph to inspect.
struct GraphOptions: ParsableArguments {
    @Flag(help: "Run every factory once, in a copy of the container, to see what closures resolve.")
    var observed = false

    func graph(of source: ContainerSource) async throws -> ContainerGraph {
        let container = try await source.container()
        return observed ? container.graphFromDryRun() : container.graph
    }
}
#endif
