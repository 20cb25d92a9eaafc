/// The errors that the user's input can cause.
package enum OrdersError: Error, Equatable, CustomStringConvertible {
    case usage(String)
    case malformed(file: String, line: Int, reason: String)
    case unreadable(file: String, reason: String)
    case unknownCustomer(Customer.ID, hint: String)

    package var description: String {
        switch self {
        case .usage(let message): "\(message); --help explains"
        case .malformed(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .unknownCustomer(let id, let hint): "unknown customer \"\(id)\"; \(hint)"
        }
    }
}

/// The exit codes of the program.
///
/// The numbers follow `sysexits.h`.
package enum ExitCode: Int32, Sendable {
    case success = 0
    case usage = 64
    case malformedData = 65
    case unreadableFile = 66
    case unknownCustomer = 67
    /// The wiring is wrong: a bug in the program.
    case wiring = 70

    init(_ error: OrdersError) {
        self =
            switch error {
            case .usage: .usage
            case .malformed: .malformedData
            case .unreadable: .unreadableFile
            case .unknownCustomer: .unknownCustomer
            }
    }
}
