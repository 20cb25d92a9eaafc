// An edge of the graph, as far as it is known without running a factory.

/// One dependency of a registration.
@usableFromInline
package struct Dependency: Sendable {
    /// The type that is looked up; if nothing is registered for it, ``wrapped`` may be resolved instead.
    package var type: any Any.Type
    package var qualifier: AnyQualifier?
    /// How many instances it is.
    package var kind = Kind.one
    /// When it is resolved.
    package var time = Time.construction
    /// Whether it is created in a separate container, a scope of the tag `owned`.
    package var isOwned = false
    /// Whether the user declared it, a resolve of it was observed, or the record passes its own arguments on to it.
    ///
    /// Then its registration may take arguments.
    package var isDeclared = false
    /// The position of the initializer's parameter that asks for it, counted from 1; 0 for a parameter of a decorator or an
    /// adapter; nil: no parameter asks for it.
    ///
    /// Two bytes, so that it fits between its neighbours: a graph has many dependencies.
    var parameter: UInt8?
    /// Whether it is resolved only if the instance conforms to a decorator's protocol, which is not known before.
    var isPossible = false
    /// Whether the decorator, adapter or interceptor that needs it is for registrations of many types.
    var isOfManyTypes = false
    /// For a further type of an instance, or an instance that an adapter creates: the registration that it comes from.
    var record: Binding?

    package enum Kind: Sendable {
        /// One, which must be registered.
        case one
        /// One, which may be missing.
        case optional
        /// All registered ones, in a list.
        case list
        /// All that are registered under qualifiers of this type, by qualifier.
        case map(qualifiers: any Any.Type)
        /// Anything that a resolver is asked for.
        case unknown
        /// The layers around a record of the same key, with the inner record, if there is one: the first dependency of
        /// a layered record.
        indirect case layers(Layering)
        /// The registrations that a ``Chosen`` chooses from: the first dependency of its record.
        indirect case choice(Choices)
    }

    package enum Time: Int, Sendable, Comparable {
        /// Before the instance exists.
        case construction
        /// After the factory has returned. So a cycle may lead through this dependency.
        case injection
        /// When the program calls it.
        case later

        package static func < (left: Time, right: Time) -> Bool { left.rawValue < right.rawValue }
    }

    package var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// The dependency that it stands for if nothing is registered for its type, such as a later `T` for a `Lazy<T>`;
    /// nil: none.
    ///
    /// Not used if something is registered, because the first check whether a type is a form takes long.
    package var wrapped: Dependency? {
        switch kind {
        case .list, .map, .unknown, .layers, .choice: return nil
        case .one, .optional: break
        }
        guard let form = type as? any DependencyForm.Type else { return nil }
        var wrapped = form.dependency(qualifier).putOff(until: time)
        wrapped.isOwned = isOwned || wrapped.isOwned
        wrapped.isDeclared = isDeclared
        wrapped.isPossible = isPossible
        wrapped.isOfManyTypes = isOfManyTypes
        return wrapped
    }

    /// The dependency that it stands for in the end, if nothing on the way is registered.
    package var innermostWrapped: Dependency {
        var innermostWrapped = self
        while let wrapped = innermostWrapped.wrapped { innermostWrapped = wrapped }
        return innermostWrapped
    }

    /// The dependency that an optional stands for in the end; the same one if it is no optional.
    package var innermostOptional: Dependency {
        var innermost = self
        while let wrapped = innermost.wrapped, case .optional = wrapped.kind { innermost = wrapped }
        return innermost
    }

    /// The same dependency, resolved at that time or later.
    package func putOff(until time: Time) -> Dependency {
        var copy = self
        copy.time = max(copy.time, time)
        return copy
    }

    /// Whether it stands for the layers around a record.
    package var isLayering: Bool {
        if case .layers = kind { true } else { false }
    }

    /// Whether it stands for unknown types.
    package var isUnknown: Bool {
        if case .unknown = kind { true } else { false }
    }

    /// The same dependency, declared by the user or observed.
    package var declared: Dependency {
        var copy = self
        copy.isDeclared = true
        copy.parameter = nil
        return copy
    }
}

extension Dependency {
    /// One instance of a type.
    package init(type: any Any.Type) { self.init(type: type, qualifier: nil) }

    /// The dependency of an alias on the registration that it leads to, and passes its arguments to.
    package init(aliased key: ServiceKey, takesArguments: Bool) {
        self.init(type: key.type, qualifier: key.qualifier)
        isDeclared = takesArguments
    }

    /// The dependencies that parameters of these types stand for.
    ///
    /// Not with `Any.Type...`: clients would build an array in every autowired registration.
    @usableFromInline
    package static func parameters<each P>(of types: repeat (each P).Type) -> [Dependency] {
        var needs: [Dependency] = []
        repeat needs.append(Dependency(type: each types, parameter: needs.count + 1))
        return needs
    }

    /// The dependencies that parameters of these types stand for.
    @usableFromInline
    package static func parameters(_ types: [any Any.Type]) -> [Dependency] {
        var needs: [Dependency] = []
        for type in types { needs.append(Dependency(type: type, parameter: needs.count + 1)) }
        return needs
    }

    /// The dependencies of parameters in their order; nil for a parameter that is none.
    static func parameters(_ needs: [Dependency?]) -> [Dependency] {
        needs.enumerated().compactMap { index, need in
            var need = need
            need?.parameter = UInt8(clamping: index + 1)
            return need
        }
    }

    private init(type: any Any.Type, parameter: Int) {
        self.init(type: type, qualifier: nil)
        self.parameter = UInt8(clamping: parameter)
    }
}

/// A type that defines how a container provides it: an optional, a list, a lazy dependency.
package protocol DependencyForm {
    /// The dependency that it stands for.
    static func dependency(_ qualifier: AnyQualifier?) -> Dependency

    /// Resolves the value for a factory in the container.
    static func resolve(through resolver: Resolver, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
}
