// The wording of the core's errors: for each code the first line and the fix.

extension ResolutionError.Storage {
    /// The first line, and how to fix the error.
    var text: (headline: String, fix: String) {
        guard case .told(let words) = detail else { return ownText }
        let (own, names) = (ownText, ErrorNames(storage: self))
        return (words.headline(names) ?? own.headline, words.fix(names) ?? own.fix)
    }

    /// The same, in the words of the core.
    private var ownText: (headline: String, fix: String) {
        switch (code, detail) {
        case (_, .words(let headline, let fix, _)): (headline, fix)
        case (_, .faults(_, headline: let headline?)): (headline, "see each of them.")
        case (.missing, _):
            (
                asker.map { "\(name(of: $0.key)) needs \(name(of: key)), which is not registered." }
                    ?? "\(name(of: key)) is not registered.",
                missingFix
            )
        case (.duplicate, _):
            (
                "\(name(of: key)) is registered twice.",
                "remove one of the two, distinguish them with named(_:), or build the container with "
                    + "configuration: .init(duplicates: .replace) to let the last one win."
            )
        case (.overridesNothing, _):
            (
                "\(name(of: key)) overrides nothing: it is not registered.",
                "register \(name(of: key)) where the container is built, or add it to the container that overrides."
            )
        case (.valueTypeShared, .valueType(let type)):
            (
                "\(name(of: key)) cannot be shared: its factory returned a value of type \(type), not an object.",
                "use Singleton or Graph for value types, or let the factory return an object."
            )
        case (.cycle, _):
            (
                "\(name(of: key)) depends on itself.",
                asker.map {
                    "let the factory of \(name(of: $0.key)) take Lazy<\(typeName)> instead of \(typeName), or \(Self.injectionFix)"
                } ?? Self.injectionFix
            )
        case (.tooDeep, _):
            (
                "\(name(of: key)) is too deep in the graph: \(path.count) levels use up the thread's stack.",
                "resolve on a thread with a larger stack, or make the chain of dependencies shorter."
            )
        case (.wrongArguments, .arguments(let taken, let given)):
            (
                "\(name(of: key)) \(mismatch(taken, given)).", argumentsFix(taken, given)
            )
        case (.factoryFailed, .thrower(let noun, _)):
            (
                "\(name(of: key)) could not be created: its \(noun) threw.",
                "remove the cause of the error; the next resolve tries again."
            )
        case (.factoryFailed, _):
            (
                "\(name(of: key)) could not be created: its factory threw.",
                "remove the cause of the error; the next resolve tries again."
            )
        case (.replacedWhileInjecting, _):
            (
                "\(name(of: key)) was replaced by another object while it was being injected, as part of a cycle.",
                "change the object that inject receives instead of assigning another one."
            )
        case (.timedOut, .hook):
            (
                "\(name(of: key)) has a hook that took longer than its limit and was cancelled.",
                "make the hook end earlier, or raise its limit with within: or hookLimit in the container's configuration."
            )
        case (.shutdownFailed, .faults):
            ("The container has ended, but not every instance could be closed", "see each of them.")
        case (.shutdownFailed, _):
            ("\(name(of: key)) could not be closed: its hook threw.", "remove the cause of the error.")
        case (.timedOut, _):
            (
                "\(name(of: key)) is still being created by another \(waitedFor), and the wait limit has passed.",
                "check what the other \(waitedFor)'s factory waits for, or raise waitLimit in the container's configuration."
            )
        case (.seedNotDeclared, .seed(let tag, let near)):
            (
                "\(name(of: key)) is a seed, but no Seeded registration of the scope \"\(tag)\" declares it.",
                near.first.map { "register \(seeded(in: tag)), or seed \(name(of: $0.key))." }
                    ?? "register \(seeded(in: tag)) where the container is built."
            )
        case (.seededTwice, _):
            (
                "\(name(of: key)) was passed to the scope twice.",
                "pass it once, or distinguish the two with named(_:)."
            )
        case (.outsideScope, .scope(let tag)):
            (
                "\(name(of: key)) lives in the scope \"\(tag)\", and no such scope is open here.",
                "resolve it from a scope, which container.withScope(\(Self.spelled(tag))) { scope in … } opens; an instance "
                    + "that outlives the scope cannot hold it."
            )
        case (.asynchronous, _):
            (
                asker.map {
                    "\(name(of: $0.key)) needs \(name(of: key)) without awaiting, but the factory of \(name(of: key)) is async."
                }
                    ?? "\(name(of: key)) has not been created yet, and its factory is async.",
                asker.map {
                    "let the factory of \(name(of: $0.key)) be async too, or make \(name(of: key)) an eager Singleton and call start() first."
                } ?? "use resolveAsync, or make it an eager Singleton and call start() first."
            )
        case (.cancelled, _):
            (
                "\(name(of: key)) cannot be resolved: the task that resolves it was cancelled.",
                "resolve it again, in a task that is not cancelled."
            )
        case (.declined, _):
            (
                asker.map { "\(name(of: $0.key)) needs \(name(of: key)), whose factory declined to create it." }
                    ?? "\(name(of: key)) was not created: its factory declined.",
                "use resolveOptional, or take an optional, if the factory may decline."
            )
        case (.closed, .scope(let tag)):
            (
                "\(name(of: key)) cannot be resolved: the scope \"\(tag)\" has ended.",
                "use the instances of a scope before it ends, or open another scope."
            )
        case (.closed, _):
            (
                "\(name(of: key)) cannot be resolved: the container is closed.",
                "resolve it before close() or shutdown(), or keep the instance."
            )
        default: ("\(name(of: key)) cannot be resolved.", "see the code.")
        }
    }

    /// All lines.
    ///
    /// - Parameters:
    ///   - fix: How to fix the error; nil: the core's own words.
    ///   - holder: The type whose property asks for the missing key; nil: no property does.
    func message(fix: String? = nil, holder: String? = nil) -> String {
        if !faults.isEmpty {
            let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
            let headline = code == .invalid ? "The container has " : "\(text.headline): "
            return (["\(headline)\(count). [\(code)]"] + ResolutionError.numbered(faults)).joined(separator: "\n")
        }
        let text = text
        let headline = holder.map { "\($0) needs \(name(of: key)), which is not registered." } ?? text.headline
        var lines = ["\(headline) [\(code)]"]
        var keys = names(of: path)
        // A factory that makes the holder under the holder's own type is on the path already.
        if let holder, keys.dropLast().last != holder { keys.insert(holder, at: max(keys.count - 1, 0)) }
        if keys.count > 1 { lines.append("  path: " + joined(keys)) }
        lines += (words?.lines(ErrorNames(storage: self)) ?? locations).map { "  \($0)" }
        if let near = self.near {
            lines += near.map { step in
                "  near: \(name(of: step.key))" + (step.location.map { ", registered at \($0)" } ?? "")
            }
        }
        // A task's path ends with the key itself, which the first line names.
        if case .other(let steps, let isTask) = detail, steps.count > (isTask ? 1 : 0) {
            lines.append("  the other \(waitedFor): " + joined(names(of: steps)))
        }
        if let underlying { lines.append("  error: \(underlying)") }
        lines.append("  fix: \(fix ?? text.fix)")
        return lines.joined(separator: "\n")
    }

    /// The step that asks for the key.
    private var asker: ResolutionError.Step? { path.dropLast().last }

    /// What a feature tells of the error.
    private var words: (any ErrorWords)? { if case .told(let words) = detail { words } else { nil } }

    /// Where the key is registered, and the others that the error is about.
    var locations: [String] {
        var lines: [String] = []
        let names = ErrorNames(storage: self)
        if code == .asynchronous, let asker {
            return [asker, path.last].compactMap(\.self).compactMap(names.registration)
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
        if case .words(_, _, let further) = detail { lines += further }
        if case .thrower(let noun, let location) = detail { lines.append("the \(noun) is at \(location)") }
        if code == .cycle { lines += Self.shortened(around.compactMap(names.registration)) }
        return lines
    }

    /// The steps of a cycle, except the first one: each registration once.
    private var around: ArraySlice<ResolutionError.Step> {
        let others = path.dropLast()
        let start = others.lastIndex { $0.key == key && $0.location == path.last?.location }
        return others[(start ?? others.startIndex)...].dropFirst()
    }

    private var missingFix: String {
        guard case .near(let near) = detail, let first = near.first else { return "register \(spelled(key))." }
        let resolved = first.key.qualifier.map { "resolve it with \($0.argument)" } ?? "resolve \(name(of: first.key))"
        return "register \(spelled(key)), or \(resolved)."
    }

    private var near: [ResolutionError.Step]? {
        switch detail {
        case .near(let near), .seed(_, let near): near
        default: nil
        }
    }

    /// The registration that declares a seed.
    private func seeded(in tag: ScopeTag) -> String {
        tag == .request
            ? "Seeded(\(spelled(key)))" : "Seeded(\(spelled(key))).in(tag), with the tag \"\(tag)\""
    }

    private var waitedFor: String {
        if case .other(_, isTask: true) = detail { "task" } else { "thread" }
    }

    private func joined(_ names: [String]) -> String { Self.shortened(names).joined(separator: " → ") }

    /// A list whose middle is left out if it is long: thousands of keys would hide the rest of the message.
    private static func shortened(_ list: [String]) -> [String] {
        guard list.count > 16 else { return list }
        return list.prefix(8) + ["… \(list.count - 12) more …"] + list.suffix(4)
    }

    private var typeName: String { name(of: ServiceKey(key.type)) }

    private static var injectionFix: String {
        "set one of the references after init, with inject { instance, resolver in … }, in a Singleton, Shared or Graph "
            + "registration."
    }

    private static func spelled(_ tag: ScopeTag) -> String {
        tag == .request ? ".request" : "ScopeTag(\"\(tag.name)\"\(tag.outer == nil ? "" : ", inside: …"))"
    }
}

extension ResolutionError {
    /// The messages, numbered.
    package static func numbered(_ errors: [ResolutionError]) -> [String] {
        errors.enumerated().map { number, error in
            // Bytes, because finding characters takes most of the time of the whole message.
            let lines = error.description.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return "\(number + 1). " + lines.map { String(Substring($0)) }.joined(separator: "\n   ")
        }
    }
}

// MARK: Names

extension ResolutionError.Storage {
    /// The name of a key in this error: with the module if another type of the error has the same name.
    func name(of key: ServiceKey) -> String { ErrorNames(storage: self).name(of: key) }

    /// The names of the keys of some steps.
    func names(of steps: some Sequence<ResolutionError.Step>) -> [String] {
        let names = ErrorNames(storage: self)
        return steps.filter { !$0.isPart }.map { names.name(of: $0.key) }
    }

    /// The key as the arguments of a call.
    private func spelled(_ key: ServiceKey) -> String { ErrorNames(storage: self).spelled(key) }

    /// The types of the error whose name another one of its types has too.
    var ambiguousTypes: Set<ObjectIdentifier> {
        var types: [String: ObjectIdentifier] = [:]
        var known: Set<ObjectIdentifier> = []
        var ambiguous: Set<ObjectIdentifier> = []
        for key in named where known.insert(ObjectIdentifier(key.type)).inserted {
            let type = ObjectIdentifier(key.type)
            guard let other = types.updateValue(type, forKey: TypeName.of(key.type)) else { continue }
            ambiguous.formUnion([type, other])
        }
        return ambiguous
    }

    /// The keys that the error names.
    private var named: [ServiceKey] {
        let others: [ResolutionError.Step] =
            switch detail {
            case .near(let near), .seed(_, let near): near
            case .other(let steps, isTask: _): steps
            default: []
            }
        var keys = [key] + (path + others).map(\.key) + (words?.keys ?? [])
        if case .arguments(let taken, let given) = detail {
            keys += [taken, given].compactMap(\.self).flatMap(Self.arguments).map { ServiceKey($0) }
        }
        return keys
    }
}
