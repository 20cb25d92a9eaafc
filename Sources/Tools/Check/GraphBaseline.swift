// The graphs at an earlier time, in a file of the repository.

import Armory
import ArmoryDiagrams
import Foundation

/// The graphs of an application by the names of their combinations.
struct GraphBaseline {
    private let graphs: [String: ContainerGraph]

    init(graphs: [String: ContainerGraph]) { self.graphs = graphs }

    /// - Throws: ``Complaint`` if the file has no graphs.
    init(file: URL) throws(Complaint) {
        do {
            graphs = try JSONDecoder().decode([String: ContainerGraph].self, from: Data(contentsOf: file))
        } catch is DecodingError {
            throw Complaint("\(file.path) is not a baseline that check-graph baseline printed. Write it again.")
        } catch {
            throw Complaint(
                "\(file.path) cannot be read. Write it once: swift package check-graph baseline > \(file.lastPathComponent)"
            )
        }
    }

    /// The graphs as JSON that is compared well line by line.
    func text() throws -> String {
        let graphs = graphs.sorted { $0.key < $1.key }.map { name, graph in
            "\(Self.quoted(name)): \(graph.json())"
        }
        return "{\n\(graphs.joined(separator: ",\n"))\n}\n"
    }

    static func quoted(_ text: String) -> String {
        // A text can always be encoded.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The changes from this baseline to new graphs, as Markdown.
    ///
    /// Empty if there are none. Combinations with the same changes are named together.
    ///
    /// - Parameter only: The name of the only combination to compare; nil: all are compared.
    func markdown(of new: GraphBaseline, only: String?) -> String {
        var names: [String: [String]] = [:]
        let all = only.map { [$0] } ?? Set(graphs.keys).union(new.graphs.keys).sorted()
        for name in all {
            let none = ContainerGraph(nodes: [], edges: [], cycles: [])
            let change = GraphComparison(from: graphs[name] ?? none, to: new.graphs[name] ?? none)
            if !change.isEmpty { names[change.markdown(), default: []].append(name) }
        }
        let sections = names.sorted { $0.value[0] < $1.value[0] }.map { change, names in
            "### Graph: \(names.joined(separator: ", "))\n\n\(change)\n"
        }
        return sections.joined(separator: "\n")
    }
}
