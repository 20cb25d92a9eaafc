// The wording of errors about scopes, and about the start and the end of a container.

extension ResolutionError.Storage {
    /// The first line of the message, for codes about a scope, a start or an end.
    var lifecycle: String? {
        switch code {
        case .outsideScope: "A scope cannot be opened here: its tag lies inside \(scopeName), which is not open."
        case .notSeeded: "\(key) is given when a scope is opened, and this one was opened without it."
        case .seedNotDeclared: "\(key) is a seed, and no Seeded registration of the scope \(scopeName) announces it."
        case .seededTwice: "\(key) was given to the scope already."
        case .notEnded: "A scope was released, and nobody had said how it ends."
        case .closesAsynchronously:
            "\(key) awaits when it is closed, and this scope was opened by code that does not await."
        case .timedOut: "\(key) was given up: a hook of it took longer than its limit."
        case .shutdownFailed where isList: "The container has ended, and not everything could be closed"
        case .shutdownFailed: "\(key) could not be closed: its hook threw."
        case .startFailed where isList: "The container has not started, and what was made is closed"
        case .startFailed where isOfHook: "\(key) could not be started: its hook threw."
        case .startFailed: "The start was cancelled."
        case .alreadyStarted: "\(key) has been started already."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var lifecycleFix: String? {
        switch code {
        case .outsideScope: "open one of \(scopeName) first, and this one in it."
        case .notSeeded:
            "open the scope with seeds: [Seed(…)], or make the scope's container with a registration of \(key)."
        case .seedNotDeclared:
            near.first.map { "register Seeded(\(key.spelled)), or seed \($0.key)." }
                ?? "register Seeded(\(key.spelled)) where the container is built."
        case .seededTwice: "give it once, or tell the two apart with named(_:)."
        case .notEnded: "end it by shutdown(after:) or close(after:), or open it by withScope { … }, which does."
        case .closesAsynchronously: "open the scope with try await container.withScope { scope async throws in … }."
        case .timedOut:
            "have the hook end, or raise its limit with within: or hookLimit in the container's configuration."
        case .shutdownFailed where isList, .startFailed where isList: "see each of them."
        case .shutdownFailed: "look at the error."
        case .startFailed where isOfHook: "look at the error, and start a new container."
        case .startFailed: "start a new container."
        case .alreadyStarted: "call start() once, where the program begins."
        default: nil
        }
    }

    /// Whether the error contains a list of errors.
    private var isList: Bool {
        if case .faults = detail { true } else { false }
    }

    /// Whether the error is about a hook.
    var isOfHook: Bool {
        if case .hook = detail { true } else { false }
    }

    /// Whether a scope could not be opened.
    var isOfOpening: Bool {
        if case .opening = detail { true } else { false }
    }
}
