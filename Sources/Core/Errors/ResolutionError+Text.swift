// The message of an error.

extension ErrorNames {
    /// The first line, and how to fix the error.
    var headlineAndFix: (headline: String, fix: String) {
        guard case .featureWords(let words) = detail else { return coreHeadlineAndFix }
        let own = coreHeadlineAndFix
        return (words.headline(for: self) ?? own.headline, words.suggestedFix(for: self) ?? own.fix)
    }

    /// The same, in the words of the core.
    private var coreHeadlineAndFix: (headline: String, fix: String) {
        switch detail {
        case .words(let headline, let fix, _): return (headline.text(usingNames: self), fix.text(usingNames: self))
        case .faults(_, headline: let headline?, scope: _): return (headline, "see each of them.")
        default: break
        }
        let text = ErrorTable.headlineAndFix(ofCode: code.description, variant: variant)
        return (fillingPlaceholders(in: text.headline), fillingPlaceholders(in: text.fix))
    }

    /// What the words depend on besides the code.
    private var variant: String? {
        switch (code, detail) {
        case (.timedOut, .thrower): "hook"
        case (.shutdownFailed, .faults(_, headline: _, scope: let scope)): scope == nil ? "all" : "scope"
        case (.closed, .ended(.scope, _)): "scope"
        case (.closed, .ended(.parent, _)): "parent"
        case (.closed, .ended(.base, _)): "base"
        case (.seedNotDeclared, .seed(_, _, replaced: _?)): "replaced"
        default: asker == nil ? nil : "asked"
        }
    }

    /// A text with its words in braces filled in; other braces are a part of it.
    private func fillingPlaceholders(in text: String) -> String {
        // Not by a pattern: it would be read anew for each text, at ten times the cost of the whole message.
        let parts = text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
        return parts.map { Substring($0) }.dropFirst().reduce(into: String(Substring(parts[0]))) { filled, part in
            let name = part.prefix { $0 != "}" && $0 != " " }
            let rest = part.dropFirst(name.count)
            filled += rest.first == "}" ? replacement(forPlaceholder: name) + rest.dropFirst() : "{" + part
        }
    }

    /// What stands for a word in braces.
    private func replacement(forPlaceholder name: Substring) -> String {
        switch (name, detail) {
        case ("key", _): self.name(of: key)
        case ("asker", _): asker.map { self.name(of: $0.key) } ?? ""
        case ("type", _): self.name(of: ServiceKey(key.type))
        case ("levels", _): String(path.count)
        case ("other", _): waitedFor
        case ("register", _): missingFix
        case ("inject", _):
            "set one of the references after init, with inject { instance, resolver in … }, in a Singleton, Shared or Graph registration."
        case ("part", .thrower(let noun, _)): noun
        case ("part", _): "factory"
        case ("sequel", _): storage.sequel ?? "the next resolve tries again"
        case ("call", .ended(_, let call?)): call
        case ("call", _): "\(self.name(of: key)) cannot be resolved"
        case ("before", .ended(_, _?)): "do it before close() or shutdown(), or with a new container."
        case ("before", _): "resolve it before close() or shutdown(), or keep the instance."
        case ("value", .valueType(let type)): self.name(of: type)
        case ("mismatch", .arguments(let taken, let given)): mismatchText(taken: taken, given: given)
        case ("arguments", .arguments(let taken, let given)): argumentsFix(taken: taken, given: given)
        case ("tag", .scope(let tag)), ("tag", .seed(let tag, _, _)), ("tag", .ended(.scope(let tag), _)),
            ("tag", .faults(_, headline: _, scope: let tag?)):
            "\"\(tag)\""
        case ("open", .scope(let tag)): Self.swiftCode(for: tag)
        case ("seed", .seed(let tag, let near, _)):
            near.first.map {
                "register \(swiftCodeForSeedRegistration(inScope: tag)), or seed \(self.name(of: $0.key))."
            }
                ?? "register \(swiftCodeForSeedRegistration(inScope: tag)) where the container is built."
        default: ""
        }
    }

    /// All lines.
    ///
    /// - Parameters:
    ///   - fix: How to fix the error; nil: the core's own words.
    ///   - propertyHolder: The type whose property asks for the missing key; nil: no property does.
    func message(fix: String? = nil, propertyHolder: String? = nil) -> String {
        let faults = storage.faults
        if !faults.isEmpty {
            let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
            let headline = code == .invalid ? "The container has " : "\(headlineAndFix.headline): "
            let messages = ResolutionError.numberedMessages(of: faults, usingNames: names)
            return (["\(headline)\(count). [\(code)]"] + messages).joined(separator: "\n")
        }
        let text = headlineAndFix
        let headline = propertyHolder.map { "\($0) needs \(name(of: key)), which is not registered." } ?? text.headline
        let causes = words?.linesBeforePath(for: self)
        var lines = ["\(headline) [\(code)]"] + (causes ?? []).map { "  \($0)" }
        var keys = names(of: path)
        // A factory that makes the holder under the holder's own type is on the path already.
        if let propertyHolder, keys.dropLast().last != propertyHolder {
            keys.insert(propertyHolder, at: max(keys.count - 1, 0))
        }
        if keys.count > 1 { lines.append("  path: " + joinedPath(keys)) }
        lines += (words?.linesAfterPath(for: self) ?? locationLines).map { "  \($0)" }
        if let near = self.near {
            lines += near.map { step in
                "  near: \(name(of: step.key))" + (step.location.map { ", registered at \($0)" } ?? "")
            }
        }
        // A task's path ends with the key itself, which the first line names.
        if case .other(let steps, let isTask) = detail, steps.count > (isTask ? 1 : 0) {
            lines.append("  the other \(waitedFor): " + joinedPath(names(of: steps)))
        }
        if causes == nil, let underlying = storage.underlying { lines.append("  error: \(underlying)") }
        lines.append("  fix: \(fix ?? text.fix)")
        return lines.joined(separator: "\n")
    }

    /// The lines with the places that the core would write: where the key is registered, and the others that the error is about.
    package var locationLines: [String] {
        var lines: [String] = []
        if code == .asynchronous, let asker {
            return [asker, path.last].compactMap(\.self).compactMap(registrationLocationLine)
        }
        if let location {
            let subject =
                switch code {
                case .missing: "\(name(of: asker?.key ?? key)) is registered"
                case .duplicate: "first registered"
                default: "\(name(of: key)) is registered"
                }
            lines.append("\(subject) at \(location)")
        }
        if case .second(let second?) = detail { lines.append("and again at \(second)") }
        if case .words(_, _, let further) = detail { lines += further.map { $0.text(usingNames: self) } }
        if case .thrower(let noun, let location?) = detail { lines.append("the \(noun) is at \(location)") }
        if case .seed(_, _, let seeded?) = detail { lines.append("it replaced the Seeded registration at \(seeded)") }
        if code == .cycle { lines += Self.shortenedPath(around.compactMap(registrationLocationLine)) }
        return lines
    }

    /// The steps of a cycle, except the first one: each registration once.
    private var around: ArraySlice<ResolutionError.Step> {
        let others = path.dropLast()
        let start = others.lastIndex { $0.key == key && $0.location == path.last?.location }
        return others[(start ?? others.startIndex)...].dropFirst()
    }

    private var missingFix: String {
        guard case .near(let near) = detail, let first = near.first else { return "register \(swiftCode(for: key))." }
        let resolved =
            first.key.qualifier.map { "resolve it with named: \($0.spelled)" } ?? "resolve \(name(of: first.key))"
        return "register \(swiftCode(for: key)), or \(resolved)."
    }

    private var near: [ResolutionError.Step]? {
        switch detail {
        case .near(let near), .seed(_, let near, _): near
        default: nil
        }
    }

    /// The registration that declares a seed.
    private func swiftCodeForSeedRegistration(inScope tag: ScopeTag) -> String {
        tag == .request
            ? "Seeded(\(swiftCode(for: key)))" : "Seeded(\(swiftCode(for: key))).in(tag), with the tag \"\(tag)\""
    }

    private var waitedFor: String {
        if case .other(_, isTask: true) = detail { "task" } else { "thread" }
    }

    private func joinedPath(_ names: [String]) -> String { Self.shortenedPath(names).joined(separator: " → ") }

    /// A list whose middle is left out if it is long: thousands of keys would hide the rest of the message.
    private static func shortenedPath(_ list: [String]) -> [String] {
        guard list.count > 16 else { return list }
        return list.prefix(8) + ["… \(list.count - 12) more …"] + list.suffix(4)
    }

    private static func swiftCode(for tag: ScopeTag) -> String {
        tag == .request ? ".request" : "ScopeTag(\"\(tag.name)\"\(tag.outer == nil ? "" : ", inside: …"))"
    }
}

extension ResolutionError {
    /// The messages, numbered.
    ///
    /// - Parameter names: Those of the text that they are parts of.
    package static func numberedMessages(of errors: [ResolutionError], usingNames names: TypeNames? = nil) -> [String] {
        let names = names ?? TypeNames(errors.flatMap(\.storage.types))
        return errors.enumerated().map { number, error in
            // Bytes, because finding characters takes most of the time of the whole message.
            let lines = error.description(usingNames: names).utf8.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return "\(number + 1). " + lines.map { String(Substring($0)) }.joined(separator: "\n   ")
        }
    }
}

// MARK: Names

extension ErrorNames {
    /// The names of the keys of some steps.
    func names(of steps: some Sequence<ResolutionError.Step>) -> [String] {
        steps.filter { !$0.isPart }.map { name(of: $0.key) }
    }
}

extension ResolutionError {
    /// The types that the error names.
    package var types: [any Any.Type] { storage.types }
}

extension ResolutionError.Storage {
    /// The types that the error names.
    var types: [any Any.Type] {
        switch detail {
        // The text is that of the faults.
        case .faults(let faults, headline: _, scope: _) where !faults.isEmpty: return faults.flatMap(\.storage.types)
        case .near(let near), .seed(_, let near, _): return own + near.map(\.key.type)
        case .other(let steps, isTask: _): return own + steps.map(\.key.type)
        case .arguments(let taken, let given):
            return own + [taken, given].compactMap(\.self).flatMap(ErrorNames.argumentTypes)
        case .valueType(let type): return own + [type]
        case .words(let headline, let fix, let lines): return own + ([headline, fix] + lines).flatMap(\.types)
        case .featureWords(let words): return own + words.keys.map(\.type)
        default: return own
        }
    }

    private var own: [any Any.Type] { [key.type] + path.map(\.key.type) }
}
