// profile

#if Command
import Armory
import ArmoryDiagrams
import ArgumentParser
import Foundation

/// Starts the container, and prints how long each factory took.
struct ProfileCommand: GraphSubcommand {
    /// The format of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table
        case svg
        case trace

        /// The format of a file, by the ending of its name.
        init?(fileName: String) {
            switch URL(filePath: fileName).pathExtension.lowercased() {
            case "svg": self = .svg
            case "json": self = .trace
            default: return nil
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "profile", abstract: "Start the container, and show how long each factory took.",
            discussion: """
                The started instances run. The container needs a StartupProfile among its subscribers. A trace is a file for Chrome's \
                tracing and Perfetto show.
                """)
    }

    @Option(
        help: ArgumentHelp("The format. Without it, the ending of the file's name decides; without a file it is table.")
    )
    var format: Format?

    @Option(name: .shortAndLong, help: "The file to write, instead of the standard output.")
    var output: String?

    func validate() throws {
        guard format == nil, let output, Format(fileName: output) == nil, output.hasEnding else { return }
        throw ValidationError("\(output): the known endings are svg and json. Or use --format.")
    }

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let container = try await source.container()
        guard let profile = container.configuration.subscribers.lazy.compactMap({ $0 as? StartupProfile }).first else {
            throw Complaint(
                text: "the container has no StartupProfile. Import ArmoryDiagrams, and build the container with "
                    + "Container.Configuration(subscribers: [StartupProfile()]).")
        }
        do {
            try await container.start()
        } catch {
            var outcome = try Outcome(text(of: profile.record, in: container), to: output)
            outcome.complaint = "Error: the container cannot be started.\n\(error)"
            outcome.code = 1
            return outcome
        }
        profile.markStarted()
        return try Outcome(text(of: profile.record, in: container), to: output)
    }

    private func text(of record: StartupRecord, in container: Container) -> String {
        switch format ?? output.flatMap(Format.init(fileName:)) ?? .table {
        case .table: ([record.table()] + container.graph.fanLines).joined(separator: "\n")
        case .svg: record.svg()
        case .trace: record.chromeTrace()
        }
    }
}
#endif
