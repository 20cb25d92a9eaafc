// The wording of errors that are found before any instance is created.

extension ResolutionError.Storage {
    /// The first line of the message, for codes that a check of the graph reports.
    var diagnosis: String? {
        switch (code, detail) {
        case (.promised, _): "\(key) was promised, and nobody has registered it."
        case (.overridesNothing, .near): "\(key) overrides nothing: nobody has registered it."
        case (.overridesNothing, _): "\(key) replaces nothing: the module has no registration of it."
        case (.decoratesNothing, .layer(let layer, _)):
            "The \(layer) of \(key) has nothing to do: this container has no registration of it."
        case (.decoratedAsAnotherType, .decoration(let returned, _)):
            "\(key) was decorated as \(returned), which is no \(TypeName.of(key.type))."
        case (.doesNotAwait, _):
            "\(key) does not await, and an interceptor that awaits is around its making."
        case (.outsideMaking, _):
            "The interceptor of \(key) has used the making of another call, or one that has ended."
        case (.notSendable, .notSendable(_, _, true)):
            "A decorator whose type is not Sendable decorates \(key), whose instances threads share."
        case (.notSendable, .notSendable(let layer, _, false)):
            "\(layer == "adapter" ? "An" : "A") \(layer) takes \(key) as a Sendable type, but the container does not know that it is."
        case (.notSendable, _):
            asker.map { "\($0.key) is Sendable, and takes \(key), which is registered as a type that is not." }
        case (.notOverridden, _):
            asker.map { "\($0.key) needs \(key), which the test has not overridden." }
                ?? "\(key) is resolved, and the test has not overridden it."
        case (.inherited, _):
            "\(key) cannot be changed here: it belongs to the container that this one was derived from."
        case (.asynchronous, _) where isIntercepted: "\(key) is intercepted without awaiting, and its factory awaits."
        case (.asynchronous, _):
            asker.map { "\($0.key) needs \(key) without awaiting, and the factory of \(key) awaits." }
                ?? "\(key) is not there yet, and its factory awaits."
        case (.captive, .conflict(let conflict)):
            "\(key) \(conflict.life) and holds \(conflict.held.key), which lives in the scope \(conflict.name)."
        case (.unreachableScope, .conflict(let conflict)): unreachable(conflict)
        case (.unused, _): "\(key) is registered, and nothing that is marked as root leads to it."
        case (.undeclared, _): asker.map { "\($0.key) asks for \(key), which its dependsOn does not name." }
        case (.unasked, _): asker.map { "\($0.key) names \(key) in its dependsOn, and has not asked for it." }
        case (.privateOutsideModule, _): "\(key) is private, and stands in no module that it could be private in."
        case (.noInstance, _): "A factory returns nothing, so there is no instance to register."
        case (.refusedArguments, .refused(let reason)): "\(key) cannot take its arguments: \(reason)."
        case (.resolverAsGenericArgument, _):
            "\(key) is generic over the resolver, because the registration does not say which type its initializer takes."
        case (.cannotBeEager, .arguments(let taken, _)):
            "\(key) is eager, and its factory takes arguments of type \(taken.map(TypeName.ofArguments) ?? "another")."
        case (.cannotBeEager, _): "\(key) is eager and its factory awaits, but start() creates only singletons."
        case (.notLoaded, .module(let name)): "\(name) was not put into this container by itself."
        case (.noAutomaticModules, _): "Nothing says which modules the program is built from."
        case (.unknownContribution, _):
            "The program's section of contributions has something else than records of version 1."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var diagnosisFix: String? {
        switch (code, detail) {
        case (.promised, _):
            near.first.map { near in
                near.module.map { "include \($0)." } ?? "register \(key), or promise \(near.key)."
            } ?? "register \(key), or include a module that does."
        case (.overridesNothing, .near):
            near.first.map { "override \($0.key), or register \(key) where the container is built." }
                ?? "register \(key) where the container is built, or keep it private in a module of the test's."
        case (.doesNotAwait, _):
            "register \(key) with an async factory, use an Interceptor, or limit the interceptor by named(_:)."
        case (.outsideMaking, _):
            "call proceed() before the interceptor returns, and return what it has returned in the same call."
        case (.notSendable, .notSendable(_, _, true)):
            "give the decorator a Sendable type, such as (any P & Sendable).self, or call its unchecked()."
        case (.notSendable, .notSendable(let layer, _, false)):
            "give both of them the same type, and pass the registration itself to a module or a container, not in a list"
                + (layer == "adapter" ? "." : "; or call the decorator's unchecked().")
        case (.notSendable, _):
            "register it as a Sendable type, such as (any P & Sendable).self, if the initializer takes one; if not, "
                + "write the factory as a closure."
        case (.notOverridden, _): "override \(key) in the test's container, or allow it."
        case (.inherited, _): "give what is to be there to overriding { … }, or change it in the other container."
        case (.overridesNothing, _):
            "replace what is in the module, under its very type and name, or register \(key) beside the module."
        case (.decoratesNothing, .layer(let layer, _)):
            "name the very type and name that are registered, or put the \(layer) where they are registered."
        case (.decoratedAsAnotherType, _):
            "return an instance of the registered type, or register under the protocol that the decorator is for."
        case (.asynchronous, .madeByStart):
            "call start() first, on the container that keeps \(key), or "
                + ((isIntercepted ? nil : asker).map { "let the factory of \($0.key) await too." }
                    ?? "ask with resolveAsync.")
        case (.asynchronous, _) where isIntercepted:
            "make it an eager Singleton, which start() makes; the interceptor then runs around what is there. An "
                + "AwaitingInterceptor runs around the making."
        case (.asynchronous, _):
            asker.map {
                "let the factory of \($0.key) await too, or make \(key) an eager Singleton and call start() first."
            } ?? "ask with resolveAsync, or make it an eager Singleton and call start() first."
        case (.unreachableScope, .conflict(let conflict)) where !conflict.isLater:
            "declare one of the tags inside the other, or hand \(conflict.held.key) to the calls that use it."
        case (.captive, .conflict(let conflict)), (.unreachableScope, .conflict(let conflict)):
            "register \(key) as Scoped in the scope \(conflict.name), or hand \(conflict.held.key) to the calls "
                + "that use it."
        case (.unused, _): "remove it, or mark it with root() where somebody outside resolves it."
        case (.undeclared, _): "add \(key.spelled) to its dependsOn."
        case (.unasked, _): "remove \(key.spelled) from its dependsOn, or leave it where it is asked for at times."
        case (.noAutomaticModules, _):
            "write extension Container: @retroactive AutomaticModules { public static var modules: [Module] { […] } }."
        case (.unknownContribution, _):
            "declare each constant in the section as a Module.Contribution, and build all targets with one version of Armory."
        case (.privateOutsideModule, _): "put it into a Module, or remove private()."
        case (.noInstance, _):
            "write return in front of the instance, or name its type; an instance that cannot be copied is registered with "
                + "lending:."
        case (.refusedArguments, _):
            "register it as Transient or Kept with arguments of suitable types, and give a typed key the same types in the same "
                + "order."
        case (.resolverAsGenericArgument, _):
            "name the type's arguments, such as Box<Orders>.init instead of Box.init."
        case (.cannotBeEager, .arguments): "remove eager(), or register it as a Singleton without arguments."
        case (.cannotBeEager, _): "remove eager(), or register it as a Singleton."
        case (.notLoaded, _): "unload a module that load(_:) was given, or that the container was built from."
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
        if value(as: Contribution.self) != nil { return "ask for the list [\(TypeName.of(key.type))]" }
        return isOfLibrary ? "resolve it by the API that registered it" : nil
    }
}

extension AnyQualifier? {
    /// The source of an autowired parameter that takes the instance under this qualifier: `.named("primary")`.
    var source: String {
        map { $0.isName ? ".named(\($0.quoted))" : ".qualified(by: \($0.quoted))" } ?? ".registered"
    }
}
