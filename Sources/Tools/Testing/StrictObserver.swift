internal import Armory

/// Refuses to resolve registrations that are neither overrides nor allowed.
final class StrictObserver: ResolutionObserver {
    private let allowed: Set<ObjectIdentifier>
    private let failure: TestFailure
    private let refused = Guarded<[ResolutionError]>([])

    init(allowing allowed: Set<ObjectIdentifier>, failure: TestFailure) {
        self.allowed = allowed
        self.failure = failure
    }

    /// The error of the first refused resolve, if there is no test to record it in.
    var unrecorded: ResolutionError? { failure.isRecorded ? nil : refused.withLock(\.self).first }

    /// Records an issue for each refused resolve, except those with the error that fails the test itself.
    func record(except thrown: (any Error)? = nil) {
        let thrown = (thrown as? ResolutionError)?.description
        for error in refused.withLock(\.self) where error.description != thrown { failure.record(error.description) }
    }

    var sharesNothing: Bool { true }

    func mayResolve(_ resolve: ObservedResolve) -> Bool {
        // An alias leads to the instance's own type, which is resolved next.
        resolve.isOverride || resolve.isAlias || allowed.contains(ObjectIdentifier(resolve.key.type))
    }

    func mayStart(_ resolve: ObservedResolve) -> Bool { mayResolve(resolve) }

    func wasRefused(_ error: ResolutionError) {
        refused.withLock { $0.append(error) }
    }
}
