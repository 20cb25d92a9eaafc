// The wording of errors about a choice that a request makes. The chosen value may come from outside of the program: its
// text is cut, and has no control characters.

extension ResolutionError.Storage {
    /// The first line of the message, for codes about a choice.
    var choosing: String? {
        switch (code, detail) {
        case (.unknownChoice, .choice(let value?, _, _)): "\(key) has no registration for the choice \(value.safeText)."
        case (.unknownChoice, _): "\(key) is chosen by a value, but the value is nil."
        case (.noChoices, _): "\(key) has no registration to choose from."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var choosingFix: String? {
        switch (code, detail) {
        case (.unknownChoice, .choice(let value?, _, let choices)):
            (value.near(among: choices).first?.key.qualifier.map { "choose \($0.quoted), " } ?? "")
                + "register \(TypeName.of(key.type)) \(value.isName ? "under that name" : "with that qualifier"), or give "
                + "Chosen a default: for other values."
        case (.unknownChoice, _): "give Chosen a default:, which nil takes too, or choose a value."
        case (.noChoices, .choice(_, let type, _)):
            "register \(TypeName.of(key.type)) "
                + (type == String.self || type == Name.self
                    ? "with named(_:)" : "with qualified(by:) and values of type \(TypeName.of(type))")
                + ", or give Chosen a default:."
        default: nil
        }
    }

    /// The values that can be chosen; nil: the error is about another thing, or there are none.
    var choices: String? {
        guard code == .unknownChoice, case .choice(_, _, let choices) = detail, !choices.isEmpty else { return nil }
        return Self.shortened(choices.compactMap { $0.key.qualifier?.quoted }.sorted()).joined(separator: ", ")
    }
}

extension AnyQualifier {
    /// The value as in source code, at most 64 characters long and without control characters.
    fileprivate var safeText: String {
        let hidden: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        let scalars = quoted.unicodeScalars
        let text = scalars.prefix(64).reduce(into: "") { text, scalar in
            text += hidden.contains(scalar.properties.generalCategory) ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return scalars.dropFirst(64).isEmpty ? text : text + "…"
    }

    /// The registrations whose qualifier differs from this value in a few letters.
    func near(among choices: [ResolutionError.Step]) -> [ResolutionError.Step] {
        let own = Array(quoted.lowercased().utf8.prefix(64))
        return choices.filter { step in
            guard let text = step.key.qualifier?.quoted else { return false }
            return Self.distance(own, Array(text.lowercased().utf8.prefix(64))) <= 2
        }
    }

    /// How many letters have to be changed, added or removed (Levenshtein, 1966).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (number, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = number + 1
            for (index, other) in right.enumerated() {
                let change = diagonal + (letter == other ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = min(change, row[index] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
