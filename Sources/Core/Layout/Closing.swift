/// How a scope ended: hooks learn it.
///
/// A unit of work commits if the body returned, and rolls back if it threw.
public enum ScopeOutcome: Sendable {
    /// The body returned, or the code that opened the scope ended it as completed; a container that is no scope ends like this too.
    case completed
    /// The body threw this error, or the scope was released without being ended.
    case failed(any Error)

    /// Whether the scope ended without an error.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }
}

/// What closes an instance when its container or scope ends.
package struct Closing<T>: Sendable {
    package enum Body: Sendable {
        case plain(@Sendable (T, ScopeOutcome) throws -> Void)
        case awaiting(limit: Duration?, @Sendable (T, ScopeOutcome) async throws -> Void)
    }

    package let body: Body
    /// Where it is written.
    package let location: CodeLocation?

    package init(at location: CodeLocation? = nil, _ body: Body) { (self.body, self.location) = (body, location) }
}

/// The closing of one instance, which it has already.
package struct ClosingCall: Sendable {
    package let step: ResolutionError.Step
    package let body: Closing<Void>.Body
    let location: CodeLocation?

    init<T>(_ closing: Closing<T>, _ instance: T, _ step: ResolutionError.Step) {
        // A registration with hooks requires that its type is `Sendable`; its record does not know that.
        nonisolated(unsafe) let instance = instance
        (self.step, location) = (step, closing.location)
        body =
            switch closing.body {
            case .plain(let body): .plain { unsafe try body(instance, $1) }
            case .awaiting(let limit, let body): .awaiting(limit: limit) { unsafe try await body(instance, $1) }
            }
    }
}
