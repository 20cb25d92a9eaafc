// An edge of the graph, as far as it is known without running a factory.

/// One thing that a registration needs.
@usableFromInline
package struct Dependency: Sendable {
    /// The type that is looked up: for a parameter `[any Sink]`, it is `any Sink`.
    package var type: any Any.Type
    package var qualifier: AnyQualifier?
    /// How much of it.
    package var count = Count.one
    /// When it is asked for.
    package var time = Time.construction

    package enum Count: Sendable {
        /// It has to be there.
        case one
        /// It may be missing.
        case optional
        /// All that are registered, in a list.
        case list
        /// All that are registered under qualifiers of this type, by qualifier.
        case map(qualifiers: any Any.Type)
    }

    package enum Time: Sendable, Equatable {
        /// Before the instance is there.
        case construction
        /// When the instance is there, so that a cycle may lead through it.
        case injection
        /// When somebody calls it.
        case later
    }

    package init(type: any Any.Type, qualifier: AnyQualifier? = nil, count: Count = .one, time: Time = .construction) {
        self.type = type
        self.qualifier = qualifier
        self.count = count
        self.time = time
    }

    package var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }
}

extension Dependency {
    /// What a parameter of the type stands for; nil: for nothing that is registered.
    package static func parameter(_ type: any Any.Type, qualifier: AnyQualifier? = nil) -> Dependency? {
        guard let form = type as? any DependencyForm.Type else { return Dependency(type: type, qualifier: qualifier) }
        return form.dependency(qualifier)
    }

    /// What parameters of these types stand for.
    @usableFromInline
    package static func parameters(_ types: any Any.Type...) -> [Dependency] {
        parameters(types)
    }

    @usableFromInline
    package static func parameters(_ types: [any Any.Type]) -> [Dependency] {
        types.compactMap { parameter($0) }
    }
}

/// A type that says itself how it is had from a container: an optional, a list, a lazy one.
package protocol DependencyForm {
    /// What it stands for; nil: for nothing that is registered.
    static func dependency(_ qualifier: AnyQualifier?) -> Dependency?

    /// What a factory in the container is given.
    static func resolve(in container: Container, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self
}

extension Resolver: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency? { nil }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Resolver {
        Resolver(owner: container)
    }
}

extension Optional: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency? {
        guard var dependency = Dependency.parameter(Wrapped.self, qualifier: qualifier) else { return nil }
        if case .one = dependency.count { dependency.count = .optional }
        return dependency
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Wrapped? {
        try container.lookUpOptional(Wrapped.self, key: qualifier)
    }
}
