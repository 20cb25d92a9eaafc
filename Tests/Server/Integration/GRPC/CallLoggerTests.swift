// The logger of the running task in calls of gRPC, and the ID of a call.

#if GRPC
import Armory
import ArmoryGRPC
import ArmoryRequests
import ArmoryTestSupport
import GRPCCore
import InMemoryLogging
import Logging
import XCTest

final class CallLoggerTests: LeakCheckedTestCase {
    func testINT6_TheHandlerAndTheMessagesLogWithTheCallsID() async throws {
        let log = InMemoryLogHandler()
        let container = try Container { Module.calls(label: "test") }
        let method: TextService.Method = { request, _ in
            let rpc = try Container.currentScope.resolve(RPC.self)
            Logger.current.info("handler")
            return StreamingServerResponse { writer in
                for try await message in request.messages {
                    Logger.current.info("message")
                    async let child: Void = Logger.current.info("child")
                    await child
                    try await writer.write("\(message) \(rpc.id)")
                }
                return [:]
            }
        }
        let logger = Logger(label: "calls") { _ in log }
        let answers = try await withTexts(container, ["Log": method], logger: logger) { client in
            [try await client.call("Log", ["a"]), try await client.call("Log", ["b"])]
        }
        let ids = answers.map { String($0[0].dropFirst(2)) }
        XCTAssertEqual(Set(ids).count, 2)
        for id in ids { XCTAssertEqual(id.count, 32, id) }
        for message in ["handler", "message", "child"] {
            let lines = log.entries.filter { "\($0.message)" == message }
            XCTAssertEqual(lines.map { "\($0.metadata["rpc.id"] ?? "none")" }, ids, message)
            XCTAssertEqual(lines.map { "\($0.metadata["rpc.method"] ?? "none")" }, ["Log", "Log"])
        }
        XCTAssertNil(Logger.current[metadataKey: "rpc.id"])
    }

    func testINT6_IDsOfCallsThatBeginAtOnceDiffer() async throws {
        let container = try Container { Module.calls(label: "test") }
        let method: TextService.Method = { request, _ in
            let id = try Container.currentScope.resolve(RPC.self).id
            XCTAssertEqual(Logger.current[metadataKey: "rpc.id"].map { "\($0)" }, "\(id)")
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: "\(single.message)\(id)"))
        }
        let count = 200
        let ids = try await withTexts(container, ["ID": method]) { client in
            try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<count { group.addTask { try await client.call("ID", [""]) } }
                return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
        }
        XCTAssertEqual(ids.count, count)
    }
}
#endif
