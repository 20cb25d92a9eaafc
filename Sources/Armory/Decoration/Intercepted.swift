/// Puts an interceptor around the resolves of a container's registrations.
///
/// ```swift
/// let container = try Container {
///     Singleton((any Orders).self, SQLOrders.init)
///     Intercepted(by: Audit())                              // every resolve
///     Intercepted((any Orders).self, by: Timing(report))    // those of one type
/// }
/// ```
///
/// The interceptor runs at each resolve, also if the instance is ready, and at nested ones. If there are several, the
/// first registered is outermost; all run around the decorators. A registration without interceptors resolves as if
/// there were none in the container. Resolving an intercepted one costs one transient resolve more. Otherwise like
/// ``Decorator``.
///
/// An ``AwaitingInterceptor`` runs around the creation of instances whose factory awaits, inside the decorators, and
/// not at each resolve: resolving an existing instance costs nothing more.
public struct Intercepted: LayerElement {
    var layer: Layer

    /// Intercepts the resolves of all registrations.
    ///
    /// A further type of an instance is not intercepted, but the resolve of the first one that it leads to is.
    ///
    /// - Parameters:
    ///   - interceptor: The code to run around them.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init(by interceptor: some Interceptor, fileID: StaticString = #fileID, line: Int = #line) {
        layer = Layer(
            .interceptor(interceptor), of: nil, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// Intercepts the resolves of a type, under any name or qualifier.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered.
    ///   - interceptor: The code to run around them.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init<T>(
        _ type: T.Type, by interceptor: some Interceptor, fileID: StaticString = #fileID, line: Int = #line
    ) {
        layer = Layer(
            .interceptor(interceptor), of: type, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// Intercepts the creation of all instances whose factory awaits.
    ///
    /// Registrations that do not await are not intercepted.
    ///
    /// - Parameters:
    ///   - interceptor: The code to run around it.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init(by interceptor: some AwaitingInterceptor, fileID: StaticString = #fileID, line: Int = #line) {
        layer = Layer(
            .awaitingInterceptor(interceptor), of: nil, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// Intercepts the creation of the instances of a type, under any name or qualifier.
    ///
    /// A registration of the type whose factory does not await is the error ``ResolutionError/Code/doesNotAwait`` when
    /// the container is built; when it is registered later, at each resolve.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered.
    ///   - interceptor: The code to run around it.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init<T>(
        _ type: T.Type, by interceptor: some AwaitingInterceptor, fileID: StaticString = #fileID, line: Int = #line
    ) {
        layer = Layer(
            .awaitingInterceptor(interceptor), of: type, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// Returns the same interception, limited to registrations with a name.
    public func named(_ name: Name) -> Intercepted { qualified(by: name) }

    /// Returns the same interception, limited to registrations with a qualifier.
    public func qualified(by qualifier: some Hashable & Sendable) -> Intercepted {
        var copy = self
        copy.layer = layer.changed(qualifier: Qualifier(qualifier))
        return copy
    }
}

extension Binding {
    /// The function that runs the interceptors around a resolve of this registration, the first outermost.
    ///
    /// - Parameter report: Reports the resolve to subscribers.
    func wrapping<T>(_ type: T.Type, _ layers: [Layer], _ report: ResolveReport) -> Around<T> {
        var around: Around<T> = { _, proceed in try proceed() }
        for layer in layers.reversed() {
            switch layer.body {
            case .interceptor(let interceptor):
                around = { [base, around] resolver, proceed in
                    try interceptor.intercept(InterceptedResolve(binding: base)) { try around(resolver, proceed) }
                }
            case .listener:
                around = { [around] resolver, proceed in
                    let instance = try around(resolver, proceed)
                    report.report((resolver.container.view?.base ?? resolver.container).control)
                    return instance
                }
            case .decorator, .adapter, .awaitingInterceptor: break
            }
        }
        return around
    }
}

extension InterceptedResolve {
    /// The keys from the outermost resolve to this one, written as in ``key``.
    ///
    /// Computed at each access.
    public var path: [String] { unsafe ThreadContext.current.wholePath.steps.map(\.key.description) }
}
