internal import Armory

/// Refuses what is neither overridden nor allowed.
final class StrictObserver: ResolutionObserver {
    private let allowed: Set<ObjectIdentifier>
    private let failure: TestFailure
    private let refused = Guarded<ResolutionError?>(nil)

    init(allowing allowed: Set<ObjectIdentifier>, failure: TestFailure) {
        self.allowed = allowed
        self.failure = failure
    }

    /// The first one that was refused where there is no test to record it in.
    var unrecorded: ResolutionError? { failure.isRecorded ? nil : refused.value }

    var sharesNothing: Bool { true }

    func mayResolve(_ resolve: ObservedResolve) -> Bool {
        // A further type leads to the instance's own, which is asked for next.
        resolve.isOverride || resolve.isAlias || allowed.contains(resolve.key.typeIdentifier)
    }

    func wasRefused(_ error: ResolutionError) {
        refused.change { $0 = $0 ?? error }
        failure.record(error.description)
    }
}
