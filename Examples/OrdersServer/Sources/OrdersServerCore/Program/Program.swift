import Foundation
import Logging

/// The whole program, without the process that runs it.
package enum Program {
    /// Runs until a signal stops it, and returns the exit code.
    package static func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        let settings: Settings
        do {
            settings = try Settings(arguments, environment: environment)
        } catch {
            let message = Arguments.fullMessage(for: error)
            guard Arguments.exitCode(for: error) == .success else {
                complain(message)
                return .usage
            }
            print(message)  // the help
            return .success
        }
        return await run(settings)
    }

    private static func run(_ settings: Settings) async -> ExitCode {
        let log = Logger(label: "orders-server") { label in
            var handler: any LogHandler =
                switch settings.logFormat {
                case .text: StreamLogHandler.standardError(label: label)
                case .json: JSONLogHandler(label: label, to: .standardError)
                }
            handler.logLevel = settings.logLevel
            return handler
        }
        do {
            switch settings.wiring {
            case .armory: try await ArmoryWiring.run(settings, log: log)
            case .hand: try await HandWiring.run(settings, log: log)
            }
            return .success
        } catch {
            let failure = StartFailure(error, settings: settings)
            complain("orders-server: \(failure.message)")
            return failure.code
        }
    }

    private static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    }
}
