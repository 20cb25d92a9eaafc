/// A registration whose factory takes arguments at every resolve.
///
/// One argument is passed as it is; several are passed as `(First, Second, (Rest...))`, because a pack can be taken out
/// of a tuple only if it is the whole tuple.
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

    /// The factory that awaits; nil: the registration's does not.
    var awaitedArgumentFactory: AsyncArgumentFactory<T, Arguments>? { nil }

    override final func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result? where V.Instance == T {
        visitor.visit(factory, awaitedArgumentFactory)
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
