/// Puts an interceptor around the making of instances.
///
/// ```swift
/// let container = try Container {
///     Singleton((any Orders).self, SQLOrders.init)
///     Singleton { () async throws in try await Database.connect() }
///     Intercepted(by: Timing(report))                                // all that do not await
///     Intercepted(Database.self, by: Retry(attempts: 3))             // those of one type
/// }
/// ```
///
/// An ``Interceptor`` runs around factories that do not await, an ``AwaitingInterceptor`` around those that do, and a
/// type that is both around all. It runs when an instance is made, inside the decorators, and never when an instance
/// exists: resolving it costs nothing more. If there are several, the first registered is outermost. A value, a seed
/// and a further type of an instance are not made by a factory, so nothing runs around them. Otherwise like
/// ``Decorator``.
public struct Intercepted: LayerElement {
    var layer: Layer

    /// - Parameter type: The type of the instances; nil: all types.
    private init(_ interception: Interception, _ type: (any Any.Type)?, _ fileID: StaticString, _ line: Int) {
        layer = Layer(.interceptor(interception), of: type, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Intercepts the creation of the instances whose factory does not await: of all types, or of one type under any
    /// name.
    ///
    /// A registration of that type whose factory awaits is the error ``ResolutionError/Code/asynchronous``.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered; nil: all types.
    ///   - interceptor: The code to run around it.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init(
        _ type: (any Any.Type)? = nil, by interceptor: some Interceptor, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Interception(plain: interceptor, awaiting: nil), type, fileID, line)
    }

    /// Intercepts the creation of the instances whose factory awaits: of all types, or of one type under any name.
    ///
    /// A registration of that type whose factory does not await is the error ``ResolutionError/Code/doesNotAwait``.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered; nil: all types.
    ///   - interceptor: The code to run around it.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init(
        _ type: (any Any.Type)? = nil, by interceptor: some AwaitingInterceptor, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Interception(plain: nil, awaiting: interceptor), type, fileID, line)
    }

    /// Intercepts the creation of all instances, or of those of a type under any name.
    ///
    /// - Parameters:
    ///   - type: The type, as it is registered; nil: all types.
    ///   - interceptor: The code to run around it.
    ///   - fileID: The file of the interception, for errors.
    ///   - line: The line of the interception, for errors.
    public init(
        _ type: (any Any.Type)? = nil, by interceptor: some Interceptor & AwaitingInterceptor,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Interception(plain: interceptor, awaiting: interceptor), type, fileID, line)
    }

    /// Returns the same interception, limited to registrations with a name.
    public func named(_ name: RegistrationName) -> Intercepted { changingLayer { $0.qualifier = name.qualifier } }
}
