// A service of gRPC whose messages are texts, and its callers, in one process.

#if GRPC
import Armory
import ArmoryGRPC
import ArmoryLogging
import ArmoryTestSupport
import GRPCCore
import GRPCInProcessTransport
import Logging
import XCTest

struct TextCoding: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: String) -> Bytes { Bytes(Array(message.utf8)) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String {
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

struct TextService: RegistrableRPCService {
    typealias Method =
        @concurrent @Sendable (StreamingServerRequest<String>, ServerContext) async throws ->
        StreamingServerResponse<String>

    let methods: [String: Method]

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        for (name, method) in methods {
            router.registerHandler(
                forMethod: .text(name), deserializer: TextCoding(), serializer: TextCoding(), handler: method)
        }
    }
}

extension MethodDescriptor {
    static func text(_ name: String) -> MethodDescriptor {
        MethodDescriptor(fullyQualifiedService: "test.Texts", method: name)
    }
}

extension GRPCClient {
    /// Sends messages and returns those of the answer, for all kinds of calls.
    func call(
        _ method: String, _ messages: [String], metadata: Metadata = [:], timeout: Duration? = nil,
        onMessage: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async throws -> [String] {
        var options = CallOptions.defaults
        options.timeout = timeout
        let request = StreamingClientRequest<String>(metadata: metadata) { writer in
            for message in messages { try await writer.write(message) }
        }
        return try await bidirectionalStreaming(
            request: request, descriptor: .text(method), serializer: TextCoding(), deserializer: TextCoding(),
            options: options
        ) { response in
            var all: [String] = []
            for try await message in response.messages {
                try await onMessage(message)
                all.append(message)
            }
            return all
        }
    }
}

/// Runs a server with the services of a container, and a client of it.
func withTexts<R: Sendable>(
    _ container: Container, _ methods: [String: TextService.Method], interceptors: [any ServerInterceptor] = [],
    logger: Logger = Logger(label: "test"),
    _ body: @Sendable (GRPCClient<InProcessTransport.Client>) async throws -> R
) async throws -> R {
    let transport = InProcessTransport()
    let scopes = ScopeInterceptor(container, logger: logger)
    return try await withGRPCServer(
        transport: transport.server, services: [TextService(methods: methods)], interceptors: [scopes] + interceptors
    ) { _ in
        try await withGRPCClient(transport: transport.client) { client in try await body(client) }
    }
}

/// Counts the scopes that are open, and those that have ended.
final class ScopeCounts: EventSubscriber {
    struct Counts {
        var open = 0
        var completed = 0
        var failed = 0
    }

    private let state = Locked(Counts())
    var counts: Counts { state.withLock { $0 } }
    var kinds: ContainerEvent.Kinds { .scopes }

    func receive(_ event: ContainerEvent) {
        state.withLock { counts in
            switch event {
            case .opened: counts.open += 1
            case .ended(_, let end):
                counts.open -= 1
                if end.isCompleted { counts.completed += 1 } else { counts.failed += 1 }
            default: break
            }
        }
    }

    /// Returns when no scope is open, or not for a long time.
    func allEnded() async {
        let limit = ContinuousClock.now + .seconds(60)
        while counts.open > 0, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
#endif
