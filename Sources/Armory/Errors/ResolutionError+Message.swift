// The wording of errors. Tests/Texts/errors.txt has each message; `make texts` writes it anew. The first line ends with the
// code, whose name is that of the heading in Errors.md.

extension ResolutionError {
    /// Returns the message in the words of a library with its own API on top of this one.
    ///
    /// - Parameters:
    ///   - fix: How to fix the error; nil for this library's fix.
    ///   - holder: The type whose property asks for the missing key; nil if no property does.
    package func message(fix: String?, holder: String? = nil) -> String {
        storage.message(fix, holder: holder)
    }
}

extension ResolutionError.Storage {
    func message(_ fix: String? = nil, holder: String? = nil) -> String {
        if case .faults(let faults) = detail { return list(of: faults) }
        var keys = path.map(\.key.description)
        // A factory that creates the holder under the holder's own type is on the path already.
        if let holder, keys.dropLast().last != holder { keys.insert(holder, at: max(keys.count - 1, 0)) }
        let first = holder.map { "\($0) needs \(key), which is not registered." } ?? headline
        var lines = ["\(first) [\(code)]"]
        if keys.count > 1 {
            lines.append("  path: " + Self.joined(keys))
        }
        lines += locations.map { "  \($0)" }
        if let choices { lines.append("  choices: \(choices)") }
        lines += near.map { "  near: \($0.registered)" }
        // A task's path ends with the key itself, which the first line names.
        if case .other(let steps, let isTask) = detail, steps.count > (isTask ? 1 : 0) {
            lines.append("  the other \(waitedFor): " + Self.joined(steps.map(\.key.description)))
        }
        if let underlying { lines.append("  error: \(underlying)") }
        lines.append("  fix: \(fix ?? self.fix)")
        return lines.joined(separator: "\n")
    }

    /// All faults, numbered.
    private func list(of faults: [ResolutionError]) -> String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        let headline = "\(lifecycle.map { "\($0): " } ?? "The container has ")\(count). [\(code)]"
        return ([headline] + Self.numbered(faults)).joined(separator: "\n")
    }

    /// The messages, numbered.
    static func numbered(_ errors: [ResolutionError]) -> [String] {
        errors.enumerated().map { number, error in
            // Bytes, because finding characters takes most of the time of the whole message.
            let lines = error.description.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return "\(number + 1). " + lines.map(Substring.init).joined(separator: "\n   ")
        }
    }

    /// A path on one line; a long path is shortened to its two ends.
    private static func joined(_ path: [String]) -> String { shortened(path).joined(separator: " → ") }

    /// A list whose middle is left out if it is long.
    static func shortened(_ list: [String]) -> [String] {
        guard list.count > 16 else { return list }
        return list.prefix(8) + ["… \(list.count - 12) more …"] + list.suffix(4)
    }

    /// The registrations that the caller may have meant.
    var near: [ResolutionError.Step] {
        switch detail {
        case .near(let steps), .change(near: let steps), .layer(_, near: let steps), .seed(_, near: let steps): steps
        case .choice(let value?, _, of: let choices): value.near(among: choices)
        default: []
        }
    }

    /// The registration that needs the key; nil for the outermost resolve.
    var asker: ResolutionError.Step? {
        path.count > 1 ? path[path.count - 2] : nil
    }

    private var headline: String {
        lifecycle ?? diagnosis ?? choosing ?? resolving
    }

    /// The first line of the message, for all other codes.
    private var resolving: String {
        switch (code, detail) {
        case (.missing, _):
            asker.map { "\($0.key) needs \(key), which is not registered." }
                ?? "\(key) is not registered."
        case (.removed, _): "\(key) was removed from the container."
        case (.duplicate, _): "\(key) is registered twice."
        case (.cycle, _): "\(key) depends on itself."
        case (.tooDeep, _): "\(key) is too deep in the graph: \(path.count) levels use up the thread's stack."
        case (.wrongArguments, .arguments(let taken, let given)): "\(key) \(Self.mismatch(of: taken, and: given))."
        case (.factoryFailed, _):
            "\(key) could not be created: its factory threw."
        case (.valueTypeShared, .valueType(let type)): "\(key) is registered as Shared, but \(type) is a value type."
        case (.valueTypeShared, _): "\(key) is kept as RecentlyUsed, but its instance is a value type."
        case (.replacedWhileInjecting, _):
            "\(key) was replaced by another object while it was being injected, as part of a cycle."
        case (.timedOut, _):
            "\(key) is still being created by another \(waitedFor), and the wait limit has passed."
        case (.outsideScope, _): "\(key) lives in the scope \(scopeName), and no such scope is open here."
        case (.outsideTask, _): "\(key) lives in a task, and this code runs outside of PerTask.withInstances."
        case (.frozen, _): "\(key) cannot be registered: the container is frozen."
        case (.closed, .scope): "\(key) cannot be resolved: the scope \(scopeName) has ended."
        case (.closed, _): "\(key) cannot be resolved: the container is closed."
        case (.noCurrent, _):
            "\(key) is resolved without a current container, and the process has no default container."
        case (.defaultIsSet, _): "The process already has a default container."
        case (.declined, _):
            asker.map { "\($0.key) needs \(key), whose factory declined to create it." }
                ?? "\(key) was not created: its factory declined."
        case (.justInTimeForbidden, _):
            "\(key) is not registered, and this container creates no unregistered instances."
        case (.unsettled, _):
            "\(key) was not changed: new keys were registered each time it was compared with the registered ones."
        case (.cancelled, _): "\(key) cannot be resolved: the task that resolves it was cancelled."
        default: "\(key) cannot be resolved."
        }
    }

    private var locations: [String] { (mainLocation.map { [$0] } ?? []) + furtherLocations }

    private var mainLocation: String? {
        let subject: String? =
            switch (code, detail) {
            case (.asynchronous, _) where isIntercepted: nil
            case (.missing, _), (.justInTimeForbidden, _), (.asynchronous, _), (.undeclared, _), (.unasked, _),
                (.notSendable, .none):
                asker.map { "\($0.key) is registered" }
            case (.duplicate, _): "first registered"
            case (.frozen, _), (.privateOutsideModule, _), (.noInstance, _), (.refusedArguments, _),
                (.resolverAsGenericArgument, _):
                "the refused registration is"
            case (.removed, _): "it was registered"
            case (.promised, _): "it was promised"
            case (.overridesNothing, .near): "the override is"
            case (.overridesNothing, _): "the replacement is"
            case (.decoratesNothing, .layer(let layer, _)): "the \(layer) is"
            case (.notLoaded, _): "the module is"
            case (.noCurrent, _): "it is resolved"
            default: "\(key) is registered"
            }
        return subject.flatMap { subject in location.map { "\(subject) at \($0)" + parameterPlace } }
    }

    /// Which parameters ask for the missing key.
    private var parameterPlace: String {
        guard code == .missing, let positions = parameters?.positions, let last = positions.last else { return "" }
        guard positions.count > 1 else { return ", and parameter \(last) of its initializer is \(key)" }
        let others = positions.dropLast().map(String.init).joined(separator: ", ")
        return ", and parameters \(others) and \(last) of its initializer are \(key)"
    }

    var fix: String { lifecycleFix ?? diagnosisFix ?? choosingFix ?? resolvingFix }

    /// The fix, for all other codes.
    private var resolvingFix: String {
        switch (code, detail) {
        case (.missing, _): missingFix
        case (.removed, _):
            "register it again, after freeze() with load(_:), or \(optionally) if it may be missing."
        case (.duplicate, _):
            "remove one of the two, distinguish them with named(_:), or build the container with "
                + "configuration: .init(duplicates: .replace) to let the last one win."
        case (.cycle, .decoratedCycle):
            "use the decorator's first parameter, the decorated instance, instead of resolving it; or "
                + injectionFix
        case (.cycle, _): cycleFix
        case (.tooDeep, _): "resolve on a thread with a larger stack, or make the chain of dependencies shorter."
        case (.wrongArguments, _): argumentsFix
        case (.factoryFailed, _): "remove the cause of the error; the next resolve tries again."
        case (.valueTypeShared, .valueType): "register a class, or choose Singleton, Graph or Transient."
        case (.valueTypeShared, _): "register a class, or choose another lifetime."
        case (.replacedWhileInjecting, _): "change the object that inject receives instead of assigning another one."
        case (.timedOut, _):
            "check what the other \(waitedFor)'s factory waits for, or raise waitLimit in the container's "
                + "configuration."
        case (.outsideScope, _):
            "resolve it from a scope, which container.withScope(\(scopeTagName)) { scope in … } opens; an instance that "
                + "outlives the scope cannot hold it."
        case (.outsideTask, _): "put PerTask.withInstances { … } around the work of the task that resolves it."
        case (.frozen, _): "register before freeze(), or use replace(_:) for a key that is registered."
        case (.closed, .scope): "use the instances of a scope before it ends, or open another scope."
        case (.closed, _): "resolve it before close() or shutdown(), or keep the instance."
        case (.noCurrent, _):
            "call try Container.setDefault(_:) once at the start, run this inside container.asCurrent { … }, or pass a "
                + "container with container:."
        case (.defaultIsSet, _):
            "set it once, at the start of the program; for a part of the program use container.asCurrent { … }."
        case (.declined, _): "use resolveOptional, or take an optional, if the factory may decline."
        case (.justInTimeForbidden, _):
            "register \(key), or allow it with justInTime: true in the container's configuration."
        case (.unsettled, _):
            "do not register in the == of a qualifier, and add no decorators in a loop during other changes."
        case (.cancelled, _): "resolve it again, in a task that is not cancelled."
        default: "see the code."
        }
    }

    private var missingFix: String {
        guard let parameters, !parameters.positions.isEmpty, TypeName.isPlainValue(key.type), let asker else {
            return registrationFix
        }
        let value = parameters.takeSources ? "pass .value(…) for the parameter, or " : ""
        let fix = near.isEmpty ? "\(value)register \(key)." : registrationFix
        let type = asker.key.type
        let closure = TypeName.isExistential(type) ? "" : ": { \(TypeName.of(type))(…) }"
        return "\(fix) If the parameter has a default value, leave it out in a closure\(closure)."
    }

    private var registrationFix: String {
        if case .change = detail {
            guard let other = near.first else { return "register \(key) first." }
            return "change \(other.key), or register \(key) first."
        }
        guard case .near(let steps) = detail, let near = steps.first else {
            return "register \(key) before it is resolved, or \(optionally) if it may be missing."
        }
        if near.unmetCondition != nil { return "meet the condition of that registration, or register \(key)." }
        if let module = near.module { return "include \(module), or register \(key)." }
        if let change = near.key.qualifier?.changeToBeFound(near.key) { return "\(change), or register \(key)." }
        if near.isConforming {
            return "add .as { $0 as \(TypeName.of(key.type)) } to the registration of \(near.key), or register it as "
                + "\(ServiceKey(key.type).spelled)."
        }
        let change =
            switch (key.type == near.key.type, near.key.qualifier) {
            case (true, let qualifier) where parameters?.takeSources ?? false:
                "pass \(qualifier.source) for the parameter"
            case (true, let qualifier?):
                "resolve it with \(qualifier.argument)" + (parameters == nil ? "" : " in a closure")
            case (true, nil): "resolve it without a qualifier"
            case (false, _) where parameters != nil: "make the parameter's type \(TypeName.of(near.key.type))"
            case (false, _): "resolve \(near.key)"
            }
        let registration = key.qualifier == nil && near.key.qualifier != nil ? " without a qualifier" : ""
        return "register \(key)\(registration), or \(change)."
    }

    /// The parameters of an autowired initializer that need the key.
    private var parameters: ResolutionError.Parameters? { path.last?.parameters }

    /// How to ask for the key so that it may be missing.
    private var optionally: String {
        parameters == nil ? "use resolveOptional" : "make the parameter's type \(TypeName.optional(of: key.type))"
    }

    private var cycleFix: String {
        guard let asker else { return injectionFix }
        let type = TypeName.of(key.type)
        return "let the factory of \(asker.key) take Lazy<\(type)> instead of \(type), or \(injectionFix)"
    }

    private var injectionFix: String {
        "set one of the references after init, with inject { instance, resolver in … }, in a Singleton, Shared or Graph "
            + "registration."
    }

    private var waitedFor: String {
        if case .other(_, isTask: true) = detail { "task" } else { "thread" }
    }

    var scopeName: String {
        switch detail {
        case .scope(let tag), .opening(inside: let tag), .seed(let tag?, near: _): "\"\(tag)\""
        default: "of its tag"
        }
    }

    /// The tag as in source code.
    private var scopeTagName: String {
        guard case .scope(let tag) = detail else { return "" }
        return tag == .request ? ".request" : "ScopeTag(\"\(tag.name)\"\(tag.outer == nil ? "" : ", inside: …"))"
    }
}

extension ResolutionError.Step {
    /// The key and where it is registered.
    fileprivate var registered: String {
        let addition = module.map { " in \($0), which is not included" } ?? ""
        let place = location.map { "\(key)\(addition), registered at \($0)" } ?? key.description + addition
        guard let unmetCondition else { return place }
        return place + ", whose condition does not hold" + (unmetCondition.isEmpty ? "" : ": " + unmetCondition)
    }
}
