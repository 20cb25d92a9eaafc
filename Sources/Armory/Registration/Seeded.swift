/// A registration of a value that is passed when a scope is opened: the request itself, its user, its logger.
///
/// ```swift
/// let application = try Container {
///     Seeded(Request.self)                       // in .request
///     Scoped(Basket.init)                        // init(request: Request)
/// }
/// try await application.withScope(.request, seeds: [ScopeSeed(request)]) { scope in ... }
/// ```
///
/// With it, the container can check before the first request that all users of the value live in the scope. If a scope
/// was opened without the value, resolving it throws ``ResolutionError/Code/notSeeded``; outside of every scope it
/// throws ``ResolutionError/Code/outsideScope``.
///
/// The value is used as it was passed: decorators do not wrap it, and the code that passed it has to close it.
public struct Seeded<Instance: Sendable>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Declares a type whose values are passed to scopes, in ``ScopeTag/request``.
    ///
    /// - Parameters:
    ///   - type: The type of the values, under which they are found.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        var parts = Record.Parts(tag: .request, needs: { [] })
        parts.isSeed = true
        let location = CodeLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(
            Record(Instance.self, .scoped, at: location, parts: parts) { resolver in
                // The scope was opened without a value.
                throw ResolutionError.notSeeded(resolver.key, location)
            })
        definition.notes.options.insert(.seeded)
    }

    /// Returns the registration for the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self { changingTraits { $0.parts.tag = tag } }
}
