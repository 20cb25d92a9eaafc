// The grammar of DOT, strictly: https://graphviz.org/doc/info/lang.html.

import XCTest

/// Reads DOT as the exports write it: every name is a plain word, every text is quoted, with no line break in it.
struct DOTGrammar {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// The names of the nodes that are declared, with their labels as they are shown.
    private(set) var labels: [String: String] = [:]
    private(set) var edges: [(from: String, to: String)] = []
    private(set) var clusters: [String] = []

    private enum Token: Equatable { case word(String), quoted(String), sign(String) }
    private var tokens: [Token] = []
    private var next = 0

    init(_ text: String) throws {
        tokens = try Self.tokens(text)
        try expect(.word("digraph"))
        _ = try word()
        try expect(.sign("{"))
        try statements()
        guard next == tokens.count else { throw Failure(description: "something follows the graph") }
    }

    private static func tokens(_ text: String) throws -> [Token] {
        var tokens: [Token] = []
        let scalars = Array(text.unicodeScalars)
        var place = 0
        func isWord(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == ".")
        }
        while place < scalars.count {
            let scalar = scalars[place]
            if scalar == " " || scalar == "\n" {
                place += 1
            } else if isWord(scalar) {
                let start = place
                while place < scalars.count, isWord(scalars[place]) { place += 1 }
                tokens.append(.word(String(String.UnicodeScalarView(scalars[start..<place]))))
            } else if scalar == "\"" {
                var content = String.UnicodeScalarView()
                place += 1
                while place < scalars.count, scalars[place] != "\"" {
                    guard scalars[place].value >= 0x20 else {
                        throw Failure(description: "a control character in quotes")
                    }
                    if scalars[place] == "\\" {
                        content.append(scalars[place])
                        place += 1
                        guard place < scalars.count else { break }
                    }
                    content.append(scalars[place])
                    place += 1
                }
                guard place < scalars.count else { throw Failure(description: "a string without an end") }
                place += 1
                tokens.append(.quoted(String(content)))
            } else if scalar == "-", place + 1 < scalars.count, scalars[place + 1] == ">" {
                tokens.append(.sign("->"))
                place += 2
            } else if "{}[]=;,".unicodeScalars.contains(scalar) {
                tokens.append(.sign(String(scalar)))
                place += 1
            } else {
                throw Failure(description: "unexpected \(scalar.debugDescription)")
            }
        }
        return tokens
    }

    private var token: Token? { next < tokens.count ? tokens[next] : nil }

    private mutating func expect(_ wanted: Token) throws {
        guard token == wanted else {
            throw Failure(description: "\(String(describing: token)) where \(wanted) was expected")
        }
        next += 1
    }

    private mutating func word() throws -> String {
        guard case .word(let word) = token else {
            throw Failure(description: "\(String(describing: token)) is no name")
        }
        next += 1
        return word
    }

    private mutating func value() throws -> String {
        if case .quoted(let text) = token {
            next += 1
            return try Self.shown(text)
        }
        return try word()
    }

    /// An escString as it is shown.
    private static func shown(_ text: String) throws -> String {
        var shown = ""
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\":
                switch scalars.popFirst() {
                case "\\": shown += "\\"
                case "\"": shown += "\""
                case "n": shown += "\n"
                case let other: throw Failure(description: "the escape \\\(String(describing: other))")
                }
            case "&":
                guard scalars.starts(with: "amp;".unicodeScalars) else { throw Failure(description: "a bare &") }
                scalars = scalars.dropFirst(4)
                shown += "&"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private mutating func attributes() throws -> [String: String] {
        var attributes: [String: String] = [:]
        guard token == .sign("[") else { return [:] }
        next += 1
        while token != .sign("]") {
            let name = try word()
            try expect(.sign("="))
            attributes[name] = try value()
            if token == .sign(",") { next += 1 }
        }
        next += 1
        return attributes
    }

    private mutating func statements() throws {
        var depth = 1
        while depth > 0 {
            if token == .sign("}") {
                next += 1
                depth -= 1
                continue
            }
            let name = try word()
            if name == "subgraph" {
                clusters.append(try word())
                try expect(.sign("{"))
                depth += 1
                continue
            }
            if token == .sign("=") {
                next += 1
                _ = try value()
            } else if token == .sign("->") {
                next += 1
                edges.append((name, try word()))
                _ = try attributes()
            } else {
                let attributes = try attributes()
                if !["graph", "node", "edge"].contains(name) { labels[name] = attributes["label"] }
            }
            try expect(.sign(";"))
        }
    }
}
