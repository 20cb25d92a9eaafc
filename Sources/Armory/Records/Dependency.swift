// An edge of the graph, as far as it is known without running a factory.

/// One thing that a registration needs.
@usableFromInline
package struct Dependency: Sendable {
    /// The type that is looked up; where nothing is registered for it, ``inner`` may say what it is made of.
    package var type: any Any.Type
    package var qualifier: AnyQualifier?
    /// How much of it.
    package var count = Count.one
    /// When it is asked for.
    package var time = Time.construction
    /// Whether it is made in a container of its own, a scope of the tag `owned`.
    package var isOwned = false
    /// Whether somebody has said so, beside what the parameters' types say.
    package var isDeclared = false
    /// Whether it is asked for only where the instance conforms to a decorator's protocol, which nobody knows before.
    var isPossible = false
    /// Of a further type of an instance: the registration of the first one.
    var record: AnyBinding?

    package enum Count: Sendable {
        /// It has to be there.
        case one
        /// It may be missing.
        case optional
        /// All that are registered, in a list.
        case list
        /// All that are registered under qualifiers of this type, by qualifier.
        case map(qualifiers: any Any.Type)
        /// Whatever a resolver is asked for.
        case unknown
        /// What lies around a record of the same key: the inner record, where there is one.
        case layers(Layering)
    }

    package enum Time: Int, Sendable, Comparable {
        /// Before the instance is there.
        case construction
        /// When the instance is there, so that a cycle may lead through it.
        case injection
        /// When somebody calls it.
        case later

        package static func < (left: Time, right: Time) -> Bool { left.rawValue < right.rawValue }
    }

    package init(type: any Any.Type, qualifier: AnyQualifier? = nil, count: Count = .one, time: Time = .construction) {
        self.type = type
        self.qualifier = qualifier
        self.count = count
        self.time = time
    }

    package var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// What it stands for where nothing is registered for its type: of a `Lazy<T>`, a `T` later; nil: for nothing else.
    ///
    /// Not asked for where something is registered: to tell whether a type is a form takes long the first time.
    package var inner: Dependency? {
        switch count {
        case .list, .map, .unknown, .layers: return nil
        case .one, .optional: break
        }
        guard let form = type as? any DependencyForm.Type else { return nil }
        var inner = form.dependency(qualifier).putOff(until: time)
        inner.isOwned = isOwned || inner.isOwned
        inner.isDeclared = isDeclared
        inner.isPossible = isPossible
        return inner
    }

    /// What it stands for in the end, if nothing on the way is registered.
    package var innermost: Dependency {
        var innermost = self
        while let inner = innermost.inner { innermost = inner }
        return innermost
    }

    /// The same, asked for at that time or later.
    package func putOff(until time: Time) -> Dependency {
        var copy = self
        copy.time = max(copy.time, time)
        return copy
    }

    /// The same, in a container of its own.
    package var owned: Dependency {
        var copy = self
        copy.isOwned = true
        return copy
    }

    /// Whether it stands for nobody knows what.
    package var isUnknown: Bool {
        if case .unknown = count { true } else { false }
    }

    /// The same, said by the user.
    package var declared: Dependency {
        var copy = self
        copy.isDeclared = true
        return copy
    }
}

extension Dependency {
    /// What parameters of these types stand for.
    @usableFromInline
    package static func parameters(_ types: any Any.Type...) -> [Dependency] {
        parameters(types)
    }

    @usableFromInline
    package static func parameters(_ types: [any Any.Type]) -> [Dependency] {
        types.map { Dependency(type: $0) }
    }
}

/// A type that says itself how it is had from a container: an optional, a list, a lazy one.
package protocol DependencyForm {
    /// What it stands for.
    static func dependency(_ qualifier: AnyQualifier?) -> Dependency

    /// What a factory in the container is given.
    static func resolve(through resolver: Resolver, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
}
