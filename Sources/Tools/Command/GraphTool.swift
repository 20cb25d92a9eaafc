// The command's name, and its subcommands.

#if Command
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
                ValidateCommand.self, TreeCommand.self, ListCommand.self, ExplainCommand.self, WhyCommand.self,
                ConditionsCommand.self, PictureCommand.self, CompareCommand.self, ProfileCommand.self,
            ])
    }
}
#endif
