import Armory
import XCTest

// What the tests of a container's graph register, and how they name what is in one.

extension ContainerGraph {
    /// The node of a key; fails where there is none, or several.
    func only(_ key: String, file: StaticString = #filePath, line: UInt = #line) -> Node? {
        let found = nodes.filter { $0.key == key }
        XCTAssertEqual(found.count, 1, "\(key) of \(nodes.map(\.key))", file: file, line: line)
        return found.first
    }

    /// The edges, each as `Watch -> Clock: parameter construction`, with a question mark where the target may be missing.
    var arrows: [String] {
        edges.map { edge in
            "\(nodes[edge.from].key) -> \(nodes[edge.to].key): \(edge.origin) \(edge.time)\(edge.isOptional ? "?" : "")"
        }
    }

    /// The cycles by their keys.
    var circles: [String] { cycles.map { $0.map { nodes[$0].key }.joined(separator: " -> ") } }

    var keys: [String] { nodes.map(\.key) }

    /// The keys with their states, in the order of nodes.
    var states: [String] { nodes.map { "\($0.key): \($0.state)" } }
}

extension ContainerGraph? {
    func only(_ key: String, file: StaticString = #filePath, line: UInt = #line) -> ContainerGraph.Node? {
        self?.only(key, file: file, line: line)
    }
}

extension Container {
    /// A container that nobody has checked.
    static func unchecked(
        parents: [Container] = [], @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws -> Container {
        try Container(parents: parents, configuration: .init(validates: false), contents)
    }
}
