/// The record of a seed, which is given when a scope is opened.
final class SeededBinding<T>: TypedBinding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let tag: ScopeTag?

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil) {
        tag = traits.scope
        super.init(traits, injections, hasFactory: false)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        SeededBinding(traits, injections)
    }

    override package var scope: ScopeTag? { tag }

    override var isSeeded: Bool { true }

    override package var plainFactory: Factory<T>? { { _ in throw PathFault.notSeeded } }
}
