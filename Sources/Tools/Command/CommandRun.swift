// Runs a command: from its arguments to its output.

#if Command
import Armory
import ArmoryDiagrams
import ArgumentParser
import Foundation

/// One call of the command.
struct CommandRun {
    /// The name of the command in its help.
    let name: String
    /// Whether the run closes the container at its end.
    let closes: Bool
    private let source: ContainerSource

    init(name: String, closes: Bool, _ make: @escaping @Sendable () async throws -> Container) {
        self.name = name
        self.closes = closes
        source = ContainerSource(make)
    }

    /// The name of the process.
    static var processName: String {
        CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "graph"
    }

    /// Runs the command of the process, and exits.
    func exit() async -> Never {
        let outcome = await outcome(of: Array(CommandLine.arguments.dropFirst()))
        Self.write(outcome.output, to: .standardOutput)
        Self.write(outcome.complaint, to: .standardError)
        Foundation.exit(outcome.code)
    }

    private static func write(_ text: String, to file: FileHandle) {
        guard !text.isEmpty else { return }
        // The reader may have closed the pipe. There is nothing to do about that.
        try? file.write(contentsOf: Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }

    /// The output of the command.
    func text(of arguments: [String]) async throws(CommandFailure) -> String {
        let outcome = await outcome(of: arguments)
        guard outcome.code == 0 else {
            throw CommandFailure(exitCode: outcome.code, output: outcome.output, complaint: outcome.complaint)
        }
        return outcome.output
    }

    func outcome(of arguments: [String]) async -> Outcome {
        var outcome = await GraphTool.$name.withValue(name) { await parsedOutcome(of: arguments) }
        guard closes, let container = await source.made else { return outcome }
        do {
            try await container.shutdown()
        } catch {
            // Most commands do not start the container that they look at.
            guard error.faults.contains(where: { $0.code != .notStarted }) else { return outcome }
            outcome.complaint += (outcome.complaint.isEmpty ? "" : "\n") + "Error: \(error)"
            outcome.code = max(outcome.code, 1)
        }
        return outcome
    }

    private func parsedOutcome(of arguments: [String]) async -> Outcome {
        do {
            var command = try GraphTool.parseAsRoot(arguments)
            guard let subcommand = command as? any GraphSubcommand else {
                // A command that is no subcommand prints the help.
                try command.run()
                return Outcome()
            }
            return try await subcommand.outcome(of: source)
        } catch let complaint as Complaint {
            return Outcome(complaint: "Error: \(complaint.text)", code: 1)
        } catch let error as NodeSearchError {
            return Outcome(complaint: "Error: \(error)", code: 1)
        } catch let error as ResolutionError {
            return Outcome(complaint: "Error: the container cannot be built.\n\(error)\(Self.advice(error))", code: 1)
        } catch {
            let code = GraphTool.exitCode(for: error).rawValue
            let isFromParser = code != ExitCode.failure.rawValue
            let message =
                isFromParser ? GraphTool.fullMessage(for: error) : "Error: the container cannot be built.\n\(error)"
            return code == 0 ? Outcome(output: message) : Outcome(complaint: message, code: code)
        }
    }

    private static func advice(_ error: ResolutionError) -> String {
        guard error.code == .invalid else { return "" }
        return "\nTo inspect it anyway, build it with Container.Configuration(validates: false)."
    }
}
#endif
