// The wording of what is found before anything is made.

extension ResolutionError.Storage {
    /// What is wrong, of the codes that a check of the graph finds.
    var diagnosis: String? {
        switch code {
        case .promised: "\(key) was promised, and nobody has registered it."
        case .overridesNothing: "\(key) overrides nothing: the module has no registration of it."
        case .asynchronous: asker.map { "\($0.key) needs \(key) without awaiting, and the factory of \(key) awaits." }
        case .captive:
            conflict.map { "\(key) \($0.life) and holds \($0.held.key), which lives in the scope \($0.name)." }
        case .unreachableScope: conflict.map(unreachable)
        case .unused: "\(key) is registered, and nothing that is marked as root leads to it."
        case .undeclared: asker.map { "\($0.key) asks for \(key), which its dependsOn does not name." }
        case .unasked: asker.map { "\($0.key) names \(key) in its dependsOn, and has not asked for it." }
        case .privateOutsideModule: "\(key) is private, and stands in no module that it could be private in."
        case .notLoaded: "\(moduleName) was not put into this container by itself."
        case .noAutomaticModules: "Nothing says which modules the program is built from."
        default: nil
        }
    }

    /// How to mend it.
    var diagnosisFix: String? {
        switch code {
        case .promised:
            near.first.map { near in
                near.module.map { "include \($0)." } ?? "register \(key), or promise \(near.key)."
            } ?? "register \(key), or include a module that does."
        case .overridesNothing:
            "override what is in the module, under its very type and name, or register \(key) beside the module."
        case .asynchronous: "let the factory of \(asker?.key.description ?? "the other") await too."
        case .captive: conflict.map(captiveFix)
        case .unreachableScope: conflict.map(unreachableFix)
        case .unused: "remove it, or mark it with root() where somebody outside resolves it."
        case .undeclared: "add \(key.spelled) to its dependsOn."
        case .unasked: "remove \(key.spelled) from its dependsOn, or leave it where it is asked for at times."
        case .noAutomaticModules:
            "write extension Container: @retroactive AutomaticModules { public static var modules: [Module] { […] } }."
        case .privateOutsideModule: "put it into a Module, or remove private()."
        case .notLoaded: "unload a module that load(_:) was given, or that the container was built from."
        default: nil
        }
    }

    /// Where the other registrations are that the fault is about.
    var furtherPlaces: [String] {
        switch (code, detail) {
        case (.duplicate, .second(let second)): return ["and again at \(second)"]
        case (_, .conflict(let conflict)):
            return [conflict.other, conflict.held].compactMap(\.self).compactMap { step in
                step.location.map { "\(step.key) is registered at \($0)" }
            }
        case (.asynchronous, _):
            return (path.last?.location).map { ["\(key) is registered at \($0)"] } ?? []
        default: return []
        }
    }

    private var conflict: ScopeConflict? {
        guard case .conflict(let conflict) = detail else { return nil }
        return conflict
    }

    private var moduleName: String {
        guard case .module(let name) = detail else { return "the module" }
        return name
    }

    private func unreachable(_ conflict: ScopeConflict) -> String {
        if let other = conflict.other, let tag = conflict.otherTag {
            return
                "\(key) needs \(other.key), which lives in the scope \"\(tag)\", and \(conflict.held.key), which lives in "
                + "the scope \(conflict.name): neither lies inside the other."
        }
        if conflict.isLater {
            return "\(key) \(conflict.life) and asks later for \(conflict.held.key), which lives in the scope "
                + "\(conflict.name): that is never open around \(key)."
        }
        return
            "\(key) \(conflict.life) and needs \(conflict.held.key), which lives in the scope \(conflict.name): neither lies "
            + "inside the other."
    }

    private func captiveFix(_ conflict: ScopeConflict) -> String {
        "register \(key) as Scoped in the scope \(conflict.name), or hand \(conflict.held.key) to the calls that use it."
    }

    private func unreachableFix(_ conflict: ScopeConflict) -> String {
        if conflict.isLater { return captiveFix(conflict) }
        return "declare one of the tags inside the other, or hand \(conflict.held.key) to the calls that use it."
    }
}

extension ScopeConflict {
    /// How long the one that holds lives.
    fileprivate var life: String {
        switch (keeper, keeperTag) {
        case (_, let tag?): "lives in the scope \"\(tag)\""
        case (.shared, _): "is Shared"
        default: "is a Singleton"
        }
    }

    fileprivate var name: String { "\"\(tag)\"" }
}

extension ServiceKey {
    /// The type as an argument: `(any Orders).self`, and the name or the qualifier after it.
    fileprivate var spelled: String {
        let name = TypeName.of(type)
        let type = TypeName.isExistential(type) && name != "Any" ? "(\(name)).self" : "\(name).self"
        guard let qualifier else { return type }
        return qualifier.isName ? "\(type), named: \(qualifier.quoted)" : "\(type), qualifier: \(qualifier.quoted)"
    }
}

extension AnyQualifier {
    /// What has to change so that a registration is found that no qualifier of the user's finds; nil: one does.
    func changeToBeFound(_ key: ServiceKey) -> String? {
        if let hidden = value(as: Hidden.self) { return "remove private() from the one in \(hidden.module)" }
        if value(as: Contribution.self) != nil { return "ask for the list [\(TypeName.of(key.type))]" }
        return nil
    }
}
