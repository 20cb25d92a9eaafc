// Finding the node that somebody means by a few letters.

public import Armory

/// Why nobody knows which node is meant.
public struct NodeSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was looked for.
    public let query: String
    /// The nodes that may be meant: several that match, or some that look like it.
    public let candidates: [ContainerGraph.Node]
    /// Whether several match; else none does.
    public let isAmbiguous: Bool

    /// How many candidates are named.
    private static let mostNamed = 12

    /// What was looked for, and what may be meant, with numbers that tell them apart.
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
        if isAmbiguous { lines.append("Say which by its number: #\(candidates[0].id).") }
        return lines.joined(separator: "\n")
    }
}

extension ContainerGraph {
    /// The node that somebody means.
    ///
    /// - Parameter query: Its key as it is written in the graph; or its type without `any`, module and qualifier; or some letters
    ///   that no other key has; or its number, as `#12`.
    /// - Throws: ``NodeSearchError`` where that is none, or several.
    /// - Complexity: O(nodes).
    public func node(matching query: String) throws(NodeSearchError) -> Node { nodes[try place(matching: query)] }

    /// The place of the node that somebody means.
    ///
    /// What a node says of its number is not asked: the fields of a graph can be set to anything.
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

    /// Those whose types are spelled much like it, the most alike first.
    private func near(_ name: KeyName) -> [Node] {
        let wanted = Array(name.type.lowercased().prefix(64))
        let limit = max(2, wanted.count / 3)
        let found = nodes.indices.compactMap { place -> (distance: Int, place: Int)? in
            let other = Array(KeyName(nodes[place].key).type.lowercased().prefix(64))
            let distance = SpellingDistance.of(wanted, other, limit: limit)
            return distance <= limit ? (distance, place) : nil
        }
        return found.sorted { $0 < $1 }.prefix(5).map { numbered($0.place) }
    }

    /// The node, with the number that it is found by.
    private func numbered(_ place: Int) -> Node {
        var node = nodes[place]
        node.id = place
        return node
    }
}

/// A key's type, without `any` and modules, and what comes after the type.
private struct KeyName: Hashable {
    let type: Substring
    let rest: Substring

    init(_ key: String) {
        var head = key[...]
        var tail: Substring = ""
        for word in [" named ", " qualified by ", " private in ", " in its list"] {
            guard let range = head.firstRange(of: word) else { continue }
            tail = key[range.lowerBound...]
            head = head[..<range.lowerBound]
        }
        if head.hasPrefix("any ") { head = head.dropFirst(4) }
        // A dot in angle brackets is another type's.
        let plain = head.prefix { $0 != "<" && $0 != "(" && $0 != "[" }
        if let dot = plain.lastIndex(of: ".") { head = head[head.index(after: dot)...] }
        type = head
        rest = tail
    }
}

/// How many letters have to be changed, left out or put in to make one word of another.
private enum SpellingDistance {
    /// A number above the limit, where it is above it.
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
