// The wording of errors about scopes, and about the start and the end of a container.

extension ResolutionError.Storage {
    /// The first line of the message, for codes about a scope, a start or an end.
    var lifecycle: String? {
        switch (code, detail) {
        case (.outsideScope, .opening):
            "A scope cannot be opened here: its tag lies inside \(scopeName), which is not open."
        case (.notSeeded, _): "\(key) is given when a scope is opened, and this one was opened without it."
        case (.seedNotDeclared, _):
            "\(key) is a seed, and no Seeded registration of the scope \(scopeName) announces it."
        case (.seededTwice, _): "\(key) was given to the scope already."
        case (.notEnded, _): "A scope was released, and nobody had said how it ends."
        case (.closesAsynchronously, _):
            "\(key) awaits when it is closed, and this scope was opened by code that does not await."
        case (.timedOut, .hook): "\(key) was given up: a hook of it took longer than its limit."
        case (.shutdownFailed, .faults): "The container has ended, and not everything could be closed"
        case (.shutdownFailed, _): "\(key) could not be closed: its hook threw."
        case (.startFailed, .faults): "The container has not started, and what was made is closed"
        case (.startFailed, .hook): "\(key) could not be started: its hook threw."
        case (.startFailed, _): "The start was cancelled."
        case (.notStarted, _): "\(key) has hooks for the start or the stop, and its container ended without a start."
        case (.alreadyStarted, _): "\(key) has been started already."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var lifecycleFix: String? {
        switch (code, detail) {
        case (.outsideScope, .opening): "open one of \(scopeName) first, and this one in it."
        case (.notSeeded, _):
            "open the scope with seeds: [Seed(…)], or make the scope's container with a registration of \(key)."
        case (.seedNotDeclared, _):
            near.first.map { "register \(seeded), or seed \($0.key)." }
                ?? "register \(seeded) where the container is built."
        case (.seededTwice, _): "give it once, or tell the two apart with named(_:)."
        case (.notEnded, _): "end it by shutdown(after:) or close(after:), or open it by withScope { … }, which does."
        case (.closesAsynchronously, _):
            "open the scope with try await container.withScope { scope async throws in … }."
        case (.timedOut, .hook):
            "have the hook end, or raise its limit with within: or hookLimit in the container's configuration."
        case (.shutdownFailed, .faults), (.startFailed, .faults): "see each of them."
        case (.shutdownFailed, _): "look at the error."
        case (.startFailed, .hook): "look at the error, and start a new container."
        case (.startFailed, _): "start a new container."
        case (.notStarted, _): "call start() before the container is used, or remove onStart and onStop."
        case (.alreadyStarted, _): "call start() once, where the program begins."
        default: nil
        }
    }

    /// The registration that announces a seed of the scope.
    private var seeded: String {
        guard case .seed(let tag?, _) = detail, tag != .request else { return "Seeded(\(key.spelled))" }
        return "Seeded(\(key.spelled)).in(tag), with the tag \"\(tag)\""
    }
}
