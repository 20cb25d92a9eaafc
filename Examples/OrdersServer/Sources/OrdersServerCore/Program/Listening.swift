import Foundation
import NIOCore
import NIOPosix

/// The address of the service.
enum Listening {
    /// Returns the port of the settings, or 0 for any free port if the port is taken and the settings allow any port.
    static func port(_ settings: Settings) async throws -> Int {
        guard settings.anyPort else { return settings.port }
        do {
            let probe = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: settings.host, port: settings.port).get()
            try await probe.close()
            return settings.port
        } catch {
            return 0
        }
    }

    /// Prints the address on standard output, and requests to try.
    static func announce(_ port: Int?, settings: Settings) {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host  // IPv6
        let url = "http://\(host):\(port ?? 0)"
        let taken = settings.anyPort && port != settings.port ? " (\(settings.port) is taken)" : ""
        let inspector = settings.inspector ? "the container is shown at \(url)/_armory\n" : ""
        let text = """
            orders-server listens on \(url)\(taken), wired by \(settings.wiring.rawValue); Ctrl-C stops it
            \(inspector)try:
              curl -s \(url)/orders/seed-1
              curl -s \(url)/orders --json '{"customer":"C101","lines":[{"sku":"P01","quantity":2}]}'

            """
        // Not `print`: a reader at the other end of a pipe would wait until the buffer is full.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
