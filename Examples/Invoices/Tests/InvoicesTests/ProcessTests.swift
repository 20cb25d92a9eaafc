import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import XCTest

/// The program, started as a user starts it.
final class ProcessTests: XCTestCase {
    private func launch(
        _ arguments: [String] = [], _ variables: [String: String]
    ) throws -> (process: Process, output: Pipe, errors: Pipe) {
        let process = Process()
        process.executableURL = Self.products.appending(path: "invoices")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return (process, output, errors)
    }

    private static var products: URL {
        #if os(macOS)
        Bundle(for: Self.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }

    /// Runs the program, which is to end by itself with the code 1.
    private func complaint(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> String {
        let (process, _, errors) = try launch(arguments, variables)
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationReason, .exit, text)
        XCTAssertEqual(process.terminationStatus, 1, text)
        XCTAssertFalse(text.contains("Fatal error") || text.contains("Crash"), text)
        return text
    }

    func testAnErrorOfTheBuildIsOneTextAndTheExitCodeOne() throws {
        let text = try complaint()
        XCTAssertTrue(text.hasPrefix("invoices: "), text)
        let missing = "INVOICES_KEYS (invoices.keys) is missing: expected String, searched the environment"
        XCTAssertTrue(text.contains(missing), text)
        XCTAssertTrue(text.contains("\n  fix: "), text)
    }

    func testAnErrorOfTheStartIsOneTextAndTheExitCodeOne() throws {
        let empty = FileManager.default.temporaryDirectory.appending(path: "invoices-\(UUID()).json")
        try Data(#"{"keys": []}"#.utf8).write(to: empty)
        defer { try? FileManager.default.removeItem(at: empty) }
        XCTAssertTrue(try complaint([], ["INVOICES_KEYS": empty.path]).contains("The key set has no keys."))
        for (variable, value) in [("INVOICES_PORT", "99999"), ("INVOICES_KEYS_INTERVAL", "0")] {
            let text = try complaint(["--development"], [variable: value])
            XCTAssertTrue(text.contains("error: \(variable)"), text)
        }
        let missing = try complaint([], ["INVOICES_KEYS": "/nowhere/keys.json", "INVOICES_PORT": "0"])
        XCTAssertTrue(missing.contains("INVOICES_KEYS: /nowhere/keys.json is no file with a JSON Web Key Set"), missing)
        XCTAssertTrue(missing.contains("TokenVerifier"), missing)
    }

    func testTheTokensOfDevelopmentAreValid() async throws {
        let (process, output, errors) = try launch(["--development"], ["INVOICES_PORT": "0"])
        defer { process.terminate() }
        var log = ""
        while !log.contains("listens on http://127.0.0.1:") || !log.hasSuffix("\n") {
            let bytes = errors.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return XCTFail(log) }
            log += String(decoding: bytes, as: UTF8.self)
        }
        let port = try XCTUnwrap(log.firstMatch(of: #/127\.0\.0\.1:(\d+)/#)?.1)
        let token = try XCTUnwrap(
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("ADA=") }?.dropFirst(4))
        var request = URLRequest(url: try XCTUnwrap(URL(string: "http://127.0.0.1:\(port)/invoices")))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        XCTAssertEqual((response as? HTTPURLResponse)?.statusCode, 200)
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "[]")
        process.terminate()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
    }
}
