import Foundation
import Logging

/// The whole program, apart from the process it runs in.
package enum Program {
    /// Runs until a signal stops it, and returns the exit code.
    package static func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        do {
            let settings = try Settings(arguments, environment: environment)
            if settings.wantsHelp {
                print(Settings.help)
                return .success
            }
            return await run(settings)
        } catch {
            complain(error.description)
            return .usage
        }
    }

    private static func run(_ settings: Settings) async -> ExitCode {
        let log = Logger(label: "orders-server") { label in
            var handler = StreamLogHandler.standardError(label: label)
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
            complain(failure.message)
            return failure.code
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("orders-server: \(message)\n".utf8))
    }
}
