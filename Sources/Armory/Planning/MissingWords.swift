/// The words of the error of a key that nothing is registered under.
struct MissingWords: ErrorWords {
    /// Registrations that may have been meant.
    let near: [NearMatch]
    /// The parameters of the asker's initializer that ask for the key, counted from 1, and 0 for one of a layer; empty: a closure asks.
    let parameters: [Int]
    /// Whether an injection sets a property to the instance.
    var isProperty = false

    /// Those of the initializer.
    private var counted: [Int] { parameters.filter { $0 > 0 } }

    var keys: [ServiceKey] { near.map(\.step.key) }

    func linesAfterPath(for error: ErrorNames) -> [String]? {
        var lines = error.locationLines
        if let place = lines.first, let last = counted.last {
            let name = error.name(of: error.key)
            let others = counted.dropLast().map(String.init).joined(separator: ", ")
            lines[0] =
                others.isEmpty
                ? "\(place), and parameter \(last) of its initializer is \(name)"
                : "\(place), and parameters \(others) and \(last) of its initializer are \(name)"
        }
        return lines + near.map { "near: \($0.nearMatchLine(for: error))" }
    }

    func suggestedFix(for error: ErrorNames) -> String? {
        guard !counted.isEmpty, TypeName.isStandardLibraryValue(error.key.type), let asker = error.asker else {
            return suggestedFixForMissingKey(for: error)
        }
        let fix =
            near.isEmpty
            ? "pass .value(…) for the parameter, or register \(error.name(of: error.key))."
            : suggestedFixForMissingKey(for: error)
        let type = asker.key.type
        let closure = TypeName.isExistential(type) ? "" : ": { \(error.name(of: type))(…) }"
        return "\(fix) If the parameter has a default value, leave it out in a closure\(closure)."
    }

    private func suggestedFixForMissingKey(for error: ErrorNames) -> String {
        let name = error.name(of: error.key)
        guard let match = near.first else {
            guard error.key.type != Container.self else {
                return
                    "no container contains itself: take a Provider of what is resolved later, or a closure's Resolver."
            }
            let optionally =
                isProperty
                ? "pass .optional to inject"
                : parameters.isEmpty
                    ? "ask for an optional"
                    : "make the parameter's type \(TypeName.parenthesized(error.name(of: error.key.type)))?"
            return "register \(name) before it is resolved, or \(optionally) if it may be missing."
        }
        switch match.obstacle {
        case .hasUnmetCondition: return "meet the condition of that registration, or register \(name)."
        case .isNotIncluded(let module): return "include \(module), or register \(name)."
        case .isInChild: return "register \(name) in this container or a parent of it."
        case .isPrivate(let module): return "remove private() from the one in \(module), or register \(name)."
        case .isContributed: return "resolve the list [\(error.name(of: match.step.key.type))], or register \(name)."
        case nil: break
        }
        let without = error.key.qualifier == nil && match.step.key.qualifier != nil ? " without a name" : ""
        return "register \(name)\(without), or \(suggestedUse(of: match.step.key, for: error))."
    }

    /// How to ask for a registration that there is.
    private func suggestedUse(of key: ServiceKey, for error: ErrorNames) -> String {
        guard key.type == error.key.type else {
            let name = error.name(of: key)
            return parameters.isEmpty ? "resolve \(name)" : "make the parameter's type \(error.name(of: key.type))"
        }
        if !parameters.isEmpty { return "pass \(key.qualifier.source) for the parameter" }
        return key.qualifier.map { "resolve it with named: \($0.spelled)" } ?? "resolve it without a name"
    }
}

extension AnyQualifier? {
    /// The source of an autowired parameter that takes the instance under this qualifier: `.named("primary")`.
    fileprivate var source: String {
        map { ".named(\($0.spelled))" } ?? ".registered"
    }
}

extension TypeName {
    /// Whether the type is a value of the standard library or of Foundation, such as a number, a text, a duration, a date, or a collection
    /// of them.
    ///
    /// Programs seldom register such types.
    fileprivate static func isStandardLibraryValue(_ type: any Any.Type) -> Bool {
        guard !isExistential(type), !(type is AnyClass) else { return false }
        let names = String(reflecting: type).split { "<>, ".contains($0) }
        return names.allSatisfy { ["Swift", "Foundation", "FoundationEssentials"].contains($0.prefix { $0 != "." }) }
    }
}
