import Foundation
import XCTest

/// Runs the stories as a reader does.
final class CommandTests: XCTestCase {
    private struct Run {
        let output: String
        let complaint: String
        let code: Int32
    }

    private func launch(_ arguments: String...) throws -> Run {
        let process = Process()
        process.executableURL = Self.products.appending(component: "stories")
        process.arguments = arguments
        let (output, complaint) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        // Neither output is long enough to fill a pipe.
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaints = try complaint.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Run(
            output: String(decoding: bytes, as: UTF8.self), complaint: String(decoding: complaints, as: UTF8.self),
            code: process.terminationStatus)
    }

    /// The folder where the package manager puts the executables: the folder of the tests.
    private static var products: URL {
        #if os(macOS)
        Bundle(for: CommandTests.self).bundleURL.deletingLastPathComponent()
        #else
        Bundle.main.bundleURL
        #endif
    }

    private let orders = """
        # Orders, from a container without registrations

        1. Types that say how they are made
        Loading orders for customer '42', date '2020-04-22 17:41:49 +0000'

        2. A property wrapper, and a view model from the container
        Loading orders for customer '42', date '2020-04-23 18:47:36 +0000'
        Loading mock orders for customer '42', date '2020-04-23 18:47:36 +0000'
        Loading mock orders for customer '42', date '2020-04-23 18:47:36 +0000'

        3. A test without any container
        Asked for the orders of customer '42'

        4. A test container that replaces a type
        Loading mock orders for customer '42', date '2020-04-24 17:47:40 +0000'

        5. The same types, autowired and behind a protocol
        Loading orders for customer '42', date '2020-04-22 17:41:49 +0000'
        Loading archived orders for customer '42', date '2020-04-22 17:41:49 +0000'


        """

    private let knight = """
        # A knight, from hand-written factories to a container

        1. By hand
        a knight in leather boots, woollen pants and a steel helmet
        all seven parts: a knight in leather boots, woollen pants, a leather belt, a steel chest, steel bracers, silk gloves \
        and a steel helmet

        2. Factory methods
        a knight in leather boots, woollen pants and a steel helmet
        a subclass: a knight in leather boots and woollen pants

        3. Parts as arguments
        a knight in leather boots, woollen pants and a steel helmet
        another argument: a knight in woollen pants and a steel helmet

        4. The forge
        a knight in leather boots, woollen pants and a steel helmet

        5. The forge as a service locator
        a knight in leather boots, woollen pants and a steel helmet
        what init(forge:) does not tell: he has the king's crown
        what the container cannot check: LocatingKnight

        6. Forge and garrison
        a knight in leather boots, woollen pants and a steel helmet

        7. A container
        a knight in leather boots, woollen pants and a steel helmet

        8. Injection into the initializer
        a knight in leather boots, woollen pants and a steel helmet
        where there are gloves: a knight in leather boots, woollen pants, a steel helmet and silk gloves

        9. Injection into properties
        a knight in leather boots, woollen pants and a steel helmet

        10. Injection into a method
        a knight in leather boots, woollen pants and a steel helmet
        when it is over: a knight without armor

        11. A container scope, by hand
        a knight in leather boots, woollen pants and a steel helmet
        the forge's second armor is the same one: true
        another forge's armor is the same one: false

        12. Two lifetimes
        a knight in leather boots, woollen pants and a steel helmet
        an armor for each: he has 1 dent, his comrade 0, a knight of the next garrison 0
        a knight in leather boots, woollen pants and a steel helmet
        one for a garrison: he has 1 dent, his comrade 1, a knight of the next garrison 0

        13. Several modules
        a knight in leather boots, woollen pants and a steel helmet
        his booty: none
        the treasury has a king with the king's crown

        14. Behind a protocol
        a knight in leather boots, woollen pants and a steel helmet
        on parade: a knight in a golden coat and a steel helmet

        15. A screen that receives its views
        a knight in leather boots, woollen pants and a steel helmet
        0-101: red ""
        0-56: clear "The fight"
        56-101: clear "a knight in leather boots, woollen pants and a steel helmet"
        the same as by hand: true
        another title: The last fight


        """

    func testSYS0_TheStoryOfTheOrders() throws {
        let run = try launch("orders")
        XCTAssertEqual(run.output, orders)
        XCTAssertEqual(run.complaint, "")
        XCTAssertEqual(run.code, 0)
    }

    func testSYS2_TheStoryOfTheKnight() throws {
        let run = try launch("knight")
        XCTAssertEqual(run.output, knight)
        XCTAssertEqual(run.complaint, "")
        XCTAssertEqual(run.code, 0)
    }

    func testSYS2_EveryStagePrintsTheSameKnight() throws {
        let stages = try launch("knight").output.components(separatedBy: "\n\n").dropFirst().filter { !$0.isEmpty }
        XCTAssertEqual(stages.count, 15)
        for stage in stages {
            let lines = stage.split(separator: "\n")
            XCTAssertEqual(
                lines.dropFirst().first, "a knight in leather boots, woollen pants and a steel helmet", stage)
        }
    }

    #if Trumpets
    private let opening = "with trumpets for a knight"
    #else
    private let opening = "quietly"
    #endif

    private var gate: String {
        """
        # A gate, from one wiring for several builds

        1. What this build has
        the gate opens for a knight, \(opening)


        """
    }

    func testTheGateIsBuiltWithAndWithoutAModule() throws {
        XCTAssertEqual(try launch("gate").output, gate)
    }

    func testAllStories() throws {
        XCTAssertEqual(try launch().output, orders + knight + gate)
    }

    func testWrongArguments() throws {
        let run = try launch("dragon")
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(run.complaint, "usage: stories [orders | knight | gate]\n")
        XCTAssertEqual(run.code, 64)
        XCTAssertEqual(try launch("--help").code, 0)
    }
}
