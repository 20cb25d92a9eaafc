// A shared object that other code holds, compared with a weak reference.

import Armory
import Services

extension Workload {
    static let sessions = [weakLoad, weak]

    private static let weakLoad = Workload("baseline-weak", "a load of a weak reference") {
        let held = WebSession()
        let sessions = Sessions(held)
        try expect(loadSession(sessions).map { areSame($0, held) } == true, "the instance that is held")
        return {
            for _ in 0..<$0 {
                if let session = loadSession(sessions) { keep(session) }
            }
            keep(held as AnyObject)
        }
    }

    private static let weak = Workload("weak", "a shared object that is held") {
        let container = try Container { Shared((any Session).self) { WebSession() } }
        let held = try resolveSession(container)
        try expect(areSame(try resolveSession(container), held), "the instance that is held")
        return {
            for _ in 0..<$0 { keep(try resolveSession(container)) }
            keep(held)
        }
    }
}

/// The owner of a weak reference, by hand.
///
/// The protocol is not class-bound, so the reference names the class.
private final class Sessions: Sendable {
    weak let current: WebSession?

    init(_ session: WebSession) { current = session }
}

@inline(never)
private func resolveSession(_ container: Container) throws -> any Session {
    try container.resolve((any Session).self)
}

@inline(never)
private func loadSession(_ sessions: Sessions) -> (any Session)? {
    sessions.current
}
