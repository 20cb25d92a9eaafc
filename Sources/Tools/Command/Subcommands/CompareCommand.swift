// compare

#if Command
import Armory
import ArmoryDiagrams
import ArgumentParser
import Foundation

/// Prints the differences between two graphs.
struct CompareCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "compare", abstract: "Show what a change has added, removed or re-scoped.",
            discussion: "Without NEW, the container itself is compared.")
    }

    @Argument(help: ArgumentHelp("A graph that picture --format json has written.", valueName: "old.json"))
    var old: String

    @Argument(help: ArgumentHelp("A later graph.", valueName: "new.json"))
    var new: String?

    @Flag(help: "Exit with 1 if the graphs differ.")
    var exitCode = false

    @Flag(help: "Print the differences as JSON.")
    var json = false

    @Flag(help: "Print the differences as Markdown, for a review.")
    var markdown = false

    @OptionGroup var options: GraphOptions

    func validate() throws {
        if json, markdown { throw ValidationError("--json and --markdown are two formats: choose one.") }
    }

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let before = try Self.graph(in: old)
        let after = if let new { try Self.graph(in: new) } else { try await options.graph(of: source) }
        let change = GraphComparison(from: before, to: after)
        let text = json ? try Self.json(of: change) : markdown ? change.markdown() : change.description
        return Outcome(output: text, code: exitCode && !change.isEmpty ? 1 : 0)
    }

    private static func graph(in path: String) throws -> ContainerGraph {
        let text: String
        do {
            text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw Complaint(text: "\(path) cannot be read: \(error.reason)")
        }
        do {
            return try ContainerGraph(json: text)
        } catch {
            throw Complaint(text: "\(path) is not a graph that picture --format json has written: \(fault(error))")
        }
    }

    private static func fault(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let context =
            switch error {
            case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                .valueNotFound(_, let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
            }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }

    private static func json(of change: GraphComparison) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(change), as: UTF8.self)
    }
}
#endif
