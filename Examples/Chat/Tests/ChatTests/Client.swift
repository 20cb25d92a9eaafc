#if Chat
import ChatCore
import FlyingSocks
import Foundation
import Synchronization

/// A WebSocket client with only the features that the tests need.
///
/// Only one task at a time may use it.
final class Client: Sendable {
    enum Received: Equatable {
        case text(String)
        case close(Int)
        case end
    }

    struct NotUpgraded: Error {
        let head: String
    }

    private let socket: AsyncSocket
    private let reader: Reader
    private let isDropped = Atomic(false)

    /// - Parameter buffer: The bytes that the system buffers while the client does not read; nil: the system's default.
    init(port: UInt16, name: String, buffer: Int32? = nil) async throws {
        let base = try Socket(domain: AF_INET)
        if let buffer { try base.setValue(buffer, for: .receiveBufferSize) }
        let socket = try AsyncSocket(socket: base, pool: SocketSources())
        try await socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
        self.socket = socket
        reader = Reader(socket: socket)
        let lines = [
            "GET /chat?name=\(name) HTTP/1.1", "Host: here", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
        ]
        try await socket.write(Data(lines.joined(separator: "\r\n").utf8))
        let head = try await reader.head()
        guard head.hasPrefix("HTTP/1.1 101 ") else {
            drop()
            throw NotUpgraded(head: head)
        }
    }

    func say(_ text: String) async throws { try await send(0x1, Array(text.utf8)) }

    /// Starts the closing handshake.
    func close() async throws { try await send(0x8, [3, 232]) }

    /// Sends a whole frame, masked because the protocol requires it of clients.
    func send(_ operation: UInt8, _ payload: [UInt8]) async throws {
        let mask: [UInt8] = [7, 1, 8, 2]
        var frame: [UInt8] = [0x80 | operation]
        frame +=
            payload.count < 126
            ? [0x80 | UInt8(payload.count)] : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        frame += mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
        try await socket.write(Data(frame))
    }

    /// The next text or close frame; the end if the server has closed the connection.
    func next() async -> Received { await reader.frame() }

    /// Reads up to the first text with this beginning.
    ///
    /// - Returns: Whether such a text came.
    func hear(_ beginning: String) async -> Bool {
        while true {
            guard case .text(let text) = await next() else { return false }
            if text.hasPrefix(beginning) { return true }
        }
    }

    /// Drops the connection without a closing handshake, once.
    func drop() {
        // The system soon gives the descriptor's number to another connection, which a second close would end.
        // Relaxed: the exchange alone decides who closes.
        guard !isDropped.exchange(true, ordering: .relaxed) else { return }
        try? socket.close()
    }

    private actor Reader {
        private let socket: AsyncSocket
        private var bytes: ArraySlice<UInt8> = []

        init(socket: AsyncSocket) { self.socket = socket }

        func head() async throws -> String {
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head.append(try await byte()) }
            return String(decoding: head, as: UTF8.self)
        }

        func frame() async -> Received {
            guard let first = try? await byte(), let second = try? await byte() else { return .end }
            var count = Int(second & 127)
            if count == 126 {
                guard let high = try? await byte(), let low = try? await byte() else { return .end }
                count = Int(high) << 8 | Int(low)
            }
            var payload: [UInt8] = []
            while payload.count < count {
                if bytes.isEmpty { bytes = ((try? await socket.read(atMost: 4096)) ?? [])[...] }
                guard !bytes.isEmpty else { return .end }
                let part = bytes.prefix(count - payload.count)
                payload += part
                bytes = bytes.dropFirst(part.count)
            }
            guard first & 15 == 8 else { return .text(String(decoding: payload, as: UTF8.self)) }
            return .close(payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1]))
        }

        private func byte() async throws -> UInt8 {
            if bytes.isEmpty { bytes = try await socket.read(atMost: 4096)[...] }
            guard let byte = bytes.popFirst() else { throw SocketError.disconnected }
            return byte
        }
    }
}
#endif
