// The state that a container keeps for its health checks.

internal import Armory

/// The checks of a container, with their last results.
///
/// The container holds it, so it holds neither the container nor an instance.
final class HealthBook: @unchecked Sendable {  // `lock` guards every `var`.
    /// A registration with its checks.
    struct Page: Sendable {
        let checked: Container.Checked
        let runners: [CheckRunner]
    }

    private let lock = Lock()
    private var stamp: UInt?
    private var pages: [Page] = []

    /// The checks of the container as it is registered now.
    ///
    /// - Complexity: O(1) if no registration has changed since the last call, except for a short lock.
    func pages(of container: Container) -> [Page] {
        let now = container.registrationStamp
        let known = lock.withLock { stamp == now ? pages : nil }
        if let known { return known }
        let checked = container.checkedRegistrations()
        // Released after the lock: registrations hold the user's objects.
        var outdated: [Page] = []
        defer { withExtendedLifetime(outdated) {} }
        return lock.withLock {
            outdated = pages
            // A run goes on for callers that come later, and the time of a state too.
            let runners = Dictionary(pages.map { ($0.checked.identity, $0.runners) }) { first, _ in first }
            pages = checked.map { checked in
                Page(
                    checked: checked,
                    runners: runners[checked.identity] ?? (0..<checked.count).map { _ in CheckRunner() })
            }
            stamp = now
            return pages
        }
    }
}
