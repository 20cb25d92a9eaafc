import Armory
import ArmoryDiagrams
import XCTest

// A graph that is put together by hand, and what is expected of its texts.

extension ContainerGraph {
    /// A graph from lines such as `Shop: singleton -> Clock, Log later, Mail optional`; what has no line is missing.
    static func of(_ lines: String...) -> ContainerGraph {
        var nodes: [Node] = []
        var needs: [(Int, String)] = []
        for (number, line) in lines.enumerated() {
            let parts = line.components(separatedBy: " -> ")
            let words = parts[0].components(separatedBy: ": ")
            let lifetime = words.count > 1 ? words[1] : "singleton"
            nodes.append(
                Node(
                    id: number, key: words[0], lifetime: Lifetime(rawValue: lifetime),
                    scope: lifetime == "scoped" ? "request" : nil, module: "shop", file: "Shop/Wiring.swift",
                    line: number + 1, state: .none))
            guard parts.count > 1 else { continue }
            for need in parts[1].components(separatedBy: ", ") { needs.append((number, need)) }
        }
        var edges: [Edge] = []
        for (from, need) in needs {
            let words = need.components(separatedBy: " ")
            let key = words.filter { !["later", "optional", "injected", "seen"].contains($0) }.joined(separator: " ")
            if !nodes.contains(where: { $0.key == key }) {
                nodes.append(Node(id: nodes.count, key: key, lifetime: nil, state: .missing))
            }
            edges.append(
                Edge(
                    from: from, to: nodes.firstIndex { $0.key == key } ?? 0,
                    origin: words.contains("seen") ? .observed : .parameter,
                    time: words.contains("later")
                        ? .later : words.contains("injected") ? .injection : .construction,
                    isOptional: words.contains("optional")))
        }
        return ContainerGraph(nodes: nodes, edges: edges)
    }
}

/// Fails unless the text is what is expected, and prints it whole.
func assertText(_ text: String, _ expected: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertEqual(text, expected, "\n\(text)\n", file: file, line: line)
}

/// The error that `body` throws, in words; fails where it throws none.
func searchFailure(file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> String) -> String {
    do {
        XCTFail("nothing was thrown, but \(try body())", file: file, line: line)
    } catch {
        return "\(error)"
    }
    return ""
}
