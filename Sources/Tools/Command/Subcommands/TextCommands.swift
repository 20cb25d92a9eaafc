// tree, list, explain, why, conditions

#if Command
import Armory
import ArmoryDiagrams
import ArgumentParser

/// Prints the tree.
struct TreeCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tree", abstract: "Print the dependencies as a tree.",
            discussion: "Without a KEY, it begins with the registrations that no other one needs.")
    }

    @Argument(help: "The registration to begin with.")
    var key: [String] = []

    @Option(help: "The number of levels to show below the first.")
    var depth = 64

    @OptionGroup var options: GraphOptions

    func validate() throws {
        if depth < 0 { throw ValidationError("--depth is a number of levels: 0 or more.") }
    }

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let query = key.isEmpty ? nil : key.joined(separator: " ")
        return Outcome(output: try await options.graph(of: source).tree(from: query, depth: depth))
    }
}

/// Prints the table.
struct ListCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "Print all registrations as a table.")
    }

    @OptionGroup var options: GraphOptions

    func outcome(of source: ContainerSource) async throws -> Outcome {
        Outcome(output: try await options.graph(of: source).list())
    }
}

/// Explains one registration.
struct ExplainCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain",
            abstract: "Explain a registration: its dependents, its dependencies and its lifetime.")
    }

    @Argument(help: "The registration.")
    var key: [String]

    @OptionGroup var options: GraphOptions

    func outcome(of source: ContainerSource) async throws -> Outcome {
        Outcome(output: try await options.graph(of: source).explanation(of: key.joined(separator: " ")))
    }
}

/// Prints why a key leads to its registration.
struct WhyCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "why",
            abstract:
                "Show why a key leads to its registration: its condition, the registrations that it replaces, its dependents.",
            discussion:
                "Exits with 1 if nothing is registered for the key. Values of environment variables are never printed.")
    }

    @Argument(help: "The key, also one whose registrations are all unused.")
    var key: [String]

    @Flag(help: "Print it as JSON.")
    var json = false

    @OptionGroup var options: GraphOptions

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let container = try await source.container()
        let reason = try container.reason(for: key.joined(separator: " "), observing: options.observed)
        return Outcome(output: json ? reason.json() : reason.description, code: reason.isServed ? 0 : 1)
    }
}

/// Prints why each registration is used or not.
struct ConditionsCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "conditions", abstract: "Show which registrations are used, which are not, and why.",
            discussion: "Only the names of environment variables are printed, never their values.")
    }

    @Flag(help: "Print only the registrations that are not used.")
    var out = false

    @Flag(help: "Print them as JSON.")
    var json = false

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let conditions = try await source.container().conditions.filter { !out || !$0.isUsed }
        return Outcome(
            output: json ? conditions.json() : conditions.isEmpty && out ? "All are used." : conditions.list())
    }
}
#endif
