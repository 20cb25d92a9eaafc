import Foundation
import OrdersServerCore
import XCTest

/// The program, started as a user starts it.
///
/// It has `/debug/live`, and closes its listener at once when it is stopped, unless the arguments override this.
final class RunningServer {
    private(set) var url = ""
    /// Its standard output, up to the line with its address.
    private(set) var announcement = ""
    private let output = Pipe()
    private let process: Process
    private let complaints: URL

    /// Starts the program on any free port, and returns when the program has printed its address.
    convenience init(_ arguments: String..., wiring: Settings.Wiring, port: String? = "0") throws {
        try self.init(launching: arguments, wiring: wiring, port: port)
        try waitUntilItListens()
    }

    /// Waits until the program has printed its address.
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

    /// Starts the program, and returns at once.
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

    /// The rest of standard output, after the program has ended.
    func rest() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Waits until the program ends.
    func exit() -> (code: Int32, log: [String]) {
        process.waitUntilExit()
        return (process.terminationStatus, log)
    }

    func stop() -> (code: Int32, log: [String]) {
        signal(SIGTERM)
        return exit()
    }

    /// Runs the program until it ends; it must end without a signal.
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

    /// Standard error goes to a file, because two pipes that are read one after the other could fill up.
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

    /// The folder where the package manager puts the executables: the folder of the tests.
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
