// The examples of GRPC.md.

#if GRPC
import Armory
import ArmoryGRPC
import ArmoryRequests
import ArmoryServiceLifecycle
import ArmoryTestSupport
import Foundation
import GRPCCore
import GRPCInProcessTransport
import Logging
import XCTest

private let output = Printed()

private func print(_ line: String) { output(line) }

/// As a protocol that is generated from a file of Protocol Buffers.
private protocol OrdersProtocol: RegistrableRPCService {
    func place(_ item: String) async throws -> String
}

extension OrdersProtocol {
    fileprivate func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(forMethod: .text("place"), deserializer: TextCoding(), serializer: TextCoding()) {
            request, _ in
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: try await self.place(single.message)))
        }
    }
}

private func runShop(_ transport: InProcessTransport) async throws {
    /// The test goes on.
    func exit(_ code: Int32) {}

    final class UnitOfWork: Sendable {
        let rpc: RPC
        init(rpc: RPC) { self.rpc = rpc }
        func commit() { print("committed: \(rpc.method.method)") }
        func rollBack() { print("rolled back: \(rpc.method.method)") }
    }

    struct OrderService {
        let work: UnitOfWork
        let logger: Logger

        func place(_ item: String) -> String {
            logger.info("An order is placed.")
            return "\(item) is ordered"
        }
    }

    struct OrdersRPC: OrdersProtocol {
        func place(_ item: String) async throws -> String {
            try Container.currentScope.resolve(OrderService.self).place(item)
        }
    }

    do {
        let container = try Container {
            Module.calls(label: "shop")
            Module.server(logger: Logger(label: "shop.calls")) { _ in transport.server }
            Singleton(OrdersRPC.init).service()
            Scoped(UnitOfWork.init)  // init(rpc: RPC)
                .onShutdown { work, end in end.isCompleted ? work.commit() : work.rollBack() }
            Transient(OrderService.init)  // init(work: UnitOfWork, logger: Logger)
        }
        try await container.runServices(logger: Logger(label: "shop"))
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
    }
}

final class GRPCExampleTests: LeakCheckedTestCase {
    func testINT6_TheExampleOfThePageRuns() async throws {
        let transport = InProcessTransport()
        let run = Task { try await runShop(transport) }
        try await withGRPCClient(transport: transport.client) { client in
            let answer = try await client.call("place", ["anvil"])
            // The hooks have run before the status was sent.
            for line in answer { print("the client gets: \(line)") }
        }
        run.cancel()
        _ = await run.result
        try output.assertOutput(on: "Use/GRPC.md")
    }
}
#endif
