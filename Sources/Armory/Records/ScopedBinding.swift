/// A registration whose instances live in a scope.
///
/// The tag is here and not in every binding: most have none.
package final class ScopedBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let tag: ScopeTag?

    override init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, factory: @escaping Factory<T>) {
        tag = traits.scope
        super.init(traits, injections, factory: factory)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ScopedBinding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let factory = factory
        return ScopedBinding(traits, seenInjections(change)) { try change.call($0, .construction, factory) }
    }

    override package var scope: ScopeTag? { tag }
}
