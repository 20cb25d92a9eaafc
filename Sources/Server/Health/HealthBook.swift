// The state that a container keeps for its health checks.

internal import Armory

/// The checks of a container, with their last results.
///
/// The container holds it, so it holds neither the container nor an instance.
final class HealthBook: Sendable {
    /// A registration with its checks.
    struct Page: Sendable {
        let checked: Container.Checked
        let runners: [CheckRunner]
    }

    private let known = Guarded<(stamp: UInt?, pages: [Page])>((nil, []))

    /// The checks of the container, with the dependencies that are known now.
    ///
    /// - Complexity: O(1) if no further dependency is known since the last call, except for a short lock.
    func pages(of container: Container) -> [Page] {
        let now = container.registrationStamp
        let former = known.withLock(\.self)
        if former.stamp == now { return former.pages }
        let checked = container.checkedRegistrations()
        // Released after the lock: registrations hold the user's objects.
        var outdated: [Page] = []
        defer { withExtendedLifetime((former, outdated)) {} }
        return known.withLock { known in
            outdated = known.pages
            // A run goes on for callers that come later, and the time of a state too.
            let runners = Dictionary(outdated.map { ($0.checked.identity, $0.runners) }) { first, _ in first }
            let pages = checked.map { checked in
                Page(
                    checked: checked,
                    runners: runners[checked.identity] ?? (0..<checked.count).map { _ in CheckRunner() })
            }
            known = (now, pages)
            return pages
        }
    }
}
