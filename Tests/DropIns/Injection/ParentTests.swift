// What a module finds in its parents: factories in the view of who was asked, singles in the parent's own.

import ArmoryInjection
import ArmoryTestSupport
import XCTest

final class ParentTests: InjectionTestCase {
    func testTheOwnRegistrationGoesBeforeTheParents() {
        let grandparent = Module {
            factory { Clock(zone: "grandparent") }
            factory { MemoryStore(name: "grandparent") as any Store }
        }
        let parent = Module(parent: grandparent) { factory { Clock(zone: "parent") } }
        let child = Module(parent: parent) { factory { Clock(zone: "child") } }
        XCTAssertEqual((child() as Clock).zone, "child")
        XCTAssertEqual((parent() as Clock).zone, "parent")
        XCTAssertEqual((grandparent() as Clock).zone, "grandparent")
        XCTAssertEqual((child() as any Store).name, "grandparent")
    }

    func testAParentsFactoryIsGivenWhatTheChildHas() {
        let parent = Module {
            factory { MemoryStore(name: "parent") as any Store }
            factory { Service(store: $0()) }
        }
        let child = Module(parent: parent) { factory { FileStore() as any Store } }
        let grandchild = Module(parent: child) { factory { MemoryStore(name: "grandchild") as any Store } }
        XCTAssertEqual((parent() as Service).store.name, "parent")
        XCTAssertEqual((child() as Service).store.name, "file")
        XCTAssertEqual((grandchild() as Service).store.name, "grandchild")
        XCTAssertEqual((parent() as Service).store.name, "parent")
    }

    func testAParentsFactoryMayNeedWhatTheChildAloneHas() {
        let parent = Module { factory { Service(store: $0()) } }
        let child = Module(parent: parent) { factory { FileStore() as any Store } }
        XCTAssertEqual((child() as Service).store.name, "file")
    }

    func testAParentsSingleIsMadeInTheParentsViewWhoeverAsksFirst() {
        func modules() -> (parent: Module, child: Module) {
            let parent = Module {
                factory { MemoryStore(name: "parent") as any Store }
                single { Service(store: $0()) }
            }
            return (parent, Module(parent: parent) { factory { FileStore() as any Store } })
        }
        let (parent, child) = modules()
        XCTAssertEqual((child() as Service).store.name, "parent")
        XCTAssertTrue((child() as Service) === (parent() as Service))
        let (other, itsChild) = modules()
        XCTAssertEqual((other() as Service).store.name, "parent")
        XCTAssertTrue((itsChild() as Service) === (other() as Service))
    }

    func testTheNearestParentCountsWhateverTheOthersHaveReady() {
        let grandparent = Module {
            single { MemoryStore(name: "grandparent") as any Store }
            single(tag: "t") { Clock(zone: "grandparent") }
        }
        let ready: any Store = grandparent()
        let parent = Module(parent: grandparent) { factory { FileStore() as any Store } }
        let child = Module(parent: parent) { factory { Clock() } }
        XCTAssertEqual((child() as any Store).name, "file")
        XCTAssertTrue((Module(parent: grandparent) {}.resolve() as any Store) === ready)
        XCTAssertTrue((child(tag: "t") as Clock) === (grandparent(tag: "t") as Clock))
    }

    func testAModuleIsHeldWhileItResolves() {
        // Nobody else holds it, and what it keeps goes with it.
        for _ in 0..<100 {
            XCTAssertEqual(Module { single { MemoryStore(name: "brief") as any Store } }.resolve(of: 2), "brief")
        }
    }

    func testAParentsWeakInstanceIsTheParents() {
        let parent = Module {
            factory { MemoryStore(name: "parent") as any Store }
            weak { Service(store: $0()) }
        }
        let child = Module(parent: parent) { factory { FileStore() as any Store } }
        let held: Service = child()
        XCTAssertEqual(held.store.name, "parent")
        XCTAssertTrue(held === (parent() as Service))
    }

    func testSiblingsShareTheParentsSinglesAndNothingElse() {
        let parent = Module { single { MemoryStore() as any Store } }
        let one = Module(parent: parent) { single { Clock(zone: "one") } }
        let other = Module(parent: parent) { single { Clock(zone: "other") } }
        XCTAssertTrue((one() as any Store) === (other() as any Store))
        XCTAssertEqual((one() as Clock).zone + (other() as Clock).zone, "oneother")
        XCTAssertNil(parent() as Clock?)
    }

    func testAChildsSingleHidesTheParents() {
        let parent = Module { single { Clock(zone: "parent") } }
        let child = Module(parent: parent) { single { Clock(zone: "child") } }
        XCTAssertEqual((child() as Clock).zone, "child")
        XCTAssertEqual((parent() as Clock).zone, "parent")
    }

    func testAChildKeepsItsParent() {
        weak var parent: Module?
        let child: Module
        do {
            let made = Module {
                single { MemoryStore(name: "kept") as any Store }
                factory { Service(store: $0()) }
            }
            parent = made
            child = Module(parent: made) { factory { Clock() } }
        }
        XCTAssertNotNil(parent)
        XCTAssertEqual((child() as Service).store.name, "kept")
    }

    func testAParentAndItsChildGoTogether() {
        weak var parent: Module?
        do {
            let made = Module { factory { Clock() } }
            parent = made
            let child = Module(parent: made) {
                single { Service(store: $0()) }; factory { FileStore() as any Store }
            }
            _ = child() as Service
        }
        XCTAssertNil(parent)
    }

    func testATestModuleReplacesWhatIsDeepBelow() {
        let production = Module {
            factory { MemoryStore(name: "production") as any Store }
            factory { Service(store: $0()) }
            factory { Desk(service: $0()) }
        }
        let test = Module(parent: production) { factory { FileStore() as any Store } }
        XCTAssertEqual((test() as Desk).service.store.name, "file")
    }

    func testTheModuleThatAFactoryIsGivenKnowsTheTagsOfTheChild() {
        let parent = Module { factory { Service(store: $0(tag: "mine")) } }
        let child = Module(parent: parent) { single(tag: "mine") { FileStore() as any Store } }
        XCTAssertTrue((child() as Service).store === (child(tag: "mine") as any Store))
    }

    private struct Desk {
        let service: Service
    }
}

extension Module {
    /// The name of the store, asked for so many times.
    fileprivate func resolve(of times: Int) -> String {
        (0..<times).map { _ in (resolve() as any Store).name }.last ?? ""
    }
}
