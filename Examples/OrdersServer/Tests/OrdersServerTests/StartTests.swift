import Foundation
import OrdersServerCore
import XCTest

/// Tests the start of the service, and the messages when it does not start.
final class StartTests: XCTestCase {
    func testItSaysWhereItIsAndWhatToTry() async throws {
        try await inEveryWiring { wiring in
            let server = try RunningServer("--seed", "1", wiring: wiring)
            XCTAssertTrue(
                server.announcement.contains("\n  curl -s \(server.url)/orders/seed-1\n"), server.announcement)
            XCTAssertTrue(server.announcement.contains("wired by \(wiring.rawValue)"), server.announcement)
            let status = try await Client(server).get("/orders/seed-1").status
            XCTAssertEqual(status, 200)
        }
    }

    func testAnotherPortIsChosenWhereTheDefaultIsTaken() async throws {
        // If the test cannot take the port, another process has it, which has the same effect.
        let taken = try? RawConnection.taken(8080)
        defer { if let taken { close(taken.descriptor) } }
        try await inEveryWiring { wiring in
            let server = try RunningServer("--any-port", "on", wiring: wiring, port: nil)
            XCTAssertNotEqual(server.port, 8080)
            XCTAssertTrue(server.announcement.contains(" (8080 is taken)"), server.announcement)
            let status = try await Client(server).get("/livez").status
            XCTAssertEqual(status, 200)
        }
    }

    func testThePortIsTaken() async throws {
        let (descriptor, port) = try RawConnection.taken()
        defer { close(descriptor) }
        try await inEveryWiring { wiring in
            let run = try RunningServer.run(["--wiring", wiring.rawValue, "--port", "\(port)"])
            XCTAssertEqual(run.code, 69)
            XCTAssertEqual(run.output, "")
            XCTAssertEqual(
                run.log.last, "orders-server: port \(port) is taken; --port names another, 0 any free one", "\(wiring)")
            // The parts that were started before are stopped.
            assertInOrder(
                ["database opened", "prices started", "prices stopped", "database closed"], in: run.log, wiring)
        }
    }

    func testTheDatabaseCannotBeOpened() async throws {
        let file = try databaseFile(of: self)
        try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: file))
        try await inEveryWiring { wiring in
            let wrong = [("/nowhere/orders.sqlite", "unable to open database file"), (file, "file is not a database")]
            for (path, reason) in wrong {
                let run = try RunningServer.run(["--wiring", wiring.rawValue, "--port", "0", "--database", path])
                XCTAssertEqual(run.code, 73)
                XCTAssertEqual(
                    run.log.last, "orders-server: the database \(path) cannot be opened: \(reason)", "\(wiring)")
            }
        }
    }

    func testTheSettingsAreWrong() throws {
        let number = "is not a number from"
        let wrong: [(arguments: [String], environment: [String: String], message: String)] = [
            (["--colour"], [:], "Unknown option '--colour'"),
            (["--port"], [:], "Missing value for '--port <port>'"),
            (["--port", "65536"], [:], #"--port "65536" \#(number) 0 to 65535"#),
            (["--drain-delay", "soon"], [:], #"--drain-delay "soon" \#(number) 0 to 3600"#),
            (["--header-timeout", "0"], [:], #"--header-timeout "0" \#(number) 1 to 3600"#),
            (["--max-connections", "0"], [:], #"--max-connections "0" \#(number) 1 to 1000000"#),
            (["--wiring", "magic"], [:], #"--wiring "magic" is none of armory, hand"#),
            (["--access-log", "yes"], [:], #"--access-log "yes" is none of on, off"#),
            ([], ["ORDERS_SEED": "many"], #"ORDERS_SEED "many" \#(number) 0 to 10000000"#),
            ([], ["ORDERS_LOG_FORMAT": "xml"], #"ORDERS_LOG_FORMAT "xml" is none of text, json"#),
            (["--prices", "here:80"], [:], #"--prices "here:80" is no URL"#),
            (["--inspector", "on", "--inspector-token", "short"], [:], "token"),
            (
                ["--inspector", "on", "--wiring", "hand"], [:],
                "--inspector shows a container, and --wiring hand has none"
            ),
        ]
        for (arguments, environment, message) in wrong {
            let run = try RunningServer.run(arguments, environment: environment)
            XCTAssertEqual(run.code, 64, message)
            XCTAssertEqual(run.output, "", message)
            XCTAssertTrue(run.log.first?.contains(message) == true, "\(run.log)")
            XCTAssertEqual(run.log.last, "  See 'orders-server --help' for more information.")
        }
    }

    /// Each option can be set by its variable, and an option takes precedence over its variable.
    func testOptionsBeatVariablesAndVariablesBeatDefaults() throws {
        let environment = [
            "ORDERS_PORT": "9000", "ORDERS_SEED": "7", "ORDERS_LOG_LEVEL": "debug", "ORDERS_ANY_PORT": "on",
            "ORDERS_INSPECTOR": "on", "ORDERS_HOST": "0.0.0.0",
            "ORDERS_INSPECTOR_TOKEN": "0123456789abcdef0123456789abcdef",
        ]
        let settings = try Settings(["--port", "9001"], environment: environment)
        XCTAssertEqual(settings.port, 9001)
        XCTAssertEqual(settings.seed, 7)
        XCTAssertEqual(settings.logLevel, .debug)
        XCTAssertTrue(settings.anyPort)
        XCTAssertEqual(settings.host, "0.0.0.0")
        XCTAssertTrue(settings.inspector)
        XCTAssertEqual(settings.drain, 10)
        XCTAssertEqual(settings.drainDelay, 5)
        XCTAssertEqual(settings.database, "memory")
    }

    func testHelpNamesOptionsVariablesAndExitCodes() throws {
        let run = try RunningServer.run(["--help"])
        XCTAssertEqual(run.code, 0)
        XCTAssertEqual(run.log, [])
        let options = [
            "wiring", "host", "port", "any-port", "database", "seed", "prices", "inspector", "inspector-token",
            "debug-live", "log-level", "log-format", "access-log", "metrics", "drain", "drain-delay", "header-timeout",
            "body-timeout", "idle-timeout", "max-connections",
        ]
        let variables = options.map { "ORDERS_" + $0.uppercased().replacing("-", with: "_") }
        let codes = ["\n   0  ", "\n  64  ", "\n  69  ", "\n  70  ", "\n  73  "]
        for text in options.map({ "  --\($0) " }) + variables + codes {
            XCTAssertTrue(run.output.contains(text), text)
        }
    }
}
