// Code as it is written for Swinject in the Swift 6 language mode, with the import changed. The target's warnings are errors.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

extension ObjectScope {
    fileprivate static let request = ObjectScope(storageFactory: PermanentStorage.init, description: "request")
}

private enum Application {
    nonisolated(unsafe) static let container = Container { container in
        container.register((any Animal).self) { _ in Cat() }.inObjectScope(.request)
    }
    nonisolated(unsafe) static let assembler = unsafe Assembler([PetAssembly()], container: container)
    static var resolver: any Resolver { unsafe container.synchronize() }
}

private struct PetAssembly: Assembly {
    func assemble(container: Container) {
        container.register((any Person).self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
        container.autoregister(House.self, initializer: House.init)
    }
}

/// A box in which a program passes a container on.
private final class Box: @unchecked Sendable {
    let container: Container
    init(_ container: Container) { self.container = container }
}

@MainActor
private final class Screen {
    let person: any Person
    init(resolver: any Resolver) { person = resolver.resolve((any Person).self)! }
}

final class SpellingTests: SwinjectTestCase {
    override class func setUp() {
        super.setUp()
        // What the process keeps is no leak of a test.
        _ = unsafe Application.assembler.resolver.resolve(House.self)
        unsafe Application.container.resetObjectScope(.request)
    }

    func testStaticContainersAndTasks() async {
        XCTAssertNotNil(unsafe Application.assembler.resolver.resolve(House.self))
        let box = unsafe Box(Application.container)
        async let name = box.container.resolve((any Animal).self)?.name
        let other = await Task.detached { box.container.resolve((any Person).self)?.pet.name }.value
        let first = await name
        XCTAssertEqual(first, other)
        XCTAssertNotNil(Application.resolver.resolve((any Animal).self))
        unsafe Application.container.resetObjectScope(.request)
    }

    @MainActor
    func testCodeOfTheMainActor() {
        _ = unsafe Application.assembler
        XCTAssertEqual(Screen(resolver: Application.resolver).person.pet.name, "Mimi")
        let container = Container()
        container.register(Screen.self) { r in MainActor.assumeIsolated { Screen(resolver: Application.resolver) } }
        XCTAssertNotNil(container.resolve(Screen.self))
        unsafe Application.container.resetObjectScope(.request)
    }
}
