import Foundation
import Hummingbird
import Logging
import OrdersServerCore
import ServiceLifecycle
import Synchronization
import XCTest

/// Tests the price client against services that misbehave.
final class PriceClientTests: XCTestCase {
    private struct Question: Codable {
        var skus: [String]
    }

    private struct List: ResponseCodable {
        var cents: [String: Int]
    }

    /// Runs a price service with these answers, and a client of the service.
    ///
    /// The limit is long unless a test waits for its end, because a busy machine may take long to answer.
    private func asking<R: Sendable>(
        within limit: Int = 60, _ answer: @escaping @Sendable (Question) async throws -> Response,
        _ body: @escaping @Sendable (PriceClient) async throws -> R
    ) async throws -> R {
        let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
        let router = Router()
        router.post("prices") { request, context in
            try await answer(try await request.decode(as: Question.self, context: context))
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: quiet)
        let services = ServiceGroup(configuration: .init(services: [application], logger: quiet))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            let number = await ports.first { _ in true }
            let url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(try XCTUnwrap(number))"))
            let client = PriceClient(source: PricesElsewhere(url: url), log: quiet, limit: limit)
            let result = await Result { try await body(client) }
            client.close()
            // Not cancelled: an answer that is being written ends when its client disconnects.
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return try result.get()
        }
    }

    private static func json(_ list: List) throws -> Response {
        let text = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    func testOneRequestAsksForAllPrices() async throws {
        let questions = Mutex<[[String]]>([])
        let skus = Set((1...200).map { "P\($0)" })
        let cents = try await asking { question in
            questions.withLock { $0.append(question.skus) }
            return try Self.json(List(cents: Dictionary(uniqueKeysWithValues: question.skus.map { ($0, $0.count) })))
        } _: {
            try await $0.cents(of: skus)
        }
        XCTAssertEqual(cents.count, 200)
        XCTAssertEqual(cents["P200"], 4)
        XCTAssertEqual(questions.withLock { $0 }, [skus.sorted()])
    }

    func testTheFirstUnknownProductIsNamed() async throws {
        await assertThrows(OrdersError.unknownProduct("B")) {
            try await self.asking { _ in
                try Self.json(List(cents: ["A": 1]))
            } _: {
                try await $0.cents(of: ["C", "B", "A"])
            }
        }
    }

    /// The service sends its first answer only after it has read 32 requests, so all of them are open at once.
    func testRequestsDoNotWaitForEachOther() async throws {
        let count = Mutex(0)
        let all = try await asking { question in
            count.withLock { $0 += 1 }
            for _ in 0..<6000 where count.withLock({ $0 }) < 32 { try await Task.sleep(for: .milliseconds(5)) }
            return try Self.json(List(cents: [question.skus[0]: 7]))
        } _: { client in
            try await withThrowingTaskGroup(of: [String: Int].self) { group in
                for number in 0..<32 { group.addTask { try await client.cents(of: ["\(number)"]) } }
                return try await group.reduce(into: [String: Int]()) { $0.merge($1) { $1 } }
            }
        }
        XCTAssertEqual(all.count, 32)
    }

    func testAnAnswerWithoutAnEndIsGivenUp() async throws {
        let drop = ByteBuffer(string: " ")
        await assertThrows(OrdersError.upstreamDown("no answer within 2 seconds")) {
            try await self.asking(within: 2) { _ in
                Response(
                    status: .ok,
                    body: ResponseBody { writer in
                        while true {
                            try await writer.write(drop)
                            try await Task.sleep(for: .milliseconds(100))
                        }
                    })
            } _: {
                try await $0.cents(of: ["A"])
            }
        }
        let piece = ByteBuffer(repeating: UInt8(ascii: " "), count: 100_000)
        await assertThrows(OrdersError.upstreamDown("no answer within 2 seconds")) {
            try await self.asking(within: 2) { _ in
                Response(status: .ok, body: ResponseBody { writer in while true { try await writer.write(piece) } })
            } _: {
                try await $0.cents(of: ["A"])
            }
        }
    }

    /// A cancelled caller does not wait for the answer, and the connection is closed.
    func testACancelledRequestEndsAtOnce() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (closed, close) = AsyncStream.makeStream(of: Void.self)
        try await asking { _ in
            ask.yield()
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    defer { close.yield() }
                    while true {
                        try await writer.write(ByteBuffer(string: " "))
                        try await Task.sleep(for: .milliseconds(20))
                    }
                })
        } _: { client in
            let task = Task { try await client.cents(of: ["A"]) }
            _ = await asked.first { _ in true }
            task.cancel()
            await assertThrows(CancellationError()) { try await task.value }
            _ = await closed.first { _ in true }
        }
    }

    func testAnErrorOfTheServiceIsNamed() async throws {
        await assertThrows(OrdersError.upstreamDown("it answered 500")) {
            try await self.asking { _ in
                Response(status: .internalServerError)
            } _: {
                try await $0.cents(of: ["A"])
            }
        }
    }
}

private func assertThrows<E: Error>(
    _ wanted: E, line: UInt = #line, _ body: () async throws -> some Any
) async {
    do {
        XCTFail("\(try await body()) instead of \(wanted)", line: line)
    } catch {
        XCTAssertEqual("\(error)", "\(wanted)", line: line)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
