// A tool that looks at a container.

#if Command
public import Armory

/// A tool that looks at a program's container: it is all of a small target.
///
/// ```swift
/// import Armory
/// import ArmoryCommand
///
/// @main struct Graph: ContainerCommand {
///     static func container() throws -> Container { try Container { Wiring.shop } }
/// }
/// ```
///
/// What it can do is said by `graph help`: `validate`, `tree`, `list`, `explain`, `picture`, `compare`, `profile`. It prints to the standard
/// output what was asked for, and nothing else; what went wrong goes to the standard error. It exits with 0 where all is well;
/// with 1 where something is wrong with the container, or is not found, or two graphs differ and that was the question; and with
/// 64 where it was called wrongly.
///
/// Beyond eager singletons, which building the container makes, no factory runs, but for `profile`, `validate --dry-run` and `--observed`.
public protocol ContainerCommand: SendableMetatype {
    /// The container to look at.
    ///
    /// Called when a command needs it. One that is built with ``Container/Configuration/validates`` off can be looked at also
    /// where something is wrong with it: `validate` finds that out.
    @concurrent static func container() async throws -> Container
}

extension ContainerCommand {
    /// Runs the command that the process was called with, and exits.
    @concurrent public static func main() async {
        await CommandRun(name: CommandRun.processName, closes: true) { try await container() }.exit()
    }

    /// What a command prints, for tests.
    ///
    /// - Parameter arguments: Those of the command: `"explain", "OrderService"`.
    /// - Throws: ``CommandFailure`` where the process would not exit with 0.
    public static func run(_ arguments: String...) async throws(CommandFailure) -> String {
        try await run(arguments)
    }

    /// What a command prints, for tests.
    ///
    /// - Parameter arguments: Those of the command.
    /// - Throws: ``CommandFailure`` where the process would not exit with 0.
    public static func run(_ arguments: [String]) async throws(CommandFailure) -> String {
        try await CommandRun(name: "graph", closes: true) { try await container() }.text(of: arguments)
    }
}

extension Container {
    /// What a command prints of this container: one line in a test.
    ///
    /// ```swift
    /// print(try await container.command("explain", "OrderService"))
    /// ```
    ///
    /// See ``ContainerCommand`` for what there is.
    ///
    /// - Parameter arguments: Those of the command.
    /// - Throws: ``CommandFailure`` where a process would not exit with 0.
    public func command(_ arguments: String...) async throws(CommandFailure) -> String {
        try await command(arguments)
    }

    /// What a command prints of this container.
    ///
    /// - Parameter arguments: Those of the command.
    /// - Throws: ``CommandFailure`` where a process would not exit with 0.
    public func command(_ arguments: [String]) async throws(CommandFailure) -> String {
        try await CommandRun(name: "graph", closes: false) { self }.text(of: arguments)
    }

    /// Runs the command that the process was called with, and exits: all of a tool in one line.
    ///
    /// ```swift
    /// await Container.runCommand { try Wiring.container() }
    /// ```
    ///
    /// Where the container cannot be built, it says so on the standard error and exits with 1. See ``ContainerCommand``.
    ///
    /// - Parameter container: Makes the container; called when a command needs it.
    public static func runCommand(_ container: @escaping @Sendable () async throws -> Container) async -> Never {
        await CommandRun(name: CommandRun.processName, closes: true, container).exit()
    }
}

/// Why a command has not done all that was asked.
public struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the process would exit with: 1, or 64 where the command was called wrongly.
    public let exitCode: Int32
    /// What it would print to the standard output all the same.
    public let output: String
    /// What it would print to the standard error.
    public let complaint: String

    /// Both texts.
    public var description: String { [output, complaint].filter { !$0.isEmpty }.joined(separator: "\n") }
}
#endif
