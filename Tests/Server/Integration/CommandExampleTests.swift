// The examples of SeeingTheGraph.md that need ArmoryCommand; that of a tool is Tests/Server/CommandProbe.

#if Command
import Armory
import ArmoryCommand
import ArmoryDiagrams
import XCTest

private struct Clock: Sendable {}
private struct OrderService: Sendable { init(clock: Clock) {} }

private enum Wiring {
    static func container() throws -> Container {
        try Container {
            Singleton(Clock.init)
            Transient(OrderService.init)
        }
    }
}

final class CommandExampleTests: XCTestCase {
    func testSEE2_OneLineInATest() async throws {
        let container = try Wiring.container()

        print(try await container.command("explain", "OrderService"))
        print(try await container.command("why", "OrderService"))
    }

    func testSEE4_AStartOfTheProgramIsProfiled() async throws {
        let profiled = try Container(configuration: .init(subscribers: [StartupProfile()])) {
            Singleton(Clock.init).eager()
        }
        print(try await profiled.command("profile"))
    }

    /// A tool in one line, which is not run: it ends the process.
    func tool() async -> Never {
        await Container.runCommand { try Wiring.container() }
    }
}
#endif
