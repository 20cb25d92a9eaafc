import Foundation
import NIOCore
import NIOPosix

/// Where the service listens.
enum Listening {
    /// The port that was asked for; else 8080, or any free one where that is taken.
    static func port(_ settings: Settings) async throws -> Int {
        if let port = settings.port { return port }
        do {
            let probe = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: "127.0.0.1", port: 8080).get()
            try await probe.close()
            return 8080
        } catch {
            return 0
        }
    }

    /// Says on standard output where it is, and what to try.
    static func announce(_ port: Int?, settings: Settings) {
        let url = "http://127.0.0.1:\(port ?? 0)"
        let taken = settings.port == nil && port != 8080 ? " (8080 is taken)" : ""
        let inspector = settings.inspector ? "the container is shown at \(url)/_armory\n" : ""
        let text = """
            orders-server listens on \(url)\(taken), wired by \(settings.wiring.rawValue); Ctrl-C stops it
            \(inspector)try:
              curl -s \(url)/orders/seed-1
              curl -s \(url)/orders -d '{"customer":"C101","lines":[{"sku":"P01","quantity":2}]}'

            """
        // Not print: a reader at the other end of a pipe would wait for a full buffer.
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
