import Foundation
import OrdersServerCore
import XCTest

/// How the service starts, and how it says why it does not.
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
        // Who has it, if we cannot have it, does as well.
        let taken = try? RawConnection.taken(8080)
        defer { if let taken { close(taken.descriptor) } }
        try await inEveryWiring { wiring in
            let server = try RunningServer(wiring: wiring, port: nil)
            XCTAssertNotEqual(server.port, 8080)
            XCTAssertTrue(server.announcement.contains(" (8080 is taken)"), server.announcement)
            let status = try await Client(server).get("/health").status
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
            // What was started before is stopped.
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
        let wrong: [(arguments: [String], environment: [String: String], message: String)] = [
            (["--colour"], [:], #"unknown argument "--colour""#),
            (["--port"], [:], "--port needs a value"),
            (["--port", "65536"], [:], #"--port "65536" is not a number from 0 to 65535"#),
            (["--wiring", "magic"], [:], #"--wiring "magic" is none of armory, hand"#),
            ([], ["ORDERS_SEED": "many"], #"ORDERS_SEED "many" is not a number from 0 to 10000000"#),
        ]
        for (arguments, environment, message) in wrong {
            let run = try RunningServer.run(arguments, environment: environment)
            XCTAssertEqual(run.code, 64)
            XCTAssertEqual(run.log, ["orders-server: \(message); --help explains"])
        }
    }

    func testHelpNamesOptionsVariablesAndExitCodes() throws {
        let run = try RunningServer.run(["--help"])
        XCTAssertEqual(run.code, 0)
        for text in [
            "--wiring", "--database", "ORDERS_DATABASE", "\n   0  ", "\n  64  ", "\n  69  ", "\n  70  ", "\n  73  ",
        ] {
            XCTAssertTrue(run.output.contains(text), text)
        }
    }
}
