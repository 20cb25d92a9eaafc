import Foundation

/// The names that one source file declares and uses, without its comments and strings.
struct SourceNames {
    /// The types that the file declares at top level.
    let types: Set<String>
    /// The functions that the file declares, except private ones and overrides.
    let methods: Set<String>
    /// The capitalised names that the file mentions.
    let mentions: Set<String>
    /// The names that the file calls.
    let calls: Set<String>

    init(_ text: String) {
        var types: Set<String> = []
        var methods: Set<String> = []
        var mentions: Set<String> = []
        var calls: Set<String> = []
        for line in Self.code(text).split(separator: UInt8(ascii: "\n")) {
            let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
            let words = Self.words(of: line)
            if indentation == 0, let type = Self.declared(after: Self.typeKeywords, in: words) { types.insert(type) }
            if let method = Self.declared(after: ["func"], in: words) { methods.insert(method) }
            for word in words {
                if word.text.first?.isUppercase == true {
                    mentions.insert(word.text)
                } else if word.isCalled {
                    calls.insert(word.text)
                }
            }
        }
        (self.types, self.methods, self.mentions, self.calls) = (types, methods, mentions, calls)
    }

    private static let typeKeywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    /// Words that may stand before the keyword of a declaration.
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated", "static", "mutating", "consuming",
        "borrowing",
    ]

    private struct Word {
        let text: String
        let isAttribute: Bool
        /// Whether an opening parenthesis or a generic argument list follows.
        let isCalled: Bool
    }

    /// The name that a declaration with one of the keywords gives; nil where the line declares nothing of the kind.
    private static func declared(after keywords: Set<String>, in words: [Word]) -> String? {
        guard let keyword = words.firstIndex(where: { !$0.isAttribute && !modifiers.contains($0.text) }),
            keywords.contains(words[keyword].text), keyword + 1 < words.count
        else { return nil }
        return words[keyword + 1].text
    }

    private static func words(of line: some Collection<UInt8>) -> [Word] {
        var words: [Word] = []
        var rest = line[...]
        var before: UInt8?
        while let first = rest.first {
            guard isOfName(first), !(first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")) else {
                before = first
                rest = rest.dropFirst()
                continue
            }
            let name = rest.prefix(while: isOfName)
            rest = rest.dropFirst(name.count)
            let next = rest.first { $0 != UInt8(ascii: " ") }
            words.append(
                Word(
                    text: String(decoding: name, as: UTF8.self), isAttribute: before == UInt8(ascii: "@"),
                    isCalled: next == UInt8(ascii: "(") || rest.first == UInt8(ascii: "<")))
            before = nil
        }
        return words
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The text without comments and without the contents of strings; interpolations go with their strings.
    private static func code(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var code: [UInt8] = []
        code.reserveCapacity(bytes.count)
        var index = 0
        func starts(with word: String) -> Bool {
            bytes[index...].starts(with: word.utf8)
        }
        func skip(to word: String) {
            while index < bytes.count, !starts(with: word) {
                if bytes[index] == UInt8(ascii: "\\") { index += 1 }
                if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { code.append(bytes[index]) }
                index += 1
            }
            index = min(bytes.count, index + word.utf8.count)
        }
        while index < bytes.count {
            if starts(with: "//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            } else if starts(with: "/*") {
                skip(to: "*/")
            } else if starts(with: "\"\"\"") {
                index += 3
                skip(to: "\"\"\"")
            } else if bytes[index] == UInt8(ascii: "\"") {
                index += 1
                skip(to: "\"")
            } else {
                code.append(bytes[index])
                index += 1
            }
        }
        return code
    }
}
