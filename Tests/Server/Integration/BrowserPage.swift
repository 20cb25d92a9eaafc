// A page in the browser: what a person does with it, and what is seen.

#if Inspector && os(Linux)
import ArmoryTestSupport
import Foundation
import XCTest

struct BrowserPage {
    let browser: Browser
    let session: String

    /// A window of its own.
    init(_ browser: Browser, width: Int = 1400, height: Int = 860, isDark: Bool = false) async throws {
        self.browser = browser
        let target = try await browser.call("Target.createTarget", .object(["url": .string("about:blank")]))
        let attached = try await browser.call(
            "Target.attachToTarget",
            .object(["targetId": target["targetId"] ?? .null, "flatten": .bool(true)]))
        session = attached["sessionId"]?.text ?? ""
        for domain in ["Page", "Runtime", "Log", "Network"] { try await call("\(domain).enable") }
        try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": .number(1),
                "mobile": .bool(false),
            ])
        let scheme: JSONValue = .object([
            "name": .string("prefers-color-scheme"), "value": .string(isDark ? "dark" : "light"),
        ])
        try await call("Emulation.setEmulatedMedia", ["features": .array([scheme])])
    }

    @discardableResult
    func call(_ method: String, _ parameters: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await browser.call(method, .object(parameters), session: session)
    }

    /// Opens an address, and waits until the view is shown.
    func open(_ address: String, view: String = "graph") async throws {
        try await call("Page.navigate", ["url": .string("\(address)#\(view)")])
        try await wait("document.documentElement.dataset.shown === '\(view)'")
    }

    /// The value of an expression.
    @discardableResult
    func value(_ expression: String) async throws -> JSONValue {
        let answer = try await call(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": .bool(true), "returnByValue": .bool(true)])
        if let fault = answer["exceptionDetails"] { throw Browser.Failure(description: "\(expression): \(fault)") }
        return answer["result"]?["value"] ?? .null
    }

    /// Waits until an expression is true, for a minute at most.
    func wait(_ expression: String, file: StaticString = #filePath, line: UInt = #line) async throws {
        for _ in 0..<2400 {
            if (try? await value(expression))?.isTrue == true { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        XCTFail("never true: \(expression)", file: file, line: line)
    }

    /// Presses a key: one character, or a name such as `Enter`.
    func press(_ key: String, shift: Bool = false) async throws {
        let codes = [
            "Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowRight": 39, "ArrowLeft": 37, "End": 35,
        ]
        var parameters: [String: JSONValue] = [
            "key": .string(key), "code": .string(key), "windowsVirtualKeyCode": .number(Double(codes[key] ?? 0)),
            "modifiers": .number(shift ? 8 : 0),
        ]
        if key.count == 1 { parameters["text"] = .string(key) }
        if key == "Enter" { parameters["text"] = .string("\r") }
        try await call("Input.dispatchKeyEvent", parameters.merging(["type": .string("keyDown")]) { $1 })
        parameters["text"] = nil
        try await call("Input.dispatchKeyEvent", parameters.merging(["type": .string("keyUp")]) { $1 })
    }

    func type(_ text: String) async throws { try await call("Input.insertText", ["text": .string(text)]) }

    /// Clicks at a point of the window.
    func click(x: Double, y: Double) async throws {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            try await call(
                "Input.dispatchMouseEvent",
                [
                    "type": .string(kind), "x": .number(x), "y": .number(y), "button": .string("left"),
                    "clickCount": .number(1),
                ])
        }
    }

    /// What is seen, as bytes of a PNG; it is kept beside the build, and its place printed.
    @discardableResult
    func picture(_ name: String) async throws -> Data {
        // What is drawn in the next frame is on it.
        try await value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        let answer = try await call("Page.captureScreenshot", ["format": .string("png")])
        let data = try XCTUnwrap(Data(base64Encoded: answer["data"]?.text ?? ""))
        let folder = Project.products.deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "artifacts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(name).png")
        try data.write(to: file)
        print("picture: \(file.path)")
        return data
    }

    /// What the console says is wrong, and requests to anywhere but a place.
    func complaints(besides place: String) -> [String] {
        browser.events(of: session).compactMap { event in
            switch event.method {
            case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled":
                return "\(event.method): \(event.parameters)"
            case "Network.requestWillBeSent":
                let address = event.parameters["request"]?["url"]?.text ?? ""
                return address.hasPrefix(place) || address.hasPrefix("data:") ? nil : "request to \(address)"
            default: return nil
            }
        }
    }

    /// How many requests it has sent.
    var requests: [String] {
        browser.events(of: session).filter { $0.method == "Network.requestWillBeSent" }
            .compactMap { $0.parameters["request"]?["url"]?.text }
    }
}
#endif
