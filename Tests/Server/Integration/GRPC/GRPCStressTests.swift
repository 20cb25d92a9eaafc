#if GRPC
import Armory
import ArmoryGRPC
import ArmoryRequests
import ArmoryTestSupport
import GRPCCore
import XCTest

private final class Work: Sendable {
    let life = Counted()
}

// Many calls at once, some of them given up: every scope ends, once, and nothing is left.
final class GRPCStressTests: LeakCheckedTestCase {
    private let scopes = ScopeCounts()
    private let made = Locked(0)
    private let closed = Locked(0)

    private func container() throws -> Container {
        try Container(configuration: .init(subscribers: [scopes])) {
            Module.calls(label: "test")
            Scoped { [made] in
                made.withLock { $0 += 1 }
                return Work()
            }
            .onShutdown { [closed] (_: Work) async in closed.withLock { $0 += 1 } }
        }
    }

    private static let methods: [String: TextService.Method] = [
        "Unary": { request, _ in
            _ = try Container.currentScope.resolve(Work.self)
            let single = try await ServerRequest(stream: request)
            return StreamingServerResponse(single: ServerResponse(message: single.message))
        },
        "Fails": { _, _ in
            _ = try Container.currentScope.resolve(Work.self)
            throw RPCError(code: .aborted, message: "")
        },
        "Chat": { request, _ in
            StreamingServerResponse { writer in
                _ = try Container.currentScope.resolve(Work.self)
                for try await message in request.messages { try await writer.write(message) }
                return [:]
            }
        },
    ]

    private func checkEnds() async {
        await scopes.allEnded()
        XCTAssertEqual(scopes.counts.open, 0)
        XCTAssertEqual(made.withLock { $0 }, closed.withLock { $0 })
    }

    /// A first run, and the measured ones.
    private static let runs = 4

    func testINT6_UnaryCallsLeaveNoScopeAndNoMemory() async throws {
        let each = StressScale.scaled(1_000_000, atLeast: 10_000) / Self.runs
        try await withTexts(try container(), Self.methods) { [scopes] client in
            let grown = await scopes.growth(runs: Self.runs) {
                let answered = await calls(each) { number in
                    let answer = try await client.call(number % 16 == 0 ? "Fails" : "Unary", ["\(number)"])
                    XCTAssertEqual(answer, ["\(number)"])
                }
                XCTAssertEqual(answered, each - (each + 15) / 16)
            }
            XCTAssertLessThan(grown, 1 << 19, "of \(each) calls")
        }
        await checkEnds()
        XCTAssertEqual(scopes.counts.completed + scopes.counts.failed, Self.runs * each)
        XCTAssertEqual(scopes.counts.failed, Self.runs * ((each + 15) / 16))
    }

    func testINT6_StreamingCallsThatAreGivenUpLeaveNoScopeAndNoMemory() async throws {
        let each = StressScale.scaled(100_000, atLeast: 2_000) / Self.runs
        let overdue = (0..<each).count { $0 % 8 == 2 }
        let plain = (0..<each).count { $0 % 2 == 0 } - overdue
        try await withTexts(try container(), Self.methods) { [scopes] client in
            let grown = await scopes.growth(runs: Self.runs) {
                let answered = await calls(each) { number in
                    let messages = (0..<4).map { "\(number) \($0)" }
                    // Every other call is cancelled: before it has begun, at its first message, or at its last. Some have a
                    // deadline that has passed.
                    let call = Task {
                        try await client.call(
                            "Chat", messages, metadata: number % 8 == 2 ? ["grpc-timeout": "1n"] : [:]
                        ) { message in
                            if number % 8 == 1 || number % 8 == 3 && message == messages[3] {
                                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                                try Task.checkCancellation()
                            }
                        }
                    }
                    if number % 8 >= 5 && number % 2 == 1 { call.cancel() }
                    let answer = try await call.value
                    XCTAssertEqual(answer, messages)
                }
                XCTAssertGreaterThanOrEqual(answered, plain)
                XCTAssertLessThanOrEqual(answered, each - overdue - (0..<each).count { [1, 3].contains($0 % 8) })
            }
            XCTAssertLessThan(grown, 1 << 19, "of \(each) calls")
        }
        await checkEnds()
        XCTAssertGreaterThanOrEqual(scopes.counts.completed, Self.runs * plain)
        XCTAssertGreaterThanOrEqual(scopes.counts.failed, Self.runs * overdue)
    }
}

/// Makes calls in some tasks at a time, and returns how many were answered.
private func calls(_ count: Int, _ call: @escaping @Sendable (Int) async throws -> Void) async -> Int {
    await withTaskGroup(of: Int.self) { group in
        for task in 0..<8 {
            group.addTask {
                var answered = 0
                for number in stride(from: task, to: count, by: 8) {
                    do {
                        try await call(number)
                        answered += 1
                    } catch {}
                }
                return answered
            }
        }
        return await group.reduce(0, +)
    }
}

extension ScopeCounts {
    /// The bytes that the heap grows by in one run of `runs`, after the first.
    fileprivate func growth(runs: Int, _ run: () async -> Void) async -> Int {
        await run()
        await allEnded()
        return await Heap.growth(rounds: runs - 1) { _ in
            await run()
            await allEnded()
        }
    }
}
#endif
