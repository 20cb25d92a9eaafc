import ArgumentParser

/// The command line.
///
/// Every option has a variable with the same name: `--log-level` is `ORDERS_LOG_LEVEL`. The values are texts here, because
/// ``Settings`` checks the values of options and variables in the same way.
struct Arguments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders-server", abstract: "Takes orders over HTTP. SIGTERM and SIGINT stop it.",
        discussion: """
            An option beats its variable, and a variable beats the default. The variable is the option in capitals: \
            ORDERS_LOG_LEVEL for --log-level.

            exit codes:
               0  stopped, also during the start
              64  the arguments or the environment are wrong
              69  the port is taken
              70  a fault of the program
              73  the database cannot be opened
            """)

    @Option(help: "armory, or hand: the same service without a container; ORDERS_WIRING (default: armory)")
    var wiring: String?
    @Option(help: "The address to listen on; ORDERS_HOST (default: 127.0.0.1)")
    var host: String?
    @Option(help: "The port, 0: any free one; ORDERS_PORT (default: 8080)")
    var port: String?
    @Option(help: "The port for gRPC, 0: any free one; ORDERS_GRPC_PORT (default: no gRPC)")
    var grpcPort: String?
    @Option(help: "on: any free port if the port is taken; ORDERS_ANY_PORT (default: off)")
    var anyPort: String?
    @Option(help: "A file, created if there is none, or memory; ORDERS_DATABASE (default: memory)")
    var database: String?
    @Option(help: "The number of sample orders for a database without products; ORDERS_SEED (default: 0)")
    var seed: String?
    @Option(help: "The URL of the price service; ORDERS_PRICES (default: a price service in this process)")
    var prices: String?
    @Option(help: "on: /_armory shows the container, to this machine or with a token; ORDERS_INSPECTOR (default: off)")
    var inspector: String?
    @Option(help: "The token for /_armory; ORDERS_INSPECTOR_TOKEN (default: none on loopback, else random)")
    var inspectorToken: String?
    @Option(help: "on: /debug/live counts the objects of requests; ORDERS_DEBUG_LIVE (default: off)")
    var debugLive: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical; ORDERS_LOG_LEVEL (default: info)")
    var logLevel: String?
    @Option(help: "text, or json: one object a line; ORDERS_LOG_FORMAT (default: text)")
    var logFormat: String?
    @Option(help: "on: one line of the log for each request; ORDERS_ACCESS_LOG (default: on)")
    var accessLog: String?
    @Option(help: "on: /metrics has counters and timers for Prometheus; ORDERS_METRICS (default: off)")
    var metrics: String?
    @Option(help: "Seconds that requests have to end after a signal; ORDERS_DRAIN (default: 10)")
    var drain: String?
    @Option(help: "Seconds between \"not ready\" and the closed listener; ORDERS_DRAIN_DELAY (default: 5)")
    var drainDelay: String?
    @Option(help: "Seconds for the head of a request; ORDERS_HEADER_TIMEOUT (default: 10)")
    var headerTimeout: String?
    @Option(help: "Seconds for the body of a request; ORDERS_BODY_TIMEOUT (default: 30)")
    var bodyTimeout: String?
    @Option(help: "Seconds that a connection may be idle; ORDERS_IDLE_TIMEOUT (default: 60)")
    var idleTimeout: String?
    @Option(help: "The number of open connections; ORDERS_MAX_CONNECTIONS (default: 1000)")
    var maxConnections: String?

    /// The given options, by the names of their variables.
    var variables: [String: String] {
        let options = [
            "wiring": wiring, "host": host, "port": port, "grpc-port": grpcPort, "any-port": anyPort,
            "database": database, "seed": seed,
            "prices": prices, "inspector": inspector, "inspector-token": inspectorToken, "debug-live": debugLive,
            "log-level": logLevel, "log-format": logFormat, "access-log": accessLog, "metrics": metrics, "drain": drain,
            "drain-delay": drainDelay, "header-timeout": headerTimeout, "body-timeout": bodyTimeout,
            "idle-timeout": idleTimeout, "max-connections": maxConnections,
        ]
        let given = options.compactMapValues { $0 }.map { (Self.variable(of: $0), $1) }
        return Dictionary(uniqueKeysWithValues: given)
    }

    /// The variable of an option: `ORDERS_LOG_LEVEL` for `log-level`.
    static func variable(of option: String) -> String {
        "ORDERS_" + option.uppercased().replacing("-", with: "_")
    }
}
