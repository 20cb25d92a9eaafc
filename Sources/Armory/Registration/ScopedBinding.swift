/// A registration whose instances live in a scope.
///
/// The tag is here and not in every binding: most have none.
package final class ScopedBinding<T>: TypedBinding<T>, @unchecked Sendable {
    private let factory: Factory<T>
    private let tag: ScopeTag?

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, factory: @escaping Factory<T>) {
        self.factory = factory
        tag = traits.scope
        super.init(traits, injections)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ScopedBinding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: @escaping ResolverChange) -> TypedBinding<T> {
        let factory = factory
        return ScopedBinding(traits, seenInjections(change)) { try factory(change($0, .construction)) }
    }

    override package var scope: ScopeTag? { tag }

    override package var plainFactory: Factory<T>? { factory }
}
