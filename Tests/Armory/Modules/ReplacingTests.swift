// MOD4: a module in which other registrations take the places of its own.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable { var text: String { get } }
private struct SomeOrders: Orders {
    let text: String
    init(_ text: String) { self.text = text }
}
private struct Shop: Sendable {
    let orders: any Orders
    init(orders: any Orders) { self.orders = orders }
}

private func orders(_ text: String) -> Singleton<any Orders> { Singleton((any Orders).self) { SomeOrders(text) } }

private let storage = Module("storage") { orders("real") }
private let shop = Module("shop") {
    storage
    Singleton(Shop.init)
}

final class ReplacingTests: LeakCheckedTestCase {
    private func text(@ModuleBuilder _ contents: () -> [any ModuleElement]) throws -> String {
        try Container { contents() }.resolve(Shop.self).orders.text
    }

    func testMOD4_AReplacementIsDecoratedAndAnOverrideIsNot() throws {
        @ModuleBuilder func decorated(_ module: Module) -> [any ModuleElement] {
            module
            Decorator((any Orders).self) { orders, _ in SomeOrders("loud " + orders.text) }
        }
        XCTAssertEqual(try text { decorated(shop.replacing { orders("fake") }) }, "loud fake")
        let derived = try Container { decorated(shop) }.overriding { orders("fake") }
        XCTAssertEqual(try derived.resolve(Shop.self).orders.text, "fake")
    }

    func testMOD4_AReplacementReachesWhatTheModuleIncludes() throws {
        XCTAssertEqual(try text { shop }, "real")
        XCTAssertEqual(try text { shop.replacing { orders("fake") } }, "fake")
        XCTAssertEqual(try text { shop.replacing { Module { orders("in a module") } } }, "in a module")
        XCTAssertEqual(try text { Module { shop.replacing { orders("nested") } } }, "nested")
    }

    func testMOD4_AReplacementOfAReplacementWins() throws {
        let first = shop.replacing { orders("first") }
        XCTAssertEqual(try text { first.replacing { orders("second") } }, "second")
        XCTAssertEqual(try text { Module { first }.replacing { orders("outer") } }, "outer")
    }

    func testMOD4_OneThatReplacesNothingIsAFault() throws {
        let error = failure(.invalid) { try text { shop.replacing { Singleton(value: 1) } } }
        XCTAssertEqual(error?.faults.map(\.code), [.overridesNothing])
        failure(.invalid) {
            try text {
                shop; Module {}.replacing { orders("elsewhere") }
            }
        }
        failure(.invalid) { try text { shop.replacing { orders("named").named("other") } } }
    }

    func testMOD4_TheModuleBesideItsReplacementCountsOnce() throws {
        XCTAssertEqual(
            try text {
                shop; shop.replacing { orders("fake") }
            }, "fake")
        XCTAssertEqual(
            try text {
                shop.replacing { orders("fake") }; storage
            }, "fake")
    }

    func testMOD4_AModuleThatAFunctionMakesIsReachedToo() throws {
        @Sendable func make() -> Module { Module { orders("made") } }
        let whole = Module {
            make(); Singleton(Shop.init)
        }
        XCTAssertEqual(try text { whole.replacing { orders("fake") } }, "fake")
    }

    func testMOD4_AliasKeys() throws {
        let module = Module {
            Singleton { SomeOrders("one") }.as { $0 as any Orders }
            Singleton(Shop.init)
        }
        let primary = try Container { module.replacing { Singleton { SomeOrders("two") } } }
        XCTAssertEqual(try primary.resolve(Shop.self).orders.text, "two", "an alias follows what it is an alias of")
        let alias = try Container { module.replacing { orders("three") } }
        XCTAssertEqual(try alias.resolve(Shop.self).orders.text, "three")
        XCTAssertEqual(try alias.resolve(SomeOrders.self).text, "one")
        let both = try Container {
            module.replacing { Singleton { SomeOrders("four") }.as { $0 as any Orders } }
        }
        XCTAssertEqual(try both.resolve(Shop.self).orders.text, "four")
        XCTAssertEqual(both.conditions.filter(\.isUsed).count, 3)
    }

    func testMOD4_WhatTakesAPrivateOnesPlaceIsPrivateAndSeesThePrivateOnes() throws {
        @Sendable func module(_ name: RegistrationName) -> Module {
            Module {
                orders("private").private()
                Singleton(value: "secret").private()
                Singleton(Shop.init).named(name)
            }
        }
        let whole = Module {
            module("a")
            module("b")
        }
        let container = try Container {
            whole.replacing { Singleton((any Orders).self) { (secret: String) in SomeOrders(secret) } }
            orders("public")
        }
        XCTAssertEqual(try container.resolve(Shop.self, named: "a").orders.text, "secret")
        XCTAssertEqual(try container.resolve(Shop.self, named: "b").orders.text, "secret")
        XCTAssertEqual(try container.resolve((any Orders).self).text, "public")
    }

    func testMOD4_AReplacementsOrderEagernessAndConditionAreItsOwnAtTheOldPlace() throws {
        let log = Log<String>()
        let module = Module {
            Singleton(Int.self) {
                log.add("old"); return 1
            }.eager()
            Singleton(Double.self) {
                log.add("next"); return 1
            }.eager()
        }
        let container = try Container {
            module.replacing {
                Singleton(Int.self) {
                    log.add("new"); return 2
                }.eager()
            }
        }
        XCTAssertEqual(log.all, ["new", "next"])
        XCTAssertEqual(try container.resolve(Int.self), 2)
    }
}
