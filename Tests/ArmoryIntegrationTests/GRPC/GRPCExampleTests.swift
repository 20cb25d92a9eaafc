// The examples of GRPC.md.

#if GRPC
import Armory
import ArmoryGRPC
import ArmoryRequests
import ArmoryServiceLifecycle
import ArmoryTestSupport
import GRPCCore
import GRPCInProcessTransport
import Logging
import XCTest

private final class UnitOfWork: Sendable {
    let rpc: RPC
    init(rpc: RPC) { self.rpc = rpc }
    func commit() {}
    func rollBack() {}
}

private struct OrderService {
    let work: UnitOfWork
    let logger: Logger
    func place(_ item: String) -> String { "\(item) by \(work.rpc.method.method)" }
}

private struct OrdersRPC: RegistrableRPCService {
    func place(_ item: String) async throws -> String {
        try Container.currentScope.resolve(OrderService.self).place(item)
    }

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(forMethod: .text("place"), deserializer: TextCoding(), serializer: TextCoding()) {
            request, _ in
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: try await place(single.message)))
        }
    }
}

private func runShop(_ transport: InProcessTransport) async throws {
    let container = try Container {
        Module.calls(label: "shop")
        Module.server(logger: Logger(label: "shop.calls")) { _ in transport.server }
        Singleton(OrdersRPC.init).service()
        Scoped(UnitOfWork.init)
            .onShutdown { work, end in end.isCompleted ? work.commit() : work.rollBack() }
        Transient(OrderService.init)
    }
    try await container.runServices(logger: Logger(label: "shop"))
}

final class GRPCExampleTests: LeakCheckedTestCase {
    func testINT6_TheExampleOfThePageRuns() async throws {
        let transport = InProcessTransport()
        let run = Task { try await runShop(transport) }
        try await withGRPCClient(transport: transport.client) { client in
            let answer = try await client.call("place", ["anvil"])
            XCTAssertEqual(answer, ["anvil by place"])
        }
        run.cancel()
        _ = await run.result
    }
}
#endif
