// The messages about services that are not registered, and about other failures.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

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
        XCTAssertNotEqual(logged { _ = container.resolve(Lazy<Dog>.self) }, "")
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

    func testAFailedCastOfAFurtherTypeSaysSo() {
        let container = Container()
        container.register((any Animal).self) { _ in Cat() }.implements(Dog.self, name: "d")
        let text = logged { XCTAssertNil(container.resolve(Dog.self, name: "d")) }
        XCTAssertEqual(
            text,
            """
            Swinject: Resolution failed. The registration
            \t{ Service: Animal, Name: "d", Factory: Resolver -> Dog, ObjectScope: graph }
            leads to any Animal, whose instance is a Cat, and no Dog.
            """)
        container._register(Cat.self, factory: { (_: any Resolver) in 7 })
        XCTAssert(logged { _ = container.resolve(Cat.self) }.contains("returned an instance of another type"))
    }

    func testAMessageThatNobodyReceivesIsNotPutTogether() {
        struct Shade: ServiceKeyOption {
            let described: Maker
            var description: String { described.make("shade") }
            func isEqualTo(_ another: any ServiceKeyOption) -> Bool { another is Shade }
            func hash(into hasher: inout Hasher) {}
        }
        let (maker, container) = (Maker(), Container())
        let option = Shade(described: maker)
        container._register(Cat.self, factory: { (_: any Resolver) in Cat() }, option: option)
        func ask() -> Dog {
            container._resolve(name: nil, option: option) { (factory: (any Resolver) -> Any) in factory(container) }
                ?? Dog()
        }
        XCTAssertEqual(ask().name, "Hachi")
        XCTAssertEqual(maker.made, 0)
        XCTAssert(logged { _ = ask() }.contains("shade"))
    }

    func testAnOptionIsSendable() {
        func isSendable<T: Sendable>(_ type: T.Type) -> Bool { true }
        XCTAssertTrue(isSendable((any ServiceKeyOption).self))
    }
}

/// Of a process of its own, whose logging function nobody has set.
final class LoggingTests: XCTestCase {
    func testNothingIsPrintedByDefault() throws {
        try assertEndsProcess("default", saying: "silent") {
            unsafe unsetenv("SWINJECT_LOGGING_ENABLED")
            if Container.loggingFunction == nil { fatalError("silent") }
        }
    }

    func testTheEnvironmentSwitchesPrintingOn() throws {
        try assertEndsProcess("on", saying: "Swinject: Resolution failed.", "{ Service: Cat, Factory", "Ended") {
            unsafe setenv("SWINJECT_LOGGING_ENABLED", "1", 1)
            if Container().resolve(Cat.self) == nil { fatalError("Ended") }
        }
    }
}
