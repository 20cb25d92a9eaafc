import AsyncHTTPClient
import Foundation
import NIOCore
import OrdersServerCore
import XCTest

/// The program, started as its users start it.
final class RunningServer {
    let url: String
    /// What it wrote on standard output up to its start.
    let announcement: String
    private let process: Process
    private let complaints: URL

    /// Starts it on any free port, and returns when it has said where it listens.
    init(_ arguments: String..., wiring: Settings.Wiring, port: String? = "0") throws {
        let output = Pipe()
        (process, complaints) = try Self.launch(
            arguments + ["--wiring", wiring.rawValue] + (port.map { ["--port", $0] } ?? []), output: output)
        var text = ""
        while !text.contains("-d '") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else {
                process.waitUntilExit()
                throw Failure(text + (try String(contentsOf: complaints, encoding: .utf8)))
            }
            text += String(decoding: bytes, as: UTF8.self)
        }
        announcement = text
        url = try XCTUnwrap(text.split(separator: " ").first { $0.hasPrefix("http://") }).trimming(",")
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

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end.
    func exit() -> (code: Int32, log: [String]) {
        process.waitUntilExit()
        let log = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
        return (process.terminationStatus, log.split(separator: "\n").map(String.init))
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
