#if Hummingbird && os(Linux)
import Foundation
import Glibc

/// A client of one connection that may hang up at any time.
final class Caller {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, size)
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw POSIXError(.EPIPE) }
    }

    /// What has come, at most 4 KiB.
    func receive() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        guard count > 0 else { throw POSIXError(.ECONNRESET) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Drops the connection, unread bytes and all.
    func hangUp() { close(descriptor) }
}

@available(*, unavailable, message: "One task has it.")
extension Caller: Sendable {}
#endif
