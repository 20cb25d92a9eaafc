// A command-line tool that inspects a container.

#if Command
public import Armory

/// A command-line tool that inspects a program's container, as the whole content of a small target.
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
/// `graph help` lists the subcommands: `validate`, `tree`, `list`, `explain`, `why`, `conditions`, `picture`, `compare`
/// and `profile`. The standard output has only the requested result; errors go to the standard error.
///
/// The exit code is 0 for success. It is 1 if the container has faults, if something is not found, or if
/// `compare --exit-code` finds differences. It is 64 for wrong arguments.
///
/// Building the container creates its eager singletons. Except for those, no factory runs without `profile`,
/// `validate --dry-run` or `--observed`.
public protocol ContainerCommand: SendableMetatype {
    /// The container to inspect.
    ///
    /// Called when a command needs the container. If it is built with `Container.Configuration.validates` off, a
    /// container with faults can be inspected too, and `validate` reports the faults.
    @concurrent static func container() async throws -> Container
}

extension ContainerCommand {
    /// Runs the command of the process, and exits.
    @concurrent public static func main() async {
        await CommandRun(name: CommandRun.processName, closes: true) { try await container() }.exit()
    }

    /// Runs a command and returns its output, for tests.
    ///
    /// - Parameter arguments: The arguments of the command: `"explain", "OrderService"`.
    /// - Throws: ``CommandFailure`` if the process would not exit with 0.
    public static func run(_ arguments: String...) async throws(CommandFailure) -> String {
        try await run(arguments)
    }

    /// Runs a command and returns its output, for tests.
    ///
    /// - Parameter arguments: The arguments of the command.
    /// - Throws: ``CommandFailure`` if the process would not exit with 0.
    public static func run(_ arguments: [String]) async throws(CommandFailure) -> String {
        try await CommandRun(name: "graph", closes: true) { try await container() }.text(of: arguments)
    }
}

extension Container {
    /// Runs a command on this container and returns its output, in one line of a test.
    ///
    /// ```swift
    /// print(try await container.command("explain", "OrderService"))
    /// ```
    ///
    /// See `ContainerCommand` for the commands.
    ///
    /// - Parameter arguments: The arguments of the command.
    /// - Throws: `CommandFailure` if a process would not exit with 0.
    public func command(_ arguments: String...) async throws(CommandFailure) -> String {
        try await command(arguments)
    }

    /// Runs a command on this container and returns its output.
    ///
    /// - Parameter arguments: The arguments of the command.
    /// - Throws: `CommandFailure` if a process would not exit with 0.
    public func command(_ arguments: [String]) async throws(CommandFailure) -> String {
        try await CommandRun(name: "graph", closes: false) { self }.text(of: arguments)
    }

    /// Runs the command of the process, and exits: a whole tool in one line.
    ///
    /// ```swift
    /// await Container.runCommand { try Wiring.container() }
    /// ```
    ///
    /// If the container cannot be built, the standard error says so and the exit code is 1. See `ContainerCommand`.
    ///
    /// - Parameter container: Makes the container; called when a command needs it.
    public static func runCommand(_ container: @escaping @Sendable () async throws -> Container) async -> Never {
        await CommandRun(name: CommandRun.processName, closes: true, container).exit()
    }
}

/// The error of a command that did not succeed.
public struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The exit code of the process: 1, or 64 for wrong arguments.
    public let exitCode: Int32
    /// The text that the process would still print to the standard output.
    public let output: String
    /// The text that the process would print to the standard error.
    public let complaint: String

    /// The output and the complaint.
    public var description: String { [output, complaint].filter { !$0.isEmpty }.joined(separator: "\n") }
}
#endif
