import ArgumentParser
package import ArmoryInspector
package import Configuration
package import Foundation
package import Logging

/// The checked values of the command line and the environment.
package struct Settings: Sendable {
    package enum Wiring: String, Sendable, CaseIterable {
        case armory
        case hand
    }

    package enum LogFormat: String, Sendable, CaseIterable {
        case text
        case json
    }

    package let wiring: Wiring
    package let host: String
    /// The port; 0 means any free port.
    package let port: Int
    /// The port for gRPC; 0 means any free port, nil means no gRPC.
    package let grpcPort: Int?
    /// Whether the service may use any free port if the port is taken.
    package let anyPort: Bool
    /// The path of a file, or "memory".
    package let database: String
    package let seed: Int
    /// The address of the price service; nil means a price service in this process.
    package let prices: URL?
    /// Whether a page shows the container.
    package let inspector: Bool
    /// The access to the page with the given token; nil if no token was given.
    package let inspectorAccess: Inspector.Access?
    package let debugLive: Bool
    package let logLevel: Logger.Level
    package let logFormat: LogFormat
    package let accessLog: Bool
    package let metrics: Bool
    /// In seconds, like all times here.
    package let drain: Int
    package let drainDelay: Int
    package let headerTimeout: Int
    package let bodyTimeout: Int
    package let idleTimeout: Int
    package let maxConnections: Int
    /// The same values for a container, with keys such as `orders.seed`.
    package let configuration: ConfigReader

    /// Reads and checks the values.
    ///
    /// - Throws: An error that `Arguments.fullMessage(for:)` explains. It names the option or the variable.
    package init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
        let values = Values(try Arguments.parse(arguments), environment: environment, defaults: Self.defaults)
        configuration = values.reader
        wiring = try values.choice("wiring")
        host = values.text("host") ?? ""
        port = try values.number("port", in: 0...65535)
        grpcPort = try values.text("grpc-port").map { _ in try values.number("grpc-port", in: 0...65535) }
        anyPort = try values.isOn("any-port")
        database = values.text("database") ?? ""
        seed = try values.number("seed", in: 0...10_000_000)
        prices = try values.url("prices")
        debugLive = try values.isOn("debug-live")
        logLevel = try values.choice("log-level")
        logFormat = try values.choice("log-format")
        accessLog = try values.isOn("access-log")
        metrics = try values.isOn("metrics")
        drain = try values.number("drain", in: 0...3600)
        drainDelay = try values.number("drain-delay", in: 0...3600)
        headerTimeout = try values.number("header-timeout", in: 1...3600)
        bodyTimeout = try values.number("body-timeout", in: 1...3600)
        idleTimeout = try values.number("idle-timeout", in: 1...3600)
        maxConnections = try values.number("max-connections", in: 1...1_000_000)
        inspector = try values.isOn("inspector")
        inspectorAccess = try values.text("inspector-token").map(Self.access)
        guard inspector || inspectorAccess == nil else {
            throw ValidationError("--inspector-token has no use without --inspector on")
        }
        guard grpcPort == nil || wiring == .armory else {
            throw ValidationError("--grpc-port works with a container, and --wiring hand has none")
        }
        #if !GRPC
        guard grpcPort == nil else {
            throw ValidationError("--grpc-port needs a build with gRPC: swift run --traits GRPC orders-server")
        }
        #endif
        guard !inspector || wiring == .armory else {
            throw ValidationError("--inspector shows a container, and --wiring hand has none")
        }
    }

    private static func access(_ token: String) throws -> Inspector.Access {
        do { return try .token(token) } catch { throw ValidationError("\(error)") }
    }

    private static let defaults = [
        "wiring": "armory", "host": "127.0.0.1", "port": "8080", "any-port": "off", "database": "memory", "seed": "0",
        "inspector": "off", "debug-live": "off", "log-level": "info", "log-format": "text", "access-log": "on",
        "metrics": "off", "drain": "10", "drain-delay": "5", "header-timeout": "10", "body-timeout": "30",
        "idle-timeout": "60", "max-connections": "1000",
    ]
}
