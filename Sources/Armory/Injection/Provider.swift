/// A dependency that is resolved anew at every call.
///
/// ```swift
/// final class Worker {
///     init(jobs: Provider<Job>) { ... }         // try jobs() makes a job
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that it is the error
/// ``ResolutionError/Code/closed``. It does not keep the container alive. A cycle may lead through it.
public struct Provider<T> {
    private let origin: Origin

    package init(_ origin: Origin) {
        self.origin = origin
    }

    /// The instance that a resolve gives now.
    ///
    /// - Throws: ``ResolutionError``.
    public func callAsFunction() throws(ResolutionError) -> T {
        try origin.resolve(T.self)
    }
}

// A provider of what is not `Sendable` stays with the graph that it was given to, and so do its results.
extension Provider: Sendable where T: Sendable {}

extension Provider: DeferredForm {}
