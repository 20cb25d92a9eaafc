// A call, as the seeds of its scope.

#if GRPC
internal import Armory
internal import ArmoryLogging
internal import ArmoryRequests
public import GRPCCore
internal import Logging
internal import Synchronization

/// What a call's scope knows of the call.
///
/// ```swift
/// Scoped { resolver in Audit(peer: try resolver.resolve(RPC.self).remotePeer) }
/// ```
public struct RPC: Sendable {
    /// Tells the call from all other calls; it is on the lines of its logger as `rpc.id`.
    public let id = ID()
    /// The service and the method.
    public let method: MethodDescriptor
    /// The metadata that the client has sent.
    public let metadata: Metadata
    /// The client's address, as the transport describes it, such as `ipv4:127.0.0.1:54321`.
    public let remotePeer: String
    /// The server's address, as the transport describes it.
    public let localPeer: String
    /// The time at which the client gives up; nil: there is no limit.
    ///
    /// It is the time at which the call arrived, and the time limit that came with it. Then gRPC cancels the call, but not
    /// the task of its handler: see ``cancellation``.
    public let deadline: ContinuousClock.Instant?
    /// Tells whether and when the client has gone, the deadline has passed, or the server began to shut down.
    public let cancellation: ServerContext.RPCCancellationHandle

    init(_ metadata: Metadata, _ context: ServerContext) {
        method = context.descriptor
        self.metadata = metadata
        remotePeer = context.remotePeer
        localPeer = context.localPeer
        deadline = metadata[stringValues: "grpc-timeout"].first { _ in true }
            .flatMap(Self.duration)
            .map { ContinuousClock.now + $0 }
        cancellation = context.cancellation
    }

    /// Whether the deadline has passed.
    var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

    /// Returns a time limit from its text in metadata: up to eight digits and a unit; nil: the text is malformed.
    ///
    /// Source: the section "Requests" of gRPC's protocol over HTTP/2.
    package static func duration(_ text: String) -> Duration? {
        guard (2...9).contains(text.utf8.count), text.dropLast().allSatisfy(\.isASCIIDigit),
            let count = Int64(text.dropLast())
        else { return nil }
        return switch text.last {
        case "H": .seconds(count * 3600)
        case "M": .seconds(count * 60)
        case "S": .seconds(count)
        case "m": .milliseconds(count)
        case "u": .microseconds(count)
        case "n": .nanoseconds(count)
        default: nil
        }
    }
}

extension RPC {
    /// The ID of a call: no other call of this process has it, and hardly one of another process.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        private static let process = UInt64.random(in: .min ... .max)
        private static let last = Atomic(UInt64.random(in: .min ... .max))
        private let number: UInt64

        init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }

        /// The ID as 32 hexadecimal digits.
        public var description: String { Self.digits(Self.process) + Self.digits(number) }

        private static func digits(_ number: UInt64) -> String {
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// A call as work that gets a scope.
struct IncomingRPC: IncomingWork {
    let rpc: RPC
    let logger: Logger

    var seeds: [ScopeSeed] { [ScopeSeed(rpc), ScopeSeed(logger).named(.request)] }

    func closingFailed(_ error: ResolutionError) {
        for fault in error.faults {
            logger.error("The instances of the call could not be closed.", metadata: ["error": "\(fault)"])
        }
    }
}

extension Logger {
    /// The logger with the call's metadata.
    func of(_ rpc: RPC) -> Logger {
        var logger = self
        logger[metadataKey: "rpc.id"] = .stringConvertible(rpc.id)
        logger[metadataKey: "rpc.service"] = "\(rpc.method.service.fullyQualifiedService)"
        logger[metadataKey: "rpc.method"] = "\(rpc.method.method)"
        logger[metadataKey: "rpc.peer"] = "\(rpc.remotePeer)"
        return logger
    }
}
#endif
