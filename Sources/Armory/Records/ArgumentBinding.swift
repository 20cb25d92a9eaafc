/// A registration whose factory takes arguments at every resolve.
///
/// One argument is passed as it is; several are passed as `(First, Second, (Rest...))`, because a pack can be taken out
/// of a tuple only if it is the whole tuple.
@usableFromInline
package final class ArgumentBinding<T, Arguments>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    @usableFromInline package let argumentFactory: ArgumentFactory<T, Arguments>
    private let typeOfArguments: (any Any.Type)?

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil,
        factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        argumentFactory = factory
        typeOfArguments = traits.argumentType
        super.init(traits, injections) { _ in preconditionFailure("it takes arguments") }
    }

    @usableFromInline override package var argumentType: (any Any.Type)? { typeOfArguments }

    override func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result where V.Instance == T {
        visitor.visit(self, argumentFactory)
    }

    override func copy(
        _ traits: BindingTraits, _ injections: [Injection<T>]?, inside change: (any ClosureChange)?
    ) -> Binding<T> {
        guard let change else { return ArgumentBinding(traits, injections, factory: argumentFactory) }
        let factory = argumentFactory
        return ArgumentBinding(traits, injections) { resolver, arguments in
            try change.call(resolver, .construction) { try factory($0, arguments) }
        }
    }
}
