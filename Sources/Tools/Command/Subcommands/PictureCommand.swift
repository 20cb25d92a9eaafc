// picture

#if Command
import Armory
import ArmoryDiagrams
import ArgumentParser
import Foundation

/// Writes the graph in a format for drawing or comparing.
struct PictureCommand: GraphSubcommand {
    /// The format of the output.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case svg
        case dot
        case mermaid
        case json

        /// The format of a file, by the ending of its name.
        init?(fileName: String) {
            switch URL(filePath: fileName).pathExtension.lowercased() {
            case "svg": self = .svg
            case "dot", "gv": self = .dot
            case "mmd", "mermaid": self = .mermaid
            case "json": self = .json
            default: return nil
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "picture", abstract: "Draw the graph, or write it for other tools.",
            discussion: "The subcommand compare reads a graph as JSON.")
    }

    @Option(
        help: ArgumentHelp(
            "The format. Without it, the ending of the file's name decides; without a file it is svg."))
    var format: Format?

    @Option(name: .shortAndLong, help: "The file to write, instead of the standard output.")
    var output: String?

    @Option(help: "The picture's title.")
    var title = "Container"

    @OptionGroup var options: GraphOptions

    func validate() throws {
        guard format == nil, let output, Format(fileName: output) == nil, output.hasEnding else { return }
        throw ValidationError(
            "\(output): the known endings are svg, dot, gv, mmd, mermaid and json. Or use --format.")
    }

    func outcome(of source: ContainerSource) async throws -> Outcome {
        let text = text(of: try await options.graph(of: source))
        return try Outcome(text, to: output)
    }

    private func text(of graph: ContainerGraph) -> String {
        switch format ?? output.flatMap(Format.init(fileName:)) ?? .svg {
        case .svg: graph.svg(DiagramOptions(title: title))
        case .dot: graph.dot()
        case .mermaid: graph.mermaid()
        case .json: graph.json()
        }
    }
}

extension String {
    /// Whether the file's name has an ending.
    var hasEnding: Bool { !URL(filePath: self).pathExtension.isEmpty }
}

extension Outcome {
    /// Prints a text, or writes it to a file.
    init(_ text: String, to path: String?) throws {
        guard let path else {
            self.init(output: text)
            return
        }
        do {
            try Data((text.hasSuffix("\n") ? text : text + "\n").utf8).write(to: URL(filePath: path))
        } catch {
            throw Complaint(text: "\(path) cannot be written: \(error.reason)")
        }
        self.init()
    }
}

extension Error {
    /// The reason why a file could not be read or written.
    var reason: String {
        switch (self as? CocoaError)?.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
        case .fileReadNoPermission, .fileWriteNoPermission: "that is not permitted"
        case .fileWriteOutOfSpace: "the disk is full"
        default: localizedDescription
        }
    }
}
#endif
