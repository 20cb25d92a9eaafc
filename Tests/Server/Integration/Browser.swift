// A headless Chromium, driven over a pipe.
//
// It is asked in JSON, a zero byte behind each message: the Chrome DevTools Protocol. A pipe needs no port and no package.

#if Inspector && os(Linux)
import ArmoryTestSupport
import Foundation
import XCTest

/// A browser that runs until it is closed.
final class Browser: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Something that it has said by itself.
    struct Event: Sendable {
        let method: String
        let session: String
        let parameters: JSONValue
    }

    private struct State {
        var last = 0
        var waiting: [Int: CheckedContinuation<JSONValue, any Error>] = [:]
        var events: [Event] = []
    }

    private let state = Locked(State())
    private let process: Process
    private let input: FileHandle
    private let profile: URL

    /// Where it is; nil: it is not installed.
    static let program: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
        .map { "/usr/bin/\($0)" }.first(where: FileManager.default.isExecutableFile)

    /// Skips a test that needs a browser, which is a large installation, unless `make test-browser` runs it.
    ///
    /// Called before a server starts: NIO ends the process if a server ends while it accepts its first connection.
    static func skipUnlessAsked() throws {
        let isAsked = ProcessInfo.processInfo.environment["ARMORY_BROWSER"] != nil
        try XCTSkipUnless(isAsked, "make test-browser runs the tests in a browser.")
    }

    init() throws {
        guard let program = Self.program else { throw Failure(description: "no chromium: make browser installs it") }
        profile = FileManager.default.temporaryDirectory.appending(path: "armory-browser-\(UUID().uuidString)")
        let (toBrowser, fromBrowser) = (Pipe(), Pipe())
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // It reads from descriptor 3 and writes to 4, and `Process` passes on the first three alone. As root there is no sandbox.
        process.arguments = [
            "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", program, "--headless=new", "--no-sandbox",
            "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
            "--remote-debugging-pipe", "--user-data-dir=\(profile.path)", "about:blank",
        ]
        process.standardInput = toBrowser
        process.standardOutput = fromBrowser
        input = toBrowser.fileHandleForWriting
        try process.run()
        let output = fromBrowser.fileHandleForReading
        Thread { [weak self] in
            var rest = Data()
            while case let data = output.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 0) {
                    self?.receive(rest[rest.startIndex..<end])
                    rest = rest[rest.index(after: end)...]
                }
            }
            self?.failAll()
        }.start()
    }

    func close() {
        process.terminate()
        process.waitUntilExit()
        // Its children may still be writing there.
        for _ in 0..<50 {
            do {
                try FileManager.default.removeItem(at: profile)
                return
            } catch {
                usleep(20_000)
            }
        }
    }

    /// What it has said so far.
    func events(of session: String) -> [Event] {
        state.withLock { $0.events.filter { $0.session == session } }
    }

    /// Asks it, and waits for the answer for a minute at most.
    func call(
        _ method: String, _ parameters: JSONValue = .object([:]), session: String? = nil
    ) async throws -> JSONValue {
        let number = state.withLock {
            $0.last += 1
            return $0.last
        }
        var message: [String: JSONValue] = [
            "id": .number(Double(number)), "method": .string(method), "params": parameters,
        ]
        if let session { message["sessionId"] = .string(session) }
        let bytes = try JSONEncoder().encode(message) + [0]
        let limit = Task { [weak self] in
            try await Task.sleep(for: .seconds(60))
            self?.take(number)?.resume(throwing: Failure(description: "\(method): no answer"))
        }
        defer { limit.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            state.withLock { $0.waiting[number] = continuation }
            do {
                try input.write(contentsOf: bytes)
            } catch {
                take(number)?.resume(throwing: error)
            }
        }
    }

    private func take(_ number: Int) -> CheckedContinuation<JSONValue, any Error>? {
        state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    private func receive(_ data: Data) {
        guard let message = try? JSONDecoder().decode(JSONValue.self, from: Data(data)) else { return }
        if let number = message["id"]?.integer {
            if let error = message["error"]?["message"]?.text {
                take(number)?.resume(throwing: Failure(description: error))
            } else {
                take(number)?.resume(returning: message["result"] ?? .null)
            }
        } else if let method = message["method"]?.text {
            let event = Event(
                method: method, session: message["sessionId"]?.text ?? "", parameters: message["params"] ?? .null)
            state.withLock { $0.events.append(event) }
        }
    }

    private func failAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(throwing: Failure(description: "the browser has ended")) }
    }
}

/// Any JSON.
enum JSONValue: Codable, Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    subscript(_ name: String) -> JSONValue? { if case .object(let fields) = self { fields[name] } else { nil } }
    var text: String? { if case .string(let value) = self { value } else { nil } }
    var double: Double? { if case .number(let value) = self { value } else { nil } }
    var integer: Int? { double.map { Int($0) } }
    var isTrue: Bool { self == .bool(true) }
}
#endif
