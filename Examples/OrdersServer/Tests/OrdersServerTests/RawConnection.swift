import Foundation

/// A connection whose bytes a test reads as slowly as it likes, and that it can drop.
final class RawConnection {
    private var descriptor: Int32
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

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Reads until there are so many bytes, or the other side has ended.
    func read(to count: Int = .max) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while received.count < count {
            let got = recv(descriptor, &buffer, buffer.count, 0)
            guard got > 0 else { return }
            received.append(contentsOf: buffer[..<got])
        }
    }

    func drop() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// A port of 127.0.0.1 that is taken as long as the returned descriptor is open.
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
