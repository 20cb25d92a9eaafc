// The wording of errors. A test compares each message letter by letter.

extension ResolutionError.Storage {
    var message: String {
        if case .faults(let faults) = detail { return list(of: faults) }
        var lines = [headline]
        if path.count > 1 {
            lines.append("  path: " + Self.joined(path))
        }
        lines += locations.map { "  \($0)" }
        lines += near.map { "  near: \($0.registered)" }
        if case .otherPath(let steps) = detail, !steps.isEmpty {
            lines.append("  the other thread: " + Self.joined(steps))
        }
        if case .otherTask(let steps) = detail, steps.count > 1 {
            lines.append("  the other task: " + Self.joined(steps))
        }
        if let underlying, siteFault == nil { lines.append("  error: \(underlying)") }
        lines.append("  fix: \(fix)")
        return lines.joined(separator: "\n")
    }

    /// All faults, numbered.
    private func list(of faults: [ResolutionError]) -> String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["\(lifecycle ?? "The container cannot work"): \(count)."] + Self.numbered(faults)).joined(
            separator: "\n")
    }

    /// The messages, numbered.
    static func numbered(_ errors: [ResolutionError]) -> [String] {
        errors.enumerated().map { number, error in
            "\(number + 1). " + error.description.replacing("\n", with: "\n   ")
        }
    }

    /// A path on one line; a long path is shortened to its two ends.
    private static func joined(_ path: [ResolutionError.Step]) -> String {
        var keys = path.map(\.key.description)
        if keys.count > 16 {
            keys.replaceSubrange(8..<(keys.count - 4), with: ["… \(keys.count - 12) more …"])
        }
        return keys.joined(separator: " → ")
    }

    /// The registrations that the caller may have meant.
    var near: [ResolutionError.Step] {
        switch detail {
        case .near(let steps), .change(near: let steps), .layer(_, near: let steps), .seed(_, near: let steps): steps
        default: []
        }
    }

    /// The registration that needs the key; nil for the outermost resolve.
    var asker: ResolutionError.Step? {
        path.count > 1 ? path[path.count - 2] : nil
    }

    private var headline: String {
        switch code {
        case .missing:
            asker.map { "\($0.key) needs \(key), which is not registered." }
                ?? "\(key) is not registered."
        case .removed: "\(key) was removed from the container."
        case .duplicate: "\(key) is registered twice."
        case .cycle: "\(key) is needed to make itself."
        case .tooDeep: "\(key) lies too deep: \(path.count) levels use up the thread's stack."
        case .wrongArguments: "\(key) \(argumentsHeadline)."
        case .factoryFailed:
            siteFault.map { "\(key) cannot be had: \($0)." } ?? "\(key) could not be made: its factory threw."
        case .valueTypeShared: "\(key) is registered as Shared, but \(valueTypeName) is a value type."
        case .replacedWhileInjecting:
            "\(key) was replaced by another object while it was being injected, as part of a cycle."
        case .timedOut where !isOfHook:
            "\(key) is still being made by another \(waitedFor); the limit for waiting has passed."
        case .outsideScope where !isOfOpening: "\(key) lives in the scope \(scopeName), and none is open here."
        case .outsideTask: "\(key) lives in a task, and no PerTask.withInstances is running here."
        case .frozen: "\(key) cannot be registered: the container is frozen."
        case .closed: "\(key) cannot be had: the \(closedName)."
        default: diagnosis ?? usage ?? lifecycle ?? "\(key): \(code)."
        }
    }

    private var locations: [String] { (mainLocation.map { [$0] } ?? []) + furtherLocations }

    private var mainLocation: String? {
        switch code {
        case .missing:
            guard let asker, let location = asker.location else { return nil }
            return "\(asker.key) is registered at \(location)"
        case .duplicate:
            return location.map { "first registered at \($0)" }
        case .frozen, .privateOutsideModule:
            return location.map { "the refused registration is at \($0)" }
        case .removed:
            return location.map { "it was registered at \($0)" }
        case .promised:
            return location.map { "it was promised at \($0)" }
        case .overridesNothing:
            return location.map { "the override is at \($0)" }
        case .decoratesNothing:
            return location.map { "the \(layerName) is at \($0)" }
        case .notLoaded, .noCurrent:
            return location.map { "it is written at \($0)" }
        case .asynchronous where isIntercepted:
            return nil
        case .asynchronous, .undeclared, .unasked:
            return asker.flatMap { asker in location.map { "\(asker.key) is registered at \($0)" } }
        default:
            return location.map { "\(key) is registered at \($0)" }
        }
    }

    var fix: String {
        switch code {
        case .missing: missingFix
        case .removed:
            "register it again, after freeze() by load(_:), or ask with resolveOptional where it may be gone."
        case .duplicate:
            "remove one of the two, tell them apart with named(_:), or make the container with "
                + "duplicates: .replace to let the last one win."
        case .cycle where isOfSites:
            "ask for one of them in the definition's injection closure; for an assembly, in a lazy var."
        case .cycle:
            (isDecorated
                ? "use a decorator's first parameter, which is what it decorates, instead of asking for it; or " : "")
                + "set one of the references after init, with inject { instance, resolver in … }, in a Singleton, "
                + "Shared or Graph registration."
        case .tooDeep: "resolve on a thread with a larger stack, or make the chain of dependencies shorter."
        case .wrongArguments: argumentsFix
        case .factoryFailed: siteFault?.fix ?? "mend what the error says; the next resolve tries again."
        case .valueTypeShared: "register a class, or choose Singleton, Graph or Transient."
        case .replacedWhileInjecting: "change the object that inject is given instead of assigning another."
        case .timedOut where !isOfHook:
            "look at what the other \(waitedFor)'s factory waits for, or raise waitLimit in the container's "
                + "configuration."
        case .outsideScope where !isOfOpening:
            "resolve it from a scope, which container.withScope(\(scopeTagName)) { scope in … } opens; what outlives the "
                + "scope cannot hold it."
        case .outsideTask: "put PerTask.withInstances { … } around the work of the task that resolves it."
        case .frozen: "register before freeze(), or use replace(_:) for a key that is registered."
        case .closed where isOfScope: "use what lives in a scope before it ends, or open another one."
        case .closed: "resolve before close(), or keep what you need."
        default: diagnosisFix ?? usageFix ?? lifecycleFix ?? "see the code."
        }
    }

    private var missingFix: String {
        if case .change = detail {
            guard let other = near.first else { return "register \(key) first." }
            return "change \(other.key), or register \(key) first."
        }
        guard case .near(let steps) = detail, let near = steps.first else {
            return "register \(key) before it is resolved, or ask with resolveOptional where it may be missing."
        }
        if let module = near.module { return "include \(module), or register \(key)." }
        if let change = near.key.qualifier?.changeToBeFound(near.key) { return "\(change), or register \(key)." }
        let change =
            switch (key.type == near.key.type, near.key.qualifier) {
            case (true, let qualifier?) where qualifier.isName:
                "resolve it with named: \(qualifier.quoted)"
            case (true, let qualifier?): "resolve it with qualifier: \(qualifier.quoted)"
            case (true, nil): "resolve it without a qualifier"
            case (false, _): "resolve \(near.key)"
            }
        let registration = key.qualifier == nil && near.key.qualifier != nil ? " without a qualifier" : ""
        return "register \(key)\(registration), or \(change)."
    }

    private var argumentsHeadline: String {
        guard case .arguments(let taken, let given) = detail else { return "takes other arguments" }
        return switch (taken, given) {
        case (let taken?, let given?): "takes arguments of type \(taken), not \(given)"
        case (let taken?, nil): "takes arguments of type \(taken), and was given none"
        case (nil, let given?): "takes no arguments, and was given \(given)"
        case (nil, nil): "takes other arguments"
        }
    }

    private var argumentsFix: String {
        guard case .arguments(let taken, _) = detail, let taken else {
            return "resolve it without arguments, or register it as Transient(arguments: …)."
        }
        // A type without a registration creates itself just in time.
        return "pass values of exactly the type \(taken) to resolve(_:\(location == nil ? "with" : "arguments"):)."
    }

    private var waitedFor: String {
        if case .otherTask = detail { "task" } else { "thread" }
    }

    /// The fault of a site; nil if a factory threw the underlying error.
    private var siteFault: SiteFault? { underlying as? SiteFault }

    private var isOfSites: Bool {
        if case .siteCycle = detail { true } else { false }
    }

    private var isDecorated: Bool {
        if case .decoratedCycle = detail { true } else { false }
    }

    var scopeName: String {
        switch detail {
        case .scope(let tag), .opening(inside: let tag), .seed(let tag?, near: _): "\"\(tag)\""
        default: "of its tag"
        }
    }

    private var isOfScope: Bool {
        if case .scope = detail { true } else { false }
    }

    private var closedName: String { isOfScope ? "scope \(scopeName) has ended" : "container is closed" }

    /// The tag as in source code.
    private var scopeTagName: String {
        guard case .scope(let tag) = detail else { return "" }
        return tag == .request ? ".request" : "ScopeTag(\"\(tag.name)\"\(tag.outer == nil ? "" : ", inside: …"))"
    }

    private var valueTypeName: String {
        guard case .valueType(let name) = detail else { return "it" }
        return name
    }
}

extension ResolutionError.Step {
    /// The key and where it is registered.
    fileprivate var registered: String {
        let addition = module.map { " in \($0), which is not included" } ?? ""
        return location.map { "\(key)\(addition), registered at \($0)" } ?? key.description + addition
    }
}
