// Stand-ins for swift-jobs of Hummingbird, with the shapes of the real declarations; the real package was never built here.

#if Logging
internal import ArmoryTestSupport
package import Logging

package struct JobExecutionContext: Sendable {
    package let jobID: String
    package let logger: Logger
    package let attempt: Int
}

package protocol JobParameters: Codable, Sendable {
    static var jobName: String { get }
}

package final class JobQueue: Sendable {
    private let execute = Locked<[String: @Sendable (any JobParameters, JobExecutionContext) async throws -> Void]>([:])
    private let logger: Logger

    package init(logger: Logger) { self.logger = logger }

    package func registerJob<Parameters: JobParameters>(
        parameters: Parameters.Type = Parameters.self,
        execute: @escaping @Sendable (Parameters, JobExecutionContext) async throws -> Void
    ) {
        self.execute.withLock { all in
            all[Parameters.jobName] = { parameters, context in
                guard let parameters = parameters as? Parameters else { return }
                try await execute(parameters, context)
            }
        }
    }

    /// Runs jobs, one after the other, and returns the errors of those that failed.
    ///
    /// The real queue stores them, and retries.
    package func run(_ jobs: [any JobParameters]) async -> [any Error] {
        var errors: [any Error] = []
        for (number, job) in jobs.enumerated() {
            var logger = logger
            logger[metadataKey: "JobID"] = "\(number)"
            let context = JobExecutionContext(jobID: "\(number)", logger: logger, attempt: 1)
            do {
                try await execute.withLock { $0[type(of: job).jobName] }?(job, context)
            } catch {
                errors.append(error)
            }
        }
        return errors
    }
}
#endif
