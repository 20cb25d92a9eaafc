/// Runs around resolves.
///
/// ```swift
/// struct Timing: Interceptor {
///     let report: @Sendable (String, Duration) -> Void
///
///     func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
///         let start = ContinuousClock.now
///         defer { report(resolve.key, ContinuousClock.now - start) }     // after it, also after an error
///         return try proceed()
///     }
/// }
/// ```
///
/// Several threads may run it at once.
public protocol Interceptor: Sendable {
    /// Runs around one resolve.
    ///
    /// What is before the call of `proceed` runs before the resolve, and what is after it runs after. It may be called again
    /// after an error, or not at all. What it throws is a ``ResolutionError``; who catches it and throws nothing returns an
    /// instance of its own. What this throws goes to whoever asks: a ``ResolutionError`` as it is, another error as the
    /// ``ResolutionError/underlying`` one of ``ResolutionError/Code/factoryFailed``.
    ///
    /// - Parameters:
    ///   - resolve: What is asked for.
    ///   - proceed: Resolves it.
    /// - Returns: What the asker is given.
    func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T
}

/// The resolve that an ``Interceptor`` runs around.
///
/// It is for the call that it is given to.
public struct InterceptedResolve {
    let binding: AnyBinding

    /// What was asked for, as it would be written: `any Orders named "primary"`.
    public var key: String { binding.key.description }

    /// The type that was asked for.
    public var type: any Any.Type { binding.type }

    /// Where the registration is written.
    public var location: SourceLocation { binding.location }

    /// The way from the outermost resolve to this one, the keys as in ``key``.
    ///
    /// Put together when it is read.
    public var path: [String] { unsafe ThreadContext.current.wholePath.steps.map(\.key.description) }
}

@available(*, unavailable, message: "It is for the call that it is given to.")
extension InterceptedResolve: Sendable {}

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
/// Each resolve runs it, also where the instance is ready, and nested ones too. Of several the first registered is outermost,
/// and all lie around the decorators. A registration that nothing intercepts is resolved as if there were no interceptors; one
/// that is intercepted costs a transient more. All else is as for ``Decorator``.
public struct Intercepted: LayerElement {
    var layer: Layer

    /// Intercepts the resolves of all registrations.
    ///
    /// A further type of an instance is not intercepted, but the resolve of the first one that it leads to is.
    ///
    /// - Parameters:
    ///   - interceptor: What runs around them.
    ///   - fileID: The file of the line, for errors.
    ///   - line: The line, for errors.
    public init(by interceptor: some Interceptor, fileID: StaticString = #fileID, line: Int = #line) {
        layer = Layer(
            .interceptor(interceptor), of: nil, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// Intercepts the resolves of a type, whatever the name or qualifier.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered.
    ///   - interceptor: What runs around them.
    ///   - fileID: The file of the line, for errors.
    ///   - line: The line, for errors.
    public init<T>(
        _ type: T.Type, by interceptor: some Interceptor, fileID: StaticString = #fileID, line: Int = #line
    ) {
        layer = Layer(
            .interceptor(interceptor), of: type, at: SourceLocation(fileID: fileID, line: line), needs: { [] })
    }

    /// The same for what is registered under a name alone.
    public func named(_ name: Name) -> Intercepted { qualified(by: name) }

    /// The same for what is registered under a qualifier alone.
    public func qualified(by qualifier: some Hashable & Sendable) -> Intercepted {
        var copy = self
        copy.layer = layer.changed(qualifier: Qualifier(qualifier))
        return copy
    }
}

extension TypedBinding {
    /// What tells of the resolves of this registration.
    final func toldResolve(_ events: EventHub?) -> ToldResolve {
        ToldResolve(base, self, measures: events?.measures(of: base))
    }

    /// What runs the interceptors around a resolve of this registration, the first outermost.
    final func around(_ layers: [Layer], _ events: EventHub?) -> Around<T> {
        var around: Around<T> = { _, proceed in try proceed() }
        for layer in layers.reversed() {
            switch layer.body {
            case .interceptor(let interceptor):
                around = { [base, around] resolver, proceed in
                    try interceptor.intercept(InterceptedResolve(binding: base)) { try around(resolver, proceed) }
                }
            case .listener:
                around = { [around, told = toldResolve(events)] resolver, proceed in
                    let instance = try around(resolver, proceed)
                    told.tell((resolver.container.view?.base ?? resolver.container).ledger)
                    return instance
                }
            case .decorator, .adapter: break
            }
        }
        return around
    }
}
