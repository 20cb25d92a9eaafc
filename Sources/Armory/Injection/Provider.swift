/// A dependency that is resolved anew at every call.
///
/// ```swift
/// final class Worker: Sendable {
///     let jobs: Provider<Job>                         // injected: init(jobs: Provider<Job>)
///     let clocks = Provider<Clock>()                  // or from the container that is current
///     @DynamicInjected var clock: Clock               // the same as a property wrapper; not in a Sendable class
///
///     func run() throws { try jobs().run() }
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that it is the error
/// ``ResolutionError/Code/closed``. It does not keep the container alive. One that was made in a factory keeps the graph of
/// that resolve: what is `Graph` is that graph's at every call. A cycle may lead through it.
@propertyWrapper
public struct Provider<T> {
    private let origin: Origin

    /// One that looks up where the origin says.
    ///
    /// - Parameter origin: The container, the graph and what is asked for.
    public init(origin: Origin) {
        self.origin = origin
    }

    /// One that looks up what is registered for its type.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil: what is registered without one.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now or, where none is, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name.map { Qualifier($0) }, container, SourceLocation(fileID: fileID, line: line))
    }

    /// The instance that a resolve gives now.
    ///
    /// - Throws: ``ResolutionError``: `closed` where the container is gone, `noCurrent` where there is none, or what the resolve
    ///   meets.
    /// - Complexity: That of a resolve.
    public func callAsFunction() throws(ResolutionError) -> T {
        try origin.resolve(T.self)
    }

    /// The instance that a resolve gives now, awaited where its factory awaits.
    ///
    /// - Throws: As a call does, and what ``Container/resolveAsync(_:)`` throws.
    public func resolveAsync() async throws(ResolutionError) -> T {
        try await origin.resolveAsync(T.self)
    }

    /// The instance that a resolve gives now, for `@DynamicInjected`.
    ///
    /// - Precondition: It can be resolved; else the process ends with the ``ResolutionError``. A call of the projected value,
    ///   `try $clock()`, throws instead.
    public var wrappedValue: T { orEnd(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `try $clock()`.
    public var projectedValue: Provider { self }
}

/// ``Provider`` as a property wrapper: `@DynamicInjected var clock: Clock`.
public typealias DynamicInjected = Provider

// A provider of what is not `Sendable` stays with the graph that it was given to, and so do its results.
extension Provider: Sendable where T: Sendable {}

extension Provider: DeferredForm {}
