import HTTPTypes
import Logging
import NIOCore

/// Logs one line for each request that was read, after its answer was written or cut.
///
/// The line omits the query's values, which may be personal. An answer without a status was never started.
struct AccessLog: Sendable {
    /// A request and the known facts of its answer.
    struct Exchange {
        let request: HTTPRequest
        let begin = NIODeadline.now()
        var status: HTTPResponse.Status?
        var id: String?
        var bytes = 0
    }

    private let log: Logger

    /// Creates an access log; nil if the log level would hide all its lines.
    init?(_ settings: Settings, log: Logger) {
        guard settings.accessLog, log.logLevel <= .info else { return nil }
        self.log = log
    }

    func note(_ exchange: Exchange, isCut: Bool = false) {
        let duration = Double((NIODeadline.now() - exchange.begin).nanoseconds) / 1e6
        var metadata: Logger.Metadata = [
            "method": "\(exchange.request.method)", "path": "\(Self.path(exchange.request.path ?? ""))",
            "ms": "\(duration)", "bytes": "\(exchange.bytes)",
        ]
        if let id = exchange.id { metadata["hb.request.id"] = "\(id)" }
        if let status = exchange.status { metadata["status"] = "\(status.code)" }
        log.info(isCut ? "request cut" : "request", metadata: metadata)
    }

    /// The path with the query's names only: `/orders?customer&limit`.
    static func path(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return target }
        let names = parts[1].split(separator: "&").map { $0.prefix { $0 != "=" } }
        return "\(parts[0])?\(names.joined(separator: "&"))"
    }
}
