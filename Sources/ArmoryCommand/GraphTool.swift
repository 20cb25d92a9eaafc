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
            abstract: "Looks at a container: what is registered, who needs what, and what is wrong.",
            discussion: """
                A KEY is what is registered, as list shows it; or its type alone; or some letters that no other has; or #12, its \
                number. Beyond eager singletons, which building the container makes, no factory runs, but for profile, \
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
    @Flag(help: "Run every factory once, in a copy of the container, to see what closures ask for.")
    var observed = false

    func graph(of source: ContainerSource) async throws -> ContainerGraph {
        let container = try await source.container()
        return observed ? container.observedGraph() : container.graph
    }
}
#endif
