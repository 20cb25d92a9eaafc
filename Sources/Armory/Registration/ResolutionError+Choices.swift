// The errors of choices. The chosen value may come from outside of the program: its text is cut, and has no control characters.

extension ResolutionError.Code {
    /// No registration has the value that a ``Chosen`` chooses by, and there is no default.
    public static let unknownChoice = Self("unknownChoice")
    /// A ``Chosen`` has no registration to choose from.
    public static let noChoices = Self("noChoices")
}

extension ResolutionError {
    /// The error of a value that chooses nothing; nil: no value was chosen.
    static func unknownChoice(
        _ value: AnyQualifier?, _ key: ServiceKey, _ location: CodeLocation, _ path: [Step], among choices: [Record]
    ) -> ResolutionError {
        let texts = choices.compactMap { $0.key.qualifier?.quoted }.sorted()
        let shown = texts.prefix(8) + (texts.count > 8 ? ["… \(texts.count - 8) more"] : [])
        var lines: [Wording] = texts.isEmpty ? [] : ["choices: \(shown.joined(separator: ", "))"]
        guard let value else {
            return ResolutionError(
                .unknownChoice, key, path: path, at: location, "\(key) is chosen by a value, but the value is nil.",
                fix: "give Chosen a default:, which nil takes too, or choose a value.", lines: lines)
        }
        let near = choices.filter { value.isSpelledLike($0.key.qualifier) }
        lines += near.prefix(3).map { "near: \($0.key), registered at \($0.traits.location)" }
        return ResolutionError(
            .unknownChoice, key, path: path, at: location,
            "\(key) has no registration for the choice \(value.safeText).",
            fix: (near.first?.key.qualifier.map { "choose \($0.quoted), " } ?? "")
                + "register \(key.type) under that name, or give Chosen a "
                + "default: for other values.",
            lines: lines)
    }

    static func noChoices(_ record: Record, _ choosing: any AnyChoosing, near: [Record]) -> ResolutionError {
        let type = choosing.valueType
        let named: Wording =
            type == String.self || type == RegistrationName.self
            ? "named(_:)" : "named(_:), whose value is of type \(type)"
        return ResolutionError(
            .noChoices, record.key, at: record.location, "\(record.key) has no registration to choose from.",
            fix: "register \(record.key.type) with \(named), or give Chosen a default:.",
            lines: near.prefix(3).map { "near: \($0.key), registered at \($0.traits.location)" })
    }

    /// The error of a choice whose instances the threads of a scope must not share.
    static func nonSendableChoice(_ choice: Record, path: [Step]) -> ResolutionError {
        ResolutionError(
            .notSendable, choice.key, path: path + [choice.step], at: path.last?.location,
            "The threads of a scope share what it chooses, but \(choice.key) may not be Sendable.",
            fix: "register it as a Sendable type, such as (any P & Sendable).self.",
            lines: ["\(choice.key) is registered at \(choice.traits.location)"])
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

    /// Whether another qualifier differs from this value in two letters at most.
    fileprivate func isSpelledLike(_ other: AnyQualifier?) -> Bool {
        guard let other else { return false }
        let own = Array(quoted.lowercased().utf8.prefix(64))
        return Self.editDistance(from: own, to: Array(other.quoted.lowercased().utf8.prefix(64))) <= 2
    }

    /// How many letters have to be changed, added or removed (Levenshtein, 1966).
    private static func editDistance(from left: [UInt8], to right: [UInt8]) -> Int {
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
