// What a subcommand is: it gets the container, and has an outcome.

#if Command
import Armory
import ArgumentParser

/// The output of a command, and the exit code of the process.
struct Outcome: Sendable {
    var output = ""
    var complaint = ""
    var code: Int32 = 0
}

/// One subcommand, which does one thing with a container.
protocol GraphSubcommand: ParsableCommand {
    /// Runs the subcommand.
    ///
    /// - Throws: A ``Complaint``, or the error of the closure that builds the container.
    func outcome(of source: ContainerSource) async throws -> Outcome
}

/// A fault, described for the user of the command.
struct Complaint: Error {
    let text: String
}

/// The source of the container, which is built once, when a command needs it.
actor ContainerSource {
    private let make: @Sendable () async throws -> Container
    private(set) var made: Container?

    init(_ make: @escaping @Sendable () async throws -> Container) { self.make = make }

    func container() async throws -> Container {
        if let made { return made }
        let new = try await make()
        made = new
        return new
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
