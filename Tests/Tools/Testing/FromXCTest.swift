import Armory
import ArmoryCheck
import ArmoryTestSupport
import ArmoryTesting
import XCTest

/// The same from XCTest, where what fails is thrown.
final class FromXCTest: LeakCheckedTestCase {
    override func setUp() {
        // The process's own: no test leaves it behind.
        XCTAssertFalse(application.isClosed)
        super.setUp()
    }

    func testATestContainer() throws {
        try withTestContainer(application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }) {
            container in
            XCTAssertEqual(try container.resolve(Greeter.self).greeting, "Good morning")
            XCTAssertTrue(Container.current === container)
        }
        XCTAssertNil(Container.current)
    }

    func testATestContainerThatAwaits() async throws {
        let container = try await withTestContainer(
            application, overriding: { Singleton((any Clock).self) { FixedClock(hour: 9) } }
        ) { container in
            await Task.yield()
            XCTAssertTrue(Container.current === container)
            let inner = try await withTestContainer(overriding: { Singleton { Door() } }) { inner in
                await Task.yield()
                return try inner.resolve((any Clock).self).hour
            }
            XCTAssertEqual(inner, 9)
            return container
        }
        XCTAssertTrue(container.isClosed)
    }

    func testStrictnessThrowsAlsoWhatIsCaught() {
        let seen = Locked<[ResolutionError.Code]>([])
        XCTAssertThrowsError(
            try withTestContainer(application, .onlyOverridden) { container in
                do {
                    _ = try container.resolve(Doorman.self)
                } catch {
                    seen.withLock { $0.append((error as? ResolutionError)?.code ?? .missing) }
                }
            }
        ) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .notOverridden)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Doorman"])
        }
        XCTAssertEqual(seen.withLock { $0 }, [.notOverridden])
    }

    func testExpectValidThrowsAllFaults() throws {
        try expectValid(shop)
        let unsound = Module("unsound") {
            Singleton(Greeter.init)
            Transient { (number: Int) in "\(number)" }
        }
        XCTAssertThrowsError(try expectValid(unsound)) { error in
            XCTAssertEqual((error as? ExpectationFailure)?.messages.count, 2)
            XCTAssertTrue("\(error)".contains("Greeter → any Clock\n"), "\(error)")
        }
    }

    func testExpectValidThrowsAllFaultsOfGraphsAtTheirLines() async throws {
        try await expectValid { CheckedGraph { shop } }
        let unsound = Module("unsound") { Singleton(Greeter.init) }
        let line = #line - 1
        do {
            try await expectValid { CheckedGraph { unsound } }
            XCTFail("it is not sound")
        } catch let error as ExpectationFailure {
            XCTAssertEqual(error.messages.count, 1)
            XCTAssertTrue("\(error)".hasPrefix("\(#filePath):\(line):9: error: Greeter needs any Clock"), "\(error)")
        }
    }

    func testExpectReleasedThrowsWhatIsAlive() throws {
        let base = try Container {
            shop
            Transient { Door() }.named("new")
        }
        var outside: Door?
        try expectReleased(in: base) { _ = try $0.resolve(Door.self, named: "new") }
        XCTAssertThrowsError(try expectReleased(in: base) { outside = try $0.resolve(Door.self, named: "new") }) {
            error in
            XCTAssertEqual(
                "\(error)", #"Door named "new" is still alive: something outside of the container holds it."#)
        }
        XCTAssertNotNil(outside)
    }
}
