/// A registration whose factory takes arguments at every resolve.
///
/// One travels as it is; several travel as `(First, Second, (Rest...))`, because a pack can be taken out of a tuple
/// only where it is all of it.
@usableFromInline
package class ArgumentBinding<T, Arguments>: TypedBinding<T>, @unchecked Sendable {
    @usableFromInline package final let factory: ArgumentFactory<T, Arguments>
    private let typeOfArguments: (any Any.Type)?

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil,
        factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        self.factory = factory
        typeOfArguments = traits.argumentType
        super.init(traits, injections)
    }

    @usableFromInline override package var argumentType: (any Any.Type)? { typeOfArguments }

    override func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        let (qualifier, argumentType) = (qualifier, typeOfArguments ?? Arguments.self)
        return ArgumentBinding<P, Arguments>(traits) { resolver, arguments in
            upcast(try resolver.container.lookUp(T.self, key: qualifier, argumentType, arguments))
        }
    }

    override func layered(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>
    ) -> AnyBinding {
        layered(traits, inner: inner, around, factory)
    }

    override func adapted<B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        adapted(traits, from: Arguments.self, body)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ArgumentBinding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let factory = factory
        return ArgumentBinding(traits, seenInjections(change)) { resolver, arguments in
            try change.call(resolver, .construction) { try factory($0, arguments) }
        }
    }
}
