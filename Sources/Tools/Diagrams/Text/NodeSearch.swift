// Finds a node by its key, a part of the key, or its number.

public import Armory

/// The error for a query that matches no node, or several.
public struct NodeSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The query.
    public let query: String
    /// The nodes that the query may mean: several that match it, or some with similar names.
    public let candidates: [ContainerGraph.Node]
    /// Whether several nodes match; otherwise none does.
    public let isAmbiguous: Bool

    /// The maximum number of candidates that the description names.
    private static let mostNamed = 12

    /// The query and its candidates, with the numbers to choose one by.
    public var description: String {
        let name = TerminalText.shortened(query, to: 100)
        guard !candidates.isEmpty else { return "nothing in the graph is called \"\(name)\"." }
        var lines = [
            isAmbiguous
                ? "\"\(name)\" may be any of \(candidates.count):"
                : "nothing in the graph is called \"\(name)\". Did you mean:"
        ]
        for node in candidates.prefix(Self.mostNamed) {
            let words = [node.lifetimeWords, node.module.map { "module \($0)" }, node.place].compactMap(\.self)
            let key = TerminalText.shortened(node.key, to: 80)
            lines.append("  #\(node.id)  \(key) · \(TerminalText.visible(words.joined(separator: ", ")))")
        }
        if candidates.count > Self.mostNamed { lines.append("  … and \(candidates.count - Self.mostNamed) more") }
        if isAmbiguous { lines.append("Choose one by its number: #\(candidates[0].id).") }
        return lines.joined(separator: "\n")
    }
}

extension ContainerGraph {
    /// The node that a query means.
    ///
    /// - Parameter query: The key as the graph shows it, its type without `any`, module and qualifier, some letters
    ///   that no other key has, or the number, such as `#12`.
    /// - Throws: `NodeSearchError` if no node matches, or several do.
    /// - Complexity: O(nodes).
    public func node(matching query: String) throws(NodeSearchError) -> Node { nodes[try place(matching: query)] }

    /// The index of the node that a query means.
    ///
    /// The `id` of a node is ignored, because the fields of a graph can be set to anything.
    func place(matching query: String) throws(NodeSearchError) -> Int {
        if query.hasPrefix("#"), let number = Int(query.dropFirst()), nodes.indices.contains(number) { return number }
        let name = KeyName(query)
        let ways: [(Node) -> Bool] = [
            { $0.key == query },
            { KeyName($0.key) == name },
            { KeyName($0.key).type == name.type && name.rest.isEmpty },
            { !query.isEmpty && $0.key.contains(query) },
            { !query.isEmpty && $0.key.lowercased().contains(query.lowercased()) },
        ]
        for way in ways {
            let found = nodes.indices.filter { way(nodes[$0]) }
            if found.count == 1 { return found[0] }
            guard found.isEmpty else {
                throw NodeSearchError(query: query, candidates: found.map(numbered), isAmbiguous: true)
            }
        }
        throw NodeSearchError(query: query, candidates: near(name), isAmbiguous: false)
    }

    /// The nodes whose types are spelled similarly, the most similar first.
    func near(_ name: KeyName) -> [Node] {
        let wanted = Array(name.type.lowercased().prefix(64))
        let limit = max(2, wanted.count / 3)
        let found = nodes.indices.compactMap { place -> (distance: Int, place: Int)? in
            let other = Array(KeyName(nodes[place].key).type.lowercased().prefix(64))
            let distance = SpellingDistance.of(wanted, other, limit: limit)
            return distance <= limit ? (distance, place) : nil
        }
        return found.sorted { $0 < $1 }.prefix(5).map { numbered($0.place) }
    }

    /// The node, with its index as its number.
    private func numbered(_ place: Int) -> Node {
        var node = nodes[place]
        node.id = place
        return node
    }
}

/// The type in a key, without `any` and modules, and the text after the type.
struct KeyName: Hashable {
    let type: Substring
    let rest: Substring

    init(_ key: String) {
        var head = key[...]
        var tail: Substring = ""
        for word in [" named ", " private in ", " in its list"] {
            guard let range = head.firstRange(of: word) else { continue }
            tail = key[range.lowerBound...]
            head = head[..<range.lowerBound]
        }
        if head.hasPrefix("any ") { head = head.dropFirst(4) }
        // A dot inside brackets belongs to another type.
        let plain = head.prefix { $0 != "<" && $0 != "(" && $0 != "[" }
        if let dot = plain.lastIndex(of: ".") { head = head[head.index(after: dot)...] }
        type = head
        rest = tail
    }
}

/// The number of letters to change, leave out or insert to turn one word into another.
private enum SpellingDistance {
    /// The distance, or any number above `limit` if the distance is above it.
    static func of(_ left: [Character], _ right: [Character], limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, row[column] + 1, diagonal + 1)
            }
            if row.allSatisfy({ $0 > limit }) { return limit + 1 }
        }
        return row[right.count]
    }
}
