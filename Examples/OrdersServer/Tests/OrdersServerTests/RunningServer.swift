import Foundation
import OrdersServerCore
import XCTest

/// The program, started as its users start it.
///
/// It has `/debug/live`, and closes its listener at once when it is stopped, unless its arguments say otherwise.
final class RunningServer {
    private(set) var url = ""
    /// What it wrote on standard output up to its start.
    private(set) var announcement = ""
    private let output = Pipe()
    private let process: Process
    private let complaints: URL

    /// Starts it on any free port, and returns when it has said where it listens.
    convenience init(_ arguments: String..., wiring: Settings.Wiring, port: String? = "0") throws {
        try self.init(launching: arguments, wiring: wiring, port: port)
        try waitUntilItListens()
    }

    /// Waits until it has said where it listens.
    func waitUntilItListens() throws {
        while !announcement.contains("--json '") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else {
                process.waitUntilExit()
                throw Failure(announcement + (try String(contentsOf: complaints, encoding: .utf8)))
            }
            announcement += String(decoding: bytes, as: UTF8.self)
        }
        url = try XCTUnwrap(announcement.split(separator: " ").first { $0.hasPrefix("http://") }).trimming(",")
    }

    /// Starts it, and returns at once.
    init(launching arguments: [String], wiring: Settings.Wiring, port: String? = "0") throws {
        (process, complaints) = try Self.launch(
            ["--debug-live", "on", "--drain-delay", "0", "--wiring", wiring.rawValue]
                + (port.map { ["--port", $0] } ?? []) + arguments, output: output)
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: complaints)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    var port: UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }

    var isRunning: Bool { process.isRunning }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// The lines on standard error so far.
    var log: [String] {
        let text = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// The rest of standard output, once the program has ended.
    func rest() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Waits for its end.
    func exit() -> (code: Int32, log: [String]) {
        process.waitUntilExit()
        return (process.terminationStatus, log)
    }

    func stop() -> (code: Int32, log: [String]) {
        signal(SIGTERM)
        return exit()
    }

    /// Runs it to its end, which has to come by itself.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String, log: [String]) {
        let output = Pipe()
        let (process, complaints) = try launch(arguments, environment: environment, output: output)
        defer { try? FileManager.default.removeItem(at: complaints) }
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let log = try String(contentsOf: complaints, encoding: .utf8)
        return (
            process.terminationStatus, String(decoding: bytes, as: UTF8.self),
            log.split(separator: "\n").map(String.init)
        )
    }

    /// Standard error goes to a file: two pipes that are read one after the other could fill up.
    private static func launch(
        _ arguments: [String], environment: [String: String] = [:], output: Pipe
    ) throws -> (Process, URL) {
        let complaints = FileManager.default.temporaryDirectory.appending(component: "orders-server-\(UUID())")
        try Data().write(to: complaints)
        let process = Process()
        process.executableURL = products.appending(component: "orders-server")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.run()
        return (process, complaints)
    }

    /// Where the package manager puts what it builds: beside the tests.
    private static var products: URL {
        #if os(macOS)
        Bundle(for: RunningServer.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }
}

extension Substring {
    fileprivate func trimming(_ end: String) -> String { hasSuffix(end) ? String(dropLast(end.count)) : String(self) }
}
