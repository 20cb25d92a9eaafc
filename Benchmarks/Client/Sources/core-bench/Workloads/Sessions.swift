// A shared object that other code holds, compared with a weak reference.

import ArmoryCore
import CoreRegistering
import Services

extension Workload {
    static let sessions = [
        Workload("baseline-weak") {
            let held = WebSession()
            let sessions = Sessions(held)
            try expect(loadSession(sessions).map { areSame($0, held) } == true, "the instance that is held")
            return {
                for _ in 0..<$0 {
                    if let session = loadSession(sessions) { keep(session) }
                }
                keep(held)
            }
        },
        Workload("core-weak") {
            let container = try Container(Plan { $0.shared((any Session).self) { _ in WebSession() } })
            let held = try resolveSession(container)
            try expect(areSame(try resolveSession(container), held), "the instance that is held")
            return {
                for _ in 0..<$0 { keep(try resolveSession(container)) }
                keep(held)
            }
        },
    ]
}

/// The owner of a weak reference, by hand.
///
/// The protocol is not class-bound, so the reference names the class.
private final class Sessions: Sendable {
    weak let current: WebSession?

    init(_ session: WebSession) { current = session }
}

@inline(never)
private func resolveSession(_ container: Container) throws -> any Session { try container.resolve((any Session).self) }

@inline(never)
private func loadSession(_ sessions: Sessions) -> (any Session)? { sessions.current }
