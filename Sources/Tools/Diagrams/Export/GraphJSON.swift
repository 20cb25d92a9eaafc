// Writes the text of a `JSONEncoder`, several times as fast.

import Armory

/// The JSON of a graph.
///
/// The inspector's page asks for a large graph repeatedly, so this writes the text without a tree of boxed values.
struct GraphJSON {
    private(set) var text = ""
    private var indent = 0
    /// Whether the current list or object is still empty.
    private var isEmpty = true

    mutating func write(_ graph: ContainerGraph) {
        object {
            $0.list("cycles", graph.cycles) { json, cycle in json.elements(cycle) { $0.text += String($1) } }
            $0.list("edges", graph.edges) { $0.write($1) }
            $0.list("nodes", graph.nodes) { $0.write($1) }
        }
    }

    private mutating func write(_ edge: ContainerGraph.Edge) {
        object {
            $0.number("from", edge.from)
            $0.truth("isOptional", edge.isOptional)
            $0.string("origin", edge.origin.rawValue)
            $0.string("time", edge.time.rawValue)
            $0.number("to", edge.to)
        }
    }

    private mutating func write(_ node: ContainerGraph.Node) {
        object {
            if let activity = node.activity {
                $0.key("activity")
                $0.object {
                    $0.number("failed", activity.failed)
                    $0.number("made", activity.made)
                    $0.number("makingNanoseconds", activity.makingNanoseconds)
                    $0.number("waitingNanoseconds", activity.waitingNanoseconds)
                    $0.number("waits", activity.waits)
                }
            }
            $0.list("faults", node.faults) { $0.quote($1) }
            if let file = node.file { $0.string("file", file) }
            $0.number("id", node.id)
            $0.truth("isAlias", node.isAlias)
            $0.truth("isInherited", node.isInherited)
            $0.truth("isOpaque", node.isOpaque)
            $0.string("key", node.key)
            if let lifetime = node.lifetime { $0.string("lifetime", lifetime.rawValue) }
            if let line = node.line { $0.number("line", line) }
            if let module = node.module { $0.string("module", module) }
            if let scope = node.scope { $0.string("scope", scope) }
            $0.string("state", node.state.rawValue)
        }
    }

    /// A line break and the indent of each level; no value is nested deeper.
    private static let lines = (0..<6).map { "\n" + String(repeating: "  ", count: $0) }

    private mutating func newLine() { text += Self.lines[indent] }

    private mutating func bracketed(_ opening: String, _ closing: String, _ content: (inout Self) -> Void) {
        text += opening
        indent += 1
        isEmpty = true
        content(&self)
        indent -= 1
        if isEmpty { text += "\n" }
        newLine()
        text += closing
        isEmpty = false
    }

    private mutating func object(_ content: (inout Self) -> Void) { bracketed("{", "}", content) }

    private mutating func separate() {
        if !isEmpty { text += "," }
        isEmpty = false
        newLine()
    }

    private mutating func elements<Element>(_ elements: [Element], _ write: (inout Self, Element) -> Void) {
        bracketed("[", "]") { json in
            for element in elements {
                json.separate()
                write(&json, element)
            }
        }
    }

    private mutating func list<Element>(
        _ key: String, _ list: [Element], _ write: (inout Self, Element) -> Void
    ) {
        self.key(key)
        elements(list, write)
    }

    private mutating func key(_ key: String) {
        separate()
        text += "\""
        text += key
        text += "\" : "
    }

    private mutating func number(_ key: String, _ number: some BinaryInteger) {
        self.key(key)
        text += String(number)
    }

    private mutating func truth(_ key: String, _ value: Bool) {
        self.key(key)
        text += value ? "true" : "false"
    }

    private mutating func string(_ key: String, _ value: String) {
        self.key(key)
        quote(value)
    }

    private mutating func quote(_ value: String) { text += JSONText.quoted(value) }
}

/// Strings in JSON.
enum JSONText {
    /// A string in quotes, with only the escapes that RFC 8259, section 7, requires.
    static func quoted(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"\(value)\"" }
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{08}": quoted += "\\b"
            case "\u{0C}": quoted += "\\f"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
