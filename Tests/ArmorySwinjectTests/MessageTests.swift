// The messages about services that are not registered, and about other failures.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = Swinject.Container

final class MessageTests: SwinjectTestCase {
    private func logged(_ body: () -> Void) -> String {
        let lines = Locked<[String]>([])
        Container.loggingFunction = { line in lines.withLock { $0.append(line) } }
        defer { Container.loggingFunction = nil }
        body()
        return lines.withLock { $0.joined(separator: "\n") }
    }

    func testAMissingServiceIsLoggedWithTheRegistrationsOfItsTypeAndThePath() {
        let parent = Container()
        parent.register((any Animal).self, name: "a") { _ in Cat() }.inObjectScope(.container)
        let container = Container(parent: parent)
        container.register((any Animal).self) { (_, _: Int) in Cat() }
        container.register(Dog.self) { _ in Dog() }
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self) ?? Dog()) }
        let text = logged { _ = container.resolve((any Person).self) }
        XCTAssertTrue(
            text.hasPrefix(
                """
                Swinject: Resolution failed. Expected registration:
                \t{ Service: Animal, Factory: Resolver -> Animal }
                Available registrations:
                \t{ Service: Animal, Factory: (Resolver, Int) -> Animal, ObjectScope: graph }
                \t{ Service: Animal, Name: "a", Factory: Resolver -> Animal, ObjectScope: container }
                any Person
                """), text)
        for part in [" [missing]\n", "any Person → any Animal\n", "ArmorySwinjectTests/MessageTests.swift:"] {
            XCTAssertTrue(text.contains(part), text)
        }
        XCTAssertTrue(text.contains("any Animal named \"a\""), text)
    }

    func testNamesAndArgumentsOfTheMissingService() {
        let text = logged { _ = Container().resolve(Cat.self, name: "n", arguments: 1, "a") }
        XCTAssertTrue(text.contains("{ Service: Cat, Name: \"n\", Factory: (Resolver, Int, String) -> Cat }"), text)
    }

    func testAFoundServiceAndAnOptionalAreNotLogged() {
        let container = Container()
        container.register(Cat.self) { _ in Cat() }
        XCTAssertEqual(logged { _ = (container.resolve(Cat.self), container.resolve(Dog?.self)) }, "")
        XCTAssertNotEqual(logged { _ = container.resolve(Swinject.Lazy<Dog>.self) }, "")
    }

    func testLogPassesAMessageOn() {
        XCTAssertEqual(logged { Container.log("a") }, "a")
        Container.log("nobody receives it")
    }

    func testAFunctionThatResolvesDoesNotHang() {
        let container = Container()
        let count = Locked(0)
        Container.loggingFunction = { [unowned container] _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { _ = container.resolve(Dog.self) }
        }
        XCTAssertNil(container.resolve(Cat.self))
        XCTAssertEqual(count.withLock { $0 }, 2)
        Container.loggingFunction = nil
    }

    func testAClosedNativeContainerEndsTheProcess() throws {
        try assertEndsProcess("closed", saying: "closed") {
            let container = Container()
            container.register(Cat.self) { _ in Cat() }
            _ = container.native.close()
            _ = container.resolve(Cat.self)
        }
    }
}
