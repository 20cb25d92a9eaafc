// The wording of errors that are found before any instance is created.

extension ResolutionError.Storage {
    /// Whether the key is that of an element of a list.
    private var isContributed: Bool { key.qualifier?.value(as: Contribution.self) != nil }

    /// The first line of the message, for codes that a check of the graph reports.
    var diagnosis: String? {
        switch (code, detail) {
        case (.promised, _): "\(key) is promised, but not registered."
        case (.overridesNothing, _) where isContributed:
            "\(TypeName.of(key.type)) is registered for lists only, and one element of a list cannot be replaced."
        case (.overridesNothing, .near): "\(key) overrides nothing: it is not registered."
        case (.overridesNothing, _): "\(key) replaces nothing: the module does not register it."
        case (.decoratesNothing, .layer(let layer, _)):
            "The \(layer) of \(key) has no effect: this container does not register that key."
        case (.decoratedAsAnotherType, .decoration(let returned, _)):
            "\(key) was decorated as \(returned), which is not of type \(TypeName.of(key.type))."
        case (.doesNotAwait, _):
            "\(key) has a synchronous factory, but an AwaitingInterceptor intercepts it."
        case (.outsideMaking, _):
            "The interceptor of \(key) called proceed() too late, or returned the instance of another call."
        case (.notSendable, .notSendable(_, _, true)):
            "A decorator whose type is not Sendable decorates \(key), whose instances threads share."
        case (.notSendable, .notSendable(let layer, _, false)):
            "\(layer == "adapter" ? "An" : "A") \(layer) takes \(key) as a Sendable type, but the container does not know whether it is."
        case (.notSendable, _):
            asker.map { "\($0.key) is Sendable, and takes \(key), which is registered as a type that is not Sendable." }
        case (.notOverridden, _):
            asker.map { "\($0.key) needs \(key), which the test has not overridden." }
                ?? "\(key) is resolved, and the test has not overridden it."
        case (.inherited, _):
            "\(key) cannot be changed here: it belongs to the container that this one was derived from."
        case (.asynchronous, _) where isIntercepted: "\(key) has an async factory, but its interceptor does not await."
        case (.asynchronous, _):
            asker.map { "\($0.key) needs \(key) without awaiting, but the factory of \(key) is async." }
                ?? "\(key) has not been created yet, and its factory is async."
        case (.captive, .conflict(let conflict)):
            "\(key) \(conflict.life) and holds \(conflict.held.key), which lives in the scope \(conflict.name)."
        case (.unreachableScope, .conflict(let conflict)): unreachable(conflict)
        case (.unused, _): "\(key) is registered, but no root depends on it."
        case (.undeclared, _): asker.map { "\($0.key) resolves \(key), which its dependsOn does not name." }
        case (.unasked, _): asker.map { "\($0.key) names \(key) in its dependsOn, but did not resolve it." }
        case (.privateOutsideModule, _): "\(key) is private, but not part of a module."
        case (.noInstance, _): "A factory returns nothing, so there is no instance to register."
        case (.refusedArguments, .refused(let reason)): "\(key) cannot take its arguments: \(reason)."
        case (.resolverAsGenericArgument, _):
            "\(key) is generic over the resolver, because the registration does not say which type its initializer takes."
        case (.cannotBeEager, .arguments(let taken, _)):
            "\(key) is eager, and its factory takes arguments of type \(taken.map(TypeName.ofArguments) ?? "another")."
        case (.cannotBeEager, _): "\(key) is eager and its factory is async, but start() creates only singletons."
        case (.notLoaded, .module(let name)): "\(name) is not loaded into this container, or is part of another module."
        case (.noAutomaticModules, _): "The program does not list its modules."
        case (.unknownContribution, _):
            "The program's section of contributions has records that are not of version 1."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var diagnosisFix: String? {
        switch (code, detail) {
        case (.promised, _):
            near.first.map { near in
                near.module.map { "include \($0)." } ?? "register \(key), or promise \(near.key)."
            } ?? "register \(key), or include a module that registers it."
        case (.overridesNothing, .near) where isContributed:
            "override the whole list: [\(TypeName.of(key.type))].self."
        case (.overridesNothing, _) where isContributed:
            "leave the registration out of the module, or override the whole list in a test: "
                + "[\(TypeName.of(key.type))].self."
        case (.overridesNothing, .near):
            near.first.map { "override \($0.key), or register \(key) where the container is built." }
                ?? "register \(key) where the container is built, or make it private in a module of the test."
        case (.doesNotAwait, _):
            "register \(key) with an async factory, use an Interceptor, or limit the interceptor with named(_:)."
        case (.outsideMaking, _):
            "call proceed() before the interceptor returns, and return the instance of that call."
        case (.notSendable, .notSendable(_, _, true)):
            "give the decorator a Sendable type, such as (any P & Sendable).self, or call its unchecked()."
        case (.notSendable, .notSendable(let layer, _, false)):
            "give both the same type, and pass the registration itself to a module or a container, not in a list"
                + (layer == "adapter" ? "." : "; or call the decorator's unchecked().")
        case (.notSendable, _):
            "register it as a Sendable type, such as (any P & Sendable).self, if the initializer takes one; if not, "
                + "write the factory as a closure."
        case (.notOverridden, _): "override \(key) in the test's container, or allow it."
        case (.inherited, _): "pass the new registration to overriding { … }, or change it in the other container."
        case (.overridesNothing, _):
            "use the exact type and name of a registration in the module, or register \(key) outside of the module."
        case (.decoratesNothing, .layer(let layer, _)):
            "use the exact registered type and name, or move the \(layer) to the container that registers them."
        case (.decoratedAsAnotherType, _):
            "return an instance of the registered type, or register it under the protocol that the decorator decorates."
        case (.asynchronous, .madeByStart):
            "call start() first, on the container that keeps \(key), or "
                + ((isIntercepted ? nil : asker).map { "let the factory of \($0.key) be async too." }
                    ?? "use resolveAsync.")
        case (.asynchronous, _) where isIntercepted:
            "make it an eager Singleton, which start() creates; the interceptor then runs around the existing instance. "
                + "Or use an AwaitingInterceptor."
        case (.asynchronous, _):
            asker.map {
                "let the factory of \($0.key) be async too, or make \(key) an eager Singleton and call start() first."
            } ?? "use resolveAsync, or make it an eager Singleton and call start() first."
        case (.unreachableScope, .conflict(let conflict)) where !conflict.isLater:
            "declare one of the tags inside the other, or pass \(conflict.held.key) to the calls that use it."
        case (.captive, .conflict(let conflict)), (.unreachableScope, .conflict(let conflict)):
            "register \(key) as Scoped in the scope \(conflict.name), or pass \(conflict.held.key) to the calls "
                + "that use it."
        case (.unused, _): "remove it, or mark it with root() if code outside of the container resolves it."
        case (.undeclared, _): "add \(key.spelled) to its dependsOn."
        case (.unasked, _): "remove \(key.spelled) from its dependsOn, unless it is resolved at other times."
        case (.noAutomaticModules, _):
            "write extension Container: @retroactive AutomaticModules { public static var modules: [Module] { […] } }."
        case (.unknownContribution, _):
            "declare each constant in the section as a Module.Contribution, and build all targets with one version of Armory."
        case (.privateOutsideModule, _): "put it into a Module, or remove private()."
        case (.noInstance, _):
            "write return before the instance, or name its type; register a noncopyable instance with lending:."
        case (.refusedArguments, _):
            "register it as Transient or Kept with arguments of suitable types, and give a typed key the same types in the same "
                + "order."
        case (.resolverAsGenericArgument, _):
            "name the type's arguments, such as Box<Orders>.init instead of Box.init."
        case (.cannotBeEager, .arguments): "remove eager(), or register it as a Singleton without arguments."
        case (.cannotBeEager, _): "remove eager(), or register it as a Singleton."
        case (.notLoaded, _): "unload a module that was passed to load(_:), or that the container was built from."
        default: nil
        }
    }

    /// The locations of the other registrations in the fault.
    var furtherLocations: [String] {
        switch (code, detail) {
        case (.duplicate, .second(let second)): return ["and again at \(second)"]
        case (.cycle, _): return Self.shortened(members.compactMap(\.registration))
        case (_, .conflict(let conflict)):
            return [conflict.other, conflict.held].compactMap(\.self).compactMap(\.registration)
        case (.asynchronous, _), (.notSendable, .none):
            return (path.last?.location).map { ["\(key) is registered at \($0)"] } ?? []
        case (_, .decoration(_, let location)): return ["the decorator is at \(location)"]
        case (_, .aroundMaking(let location)): return ["the interceptor is at \(location)"]
        case (_, .notSendable(let layer, let location, _)): return ["the \(layer) is at \(location)"]
        default: return []
        }
    }

    /// The other members of a cycle, in the order of the path.
    private var members: ArraySlice<ResolutionError.Step> {
        let others = path.dropLast()
        let start = others.lastIndex { $0.key == key && $0.location == path.last?.location }
        return others[(start ?? others.startIndex)...].dropFirst()
    }

    /// Whether the key is needed by its own interceptor.
    var isIntercepted: Bool { code == .asynchronous && path.count > 1 && asker?.key == key }

    private func unreachable(_ conflict: ScopeConflict) -> String {
        if let other = conflict.other, let tag = conflict.otherTag {
            return
                "\(key) needs \(other.key), which lives in the scope \"\(tag)\", and \(conflict.held.key), which lives in "
                + "the scope \(conflict.name): neither is inside the other."
        }
        if conflict.isLater {
            return "\(key) \(conflict.life) and later resolves \(conflict.held.key), which lives in the scope "
                + "\(conflict.name): that scope is never open around \(key)."
        }
        return
            "\(key) \(conflict.life) and needs \(conflict.held.key), which lives in the scope \(conflict.name): neither is "
            + "inside the other."
    }
}

extension ResolutionError.Step {
    /// Where the key is registered.
    fileprivate var registration: String? { location.map { "\(key) is registered at \($0)" } }
}

extension ScopeConflict {
    /// How long the holder's instance lives.
    fileprivate var life: String {
        if let holderTag { return "lives in the scope \"\(holderTag)\"" }
        return switch holder {
        case .shared: "is Shared"
        case .custom: "is Kept"
        // Only a registration that keeps its instances has such a conflict, and a scoped one has a tag.
        case .singleton, .transient, .graph, .scoped: "is a Singleton"
        }
    }

    fileprivate var name: String { "\"\(tag)\"" }
}

extension ServiceKey {
    /// The type as an argument, followed by the name or the qualifier: `(any Orders).self, named: "primary"`.
    var spelled: String {
        let name = TypeName.of(type)
        let type = TypeName.isExistential(type) && name != "Any" ? "(\(name)).self" : "\(name).self"
        return qualifier.map { "\(type), \($0.argument)" } ?? type
    }
}

extension AnyQualifier {
    /// The change that makes a registration resolvable; nil if a user's qualifier already finds it.
    func changeToBeFound(_ key: ServiceKey) -> String? {
        if let hidden = value(as: Hidden.self) { return "remove private() from the one in \(hidden.module)" }
        if value(as: Contribution.self) != nil { return "resolve the list [\(TypeName.of(key.type))]" }
        return isOfLibrary ? "resolve it by the API that registered it" : nil
    }
}

extension AnyQualifier? {
    /// The source of an autowired parameter that takes the instance under this qualifier: `.named("primary")`.
    var source: String {
        map { $0.isName ? ".named(\($0.quoted))" : ".qualified(by: \($0.quoted))" } ?? ".registered"
    }
}
