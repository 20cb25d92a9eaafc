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
        isSeparate = holder.scopeTag.map { !tag.isSameScope(asOrInside: $0) } ?? false
        code = isSeparate || isLater ? .unreachableScope : .captive
        life =
            holder.scopeTag.map { "lives in the scope \"\($0)\"" }
            ?? (holder.registrationNotes.options.contains(.kept) || holder.lifetime == .scoped
                ? "is Kept" : holder.lifetime == .shared ? "is Shared" : "is a Singleton")
    }

    package var keys: [ServiceKey] { [held.key] }

    package func headline(for error: ErrorNames) -> String? {
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

    package func linesAfterPath(for error: ErrorNames) -> [String]? {
        error.locationLines + [error.registrationLocationLine(of: held)].compactMap(\.self)
    }

    package func suggestedFix(for error: ErrorNames) -> String? {
        let other = error.name(of: held.key)
        return isSeparate && !isLater
            ? "declare one of the tags inside the other, or pass \(other) to the calls that use it."
            : "register \(error.name(of: error.key)) as Scoped in the scope \"\(tag)\", or pass \(other) to the calls that use it."
    }
}

extension ScopeTag {
    /// Whether the tags are equal or this one is inside the other.
    ///
    /// An instance in a scope of this tag may then hold one in a scope of the other tag.
    func isSameScope(asOrInside other: ScopeTag) -> Bool {
        self == other || outer.map { $0.isSameScope(asOrInside: other) } ?? false
    }
}
