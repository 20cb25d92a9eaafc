import Armory
import Foundation
import GRDB
import NIOCore

/// The program's exit codes.
///
/// The numbers follow `sysexits.h`.
package enum ExitCode: Int32, Sendable {
    case success = 0
    case usage = 64
    case portTaken = 69
    case fault = 70
    case noDatabase = 73
}

/// The reason why the service did not start, for the user who started it.
struct StartFailure {
    let code: ExitCode
    let message: String

    init(_ error: any Error, settings: Settings) {
        // The container's path to the code that threw is for the program's author.
        switch (error as? ResolutionError)?.rootCause ?? error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            code = .portTaken
            message = "port \(settings.port) is taken; --port names another, 0 any free one"
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
            code = .usage
            message = "--host \(settings.host) is no address of this machine"
        case is SocketAddressError:
            code = .usage
            message = "--host \(settings.host) has no address"
        case let error as DatabaseError:
            code = .noDatabase
            message = "the database \(settings.database) cannot be opened: \(error.message ?? error.description)"
        case let error:
            code = .fault
            message = "\(error)"
        }
    }
}
