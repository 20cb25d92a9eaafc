/// A registration of what is given when a scope is opened: the request itself, its user, its logger.
///
/// ```swift
/// let application = try Container {
///     Seeded(Request.self)                       // in .request
///     Scoped(Basket.init)                        // init(request: Request)
/// }
/// try await application.withScope(.request, seeds: [Seed(request)]) { scope in ... }
/// ```
///
/// So it is checked before the first request that what needs the value lives in the scope. Where a scope was opened without it,
/// asking for it is ``ResolutionError/Code/notSeeded``; outside of every scope it is ``ResolutionError/Code/outsideScope``.
///
/// The value is as it was given: no decorator is laid around it, and closing it is its giver's affair.
public struct Seeded<Instance: Sendable>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Announces a type, in ``ScopeTag/request``.
    ///
    /// - Parameters:
    ///   - type: The type of the values, under which they are found.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        let traits = BindingTraits(
            lifetime: .scoped, location: SourceLocation(fileID: fileID, line: line), scope: .request, needs: { [] })
        definition = Definition(SeededBinding<Instance>(traits))
    }

    /// The same in the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self {
        var copy = self
        copy.definition.change { $0.scope = tag }
        return copy
    }
}

/// Why an instance that is given cannot be made.
package enum SeedFault: Error {
    case notSeeded
}

/// The record.
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

    override package var plainFactory: Factory<T>? { { _ in throw SeedFault.notSeeded } }

    override func decorated(by layer: Layer) -> AnyBinding { self }
}
