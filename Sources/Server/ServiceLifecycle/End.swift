#if ServiceLifecycle
internal import Armory

/// The result of something that ends; only the first of several results counts.
final class End: Sendable {
    private let gate = Gate<Result<Void, any Error>>()

    func come(_ end: Result<Void, any Error>) { gate.openAndResumeWaiters(with: end) }

    /// The first result.
    ///
    /// A cancelled task keeps waiting too.
    var value: Void {
        get async throws { try await gate.waitUntilOpen().get() }
    }
}
#endif
