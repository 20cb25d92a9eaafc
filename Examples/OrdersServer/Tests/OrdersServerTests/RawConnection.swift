import Foundation

/// A connection on which a test sends and reads bytes at any speed, and which the test can drop.
final class RawConnection {
    /// The error for a connection that ended before an expected answer.
    struct Ended: Error {
        let received: String
    }

    struct Answer {
        let status: Int
        /// The headers, by lowercase name.
        let headers: [String: String]
        let body: Data

        /// Whether the connection ends with this answer.
        var isLast: Bool { headers["connection"]?.lowercased() == "close" }
    }

    private var descriptor: Int32
    /// The received bytes that `answer()` has not consumed.
    private(set) var received = Data()

    init(to port: UInt16) throws {
        #if os(Linux)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = Self.loopback(port)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { drop() }

    /// Sends the text; returns false if the other side no longer accepts it.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            #if os(Linux)
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            #else
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + sent, bytes.count - sent) }
            #endif
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads until this number of bytes was received, or the other side has ended.
    func read(to count: Int = .max) {
        while received.count < count, readSome() {}
    }

    /// Whether bytes or the end of the connection can be read within some milliseconds.
    func isReadable(within milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&poller, 1, milliseconds) > 0
    }

    private func readSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let got = recv(descriptor, &buffer, buffer.count, 0)
        guard got > 0 else { return false }
        received.append(contentsOf: buffer[..<got])
        return true
    }

    // MARK: Requests

    /// Requests the export, and reads only its beginning.
    func beginExport() {
        send("GET /export HTTP/1.1\r\nHost: here\r\n\r\n")
        read(to: 1000)
    }

    /// Sends a request and reads its answer.
    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> Answer {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: here\r\n"
        if let body {
            let length = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            send(head + length + body)
        } else {
            send(head + "\r\n")
        }
        return try answer(hasBody: method != "HEAD")
    }

    /// Reads one answer with a `Content-Length`, and leaves later bytes.
    func answer(hasBody: Bool = true) throws -> Answer {
        let end = Data("\r\n\r\n".utf8)
        while received.range(of: end) == nil {
            guard readSome() else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
        }
        let headEnd = received.range(of: end)!
        let lines = String(decoding: received[..<headEnd.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
        }
        received = Data(received[headEnd.upperBound...])
        let length = hasBody ? Int(headers["content-length"] ?? "0") ?? 0 : 0
        read(to: length)
        guard received.count >= length else { throw Ended(received: String(decoding: received, as: UTF8.self)) }
        defer { received = Data(received.dropFirst(length)) }
        return Answer(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers, body: received.prefix(length))
    }

    /// Discards the bytes that were received and not consumed.
    func forget() { received = Data() }

    func drop() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Takes a port of 127.0.0.1, until the returned descriptor is closed.
    static func taken(_ port: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
        #if os(Linux)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = loopback(port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let done = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard done else {
            close(descriptor)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
