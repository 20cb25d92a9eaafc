// The words of the errors and warnings that only a check of the whole graph finds.

/// The words of the error of a registration that holds, or later resolves, an instance which ends before it does.
package struct CaptiveWords: ErrorWords {
    private let life: String
    package let held: ResolutionError.Step
    package let tag: ScopeTag
    private let isLater: Bool
    let code: ResolutionError.Code
    /// Whether the scope of the holder and that of the other one never lie inside each other.
    private let isSeparate: Bool

    init(_ holder: Record, _ held: ResolutionError.Step, _ tag: ScopeTag, isLater: Bool) {
        (self.held, self.tag, self.isLater) = (held, tag, isLater)
        isSeparate = holder.scopeTag.map { !tag.isSame(asOrInside: $0) } ?? false
        code = isSeparate || isLater ? .unreachableScope : .captive
        life =
            holder.scopeTag.map { "lives in the scope \"\($0)\"" }
            ?? (holder.noted.options.contains(.kept) || holder.lifetime == .scoped
                ? "is Kept" : holder.lifetime == .shared ? "is Shared" : "is a Singleton")
    }

    package var keys: [ServiceKey] { [held.key] }

    package func headline(_ error: ErrorNames) -> String? {
        let (name, other) = (error.name(of: error.key), error.name(of: held.key))
        if isLater {
            return
                "\(name) \(life) and later resolves \(other), which lives in the scope \"\(tag)\": that scope is never open "
                + "around \(name)."
        }
        return isSeparate
            ? "\(name) \(life) and needs \(other), which lives in the scope \"\(tag)\": neither is inside the other."
            : "\(name) \(life) and holds \(other), which lives in the scope \"\(tag)\"."
    }

    package func lines(_ error: ErrorNames) -> [String]? {
        error.locations + [error.registration(of: held)].compactMap(\.self)
    }

    package func fix(_ error: ErrorNames) -> String? {
        let other = error.name(of: held.key)
        return isSeparate && !isLater
            ? "declare one of the tags inside the other, or pass \(other) to the calls that use it."
            : "register \(error.name(of: error.key)) as Scoped in the scope \"\(tag)\", or pass \(other) to the calls that use it."
    }
}

/// The words of the error of a registration that needs two scopes of which neither is inside the other.
struct UnrelatedScopesWords: ErrorWords {
    let first: ResolutionError.Step
    let firstTag: ScopeTag
    let second: ResolutionError.Step
    let secondTag: ScopeTag

    var keys: [ServiceKey] { [first.key, second.key] }

    func headline(_ error: ErrorNames) -> String? {
        "\(error.name(of: error.key)) needs \(error.name(of: first.key)), which lives in the scope \"\(firstTag)\", and "
            + "\(error.name(of: second.key)), which lives in the scope \"\(secondTag)\": neither is inside the other."
    }

    func lines(_ error: ErrorNames) -> [String]? { error.locations + [first, second].compactMap(error.registration) }

    func fix(_ error: ErrorNames) -> String? {
        "declare one of the tags inside the other, or pass \(error.name(of: second.key)) to the calls that use it."
    }
}

/// The words of the warning of a registration that no root leads to.
struct UnusedWords: ErrorWords {
    func headline(_ error: ErrorNames) -> String? {
        "\(error.name(of: error.key)) is registered, but no root depends on it."
    }

    func fix(_ error: ErrorNames) -> String? {
        "remove it, or mark it with root() if code outside of the container resolves it."
    }
}

/// The words of the warning of a parameter that may be of a `Sendable` type, and finds one that may not be.
struct NotSendableWords: ErrorWords {
    func headline(_ error: ErrorNames) -> String? {
        error.asker.map {
            "\(error.name(of: $0.key)) is Sendable, and takes \(error.name(of: error.key)), which is registered as a type that is "
                + "not Sendable."
        }
    }

    func lines(_ error: ErrorNames) -> [String]? {
        [error.asker, error.path.last].compactMap(\.self).compactMap(error.registration)
    }

    func fix(_ error: ErrorNames) -> String? {
        "register it as a Sendable type, such as (any P & Sendable).self, if the initializer takes one; if not, write the factory as "
            + "a closure."
    }
}

/// The words of errors about what a closure declares, and what it asks for.
struct DeclarationWords: ErrorWords {
    /// Whether it names the key; if not, it asks for it.
    let isNamed: Bool

    func headline(_ error: ErrorNames) -> String? {
        error.asker.map { asker in
            let (name, key) = (error.name(of: asker.key), error.name(of: error.key))
            return isNamed
                ? "\(name) names \(key) in its dependsOn, but did not resolve it."
                : "\(name) resolves \(key), which its dependsOn does not name."
        }
    }

    func lines(_ error: ErrorNames) -> [String]? {
        [error.asker.flatMap { asker in error.location.map { "\(error.name(of: asker.key)) is registered at \($0)" } }]
            .compactMap(\.self)
    }

    func fix(_ error: ErrorNames) -> String? {
        isNamed
            ? "remove \(error.spelled(error.key)) from its dependsOn, unless it is resolved at other times."
            : "add \(error.spelled(error.key)) to its dependsOn."
    }
}

/// The words of the error of an instance that the start of its container creates, and that is asked for before.
struct MadeByStartWords: ErrorWords {
    func fix(_ error: ErrorNames) -> String? {
        "call start() first, on the container that keeps \(error.name(of: error.key)), or "
            + (error.asker.map { "let the factory of \(error.name(of: $0.key)) be async too." } ?? "use resolveAsync.")
    }
}

extension Companion {
    func words(ofAwaited record: Record) -> (any ErrorWords)? {
        record.isThereOnceStarted ? MadeByStartWords() : nil
    }
}
