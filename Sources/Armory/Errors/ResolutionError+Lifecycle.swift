// The wording of errors about scopes, and about the start and the end of a container.

extension ResolutionError.Storage {
    /// The first line of the message, for codes about a scope, a start or an end.
    var lifecycle: String? {
        switch (code, detail) {
        case (.outsideScope, .opening):
            "A scope cannot be opened here: its tag is inside \(scopeName), which is not open."
        case (.notSeeded, _): "\(key) is a seed, but this scope was opened without it."
        case (.seedNotDeclared, _):
            "\(key) is a seed, but no Seeded registration of the scope \(scopeName) declares it."
        case (.seededTwice, _): "\(key) was passed to the scope twice."
        case (.notEnded, _): "A scope was released without being ended."
        case (.closesAsynchronously, _):
            "\(key) has an async onShutdown, but this scope was opened by code that does not await."
        case (.timedOut, .hook): "\(key) has a hook that took longer than its limit and was cancelled."
        case (.shutdownFailed, .faults): "The container has ended, but not every instance could be closed"
        case (.shutdownFailed, _): "\(key) could not be closed: its hook threw."
        case (.startFailed, .faults): "The container did not start, and its instances were closed"
        case (.startFailed, .hook): "\(key) could not be started: its hook threw."
        case (.startFailed, _): "The start was cancelled."
        case (.notStarted, _): "\(key) has start or stop hooks, but its container ended without being started."
        case (.alreadyStarted, _): "\(key) has already been started."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var lifecycleFix: String? {
        switch (code, detail) {
        case (.outsideScope, .opening): "open the scope \(scopeName) first, and this one inside it."
        case (.notSeeded, _):
            "open the scope with seeds: [Seed(…)], or build the scope's container with a registration of \(key)."
        case (.seedNotDeclared, _):
            near.first.map { "register \(seeded), or seed \($0.key)." }
                ?? "register \(seeded) where the container is built."
        case (.seededTwice, _): "pass it once, or distinguish the two with named(_:)."
        case (.notEnded, _):
            "end it with shutdown(after:) or close(after:), or open it with withScope { … }, which ends it."
        case (.closesAsynchronously, _):
            "open the scope with try await container.withScope { scope async throws in … }."
        case (.timedOut, .hook):
            "make the hook end earlier, or raise its limit with within: or hookLimit in the container's configuration."
        case (.shutdownFailed, .faults), (.startFailed, .faults): "see each of them."
        case (.shutdownFailed, _): "remove the cause of the error."
        case (.startFailed, .hook): "remove the cause of the error, and start a new container."
        case (.startFailed, _): "start a new container."
        case (.notStarted, _): "call start() before the container is used, or remove onStart and onStop."
        case (.alreadyStarted, _): "call start() once, at the start of the program."
        default: nil
        }
    }

    /// The registration that declares a seed of the scope.
    private var seeded: String {
        guard case .seed(let tag?, _) = detail, tag != .request else { return "Seeded(\(key.spelled))" }
        return "Seeded(\(key.spelled)).in(tag), with the tag \"\(tag)\""
    }
}
