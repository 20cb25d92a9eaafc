// The answers to the questions of a load balancer, for any HTTP server.

public import Armory

/// An answer to a load balancer or an orchestrator that polls a program.
///
/// ```swift
/// let answer = await container.readiness()
/// respond(answer.status, answer.body, type: answer.contentType)
/// ```
public struct HealthAnswer: Hashable, Sendable {
    /// The HTTP status: 200, or 503.
    public let status: Int
    /// The body: JSON text.
    public let body: String
    /// The type of the body.
    public let contentType: String

    private init(status: Int, body: String) {
        self.status = status
        self.body = body
        contentType = "application/json"
    }

    /// The answer to whether the process is alive, for `/livez`.
    ///
    /// It is always 200, also while the container stops: an orchestrator kills a process that is not alive. It runs no
    /// checks, because a restart of this process does not repair a database.
    public static let alive = HealthAnswer(status: 200, body: #"{"state":"alive"}"#)

    /// The answer to whether the container should get requests, for `/readyz`.
    ///
    /// - Parameters:
    ///   - report: The results of the health checks.
    ///   - showsDetails: Whether the body has error texts, locations and times, which the public should not see.
    public init(_ report: HealthReport, showsDetails: Bool = false) {
        self.init(status: report.isReady ? 200 : 503, body: report.json(showsDetails: showsDetails))
    }
}

extension Container {
    /// The answer to whether the container should get requests, for `/readyz`: 200 or 503.
    ///
    /// It is 200 if ``Armory/Container/start()`` has ended, the end of the container has not begun, and no check is
    /// down. A container that is never started is never ready. `runServices` of `ArmoryServiceLifecycle` starts the
    /// container, and begins its end when a signal comes, while the services still run.
    ///
    /// - Parameter showsDetails: Whether the body has error texts, locations and times, which the public should not
    ///   see.
    public func readiness(showsDetails: Bool = false) async -> HealthAnswer {
        HealthAnswer(await health(), showsDetails: showsDetails)
    }
}
