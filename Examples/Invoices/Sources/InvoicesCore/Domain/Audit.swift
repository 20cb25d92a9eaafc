import Synchronization

/// Where the lines of finished requests go.
package protocol AuditLog: Sendable {
    func append(_ lines: [String]) async throws
}

/// What the user has done in this request.
package final class Audit: Sendable {
    private let log: any AuditLog
    private let user: User
    private let lines = Mutex<[String]>([])

    package init(log: any AuditLog, user: User) {
        self.log = log
        self.user = user
    }

    func note(_ action: String) {
        lines.withLock { $0.append("\(user.name) of \(user.tenant): \(action)") }
    }

    /// Writes the lines, at the end of the scope of the user and before the response is sent.
    func commit() async throws {
        let lines = lines.withLock(\.self)
        if !lines.isEmpty { try await log.append(lines) }
    }
}
