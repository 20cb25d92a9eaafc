// O4: what an initializer asks for without a parameter that tells of it.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable { var name: String { get } }
private final class RealOrders: Orders {
    private let life = Counted()
    let name = "real"
}
private final class FakeOrders: Orders {
    private let life = Counted()
    let name = "fake"
}

private protocol Asking: Sendable { func name() throws -> String }
private final class Lazily: Asking {
    private let life = Counted()
    let orders = Lazy<any Orders>()
    func name() throws -> String { try orders().name }
}
private final class AtOnce: Asking {
    private let life = Counted()
    let orders = Injected<any Orders>()
    func name() throws -> String { orders.value.name }
}
private final class Further: Asking {
    private let life = Counted()
    let inner: Lazily
    init(inner: Lazily) { self.inner = inner }
    func name() throws -> String { try inner.name() }
}
private final class Quiet: Sendable {
    private let life = Counted()
}

final class UnsaidDependencyTests: LeakCheckedTestCase {
    private func base() throws -> Container {
        try Container {
            Singleton((any Orders).self) { RealOrders() }
            Singleton(Lazily.init)
            Singleton { AtOnce() }
            Singleton(Further.init)
            Kept { Lazily() }.named("kept")
            Transient { Lazily() }.named("transient")
            Singleton { (inner: Lazily) in [inner] }.named("list")
            Singleton(Quiet.init)
        }
    }

    private func names(in container: Container) throws -> [String] {
        [
            try container.resolve(Lazily.self).name(), try container.resolve(AtOnce.self).name(),
            try container.resolve(Further.self).name(), try container.resolve(Lazily.self, named: "kept").name(),
            try container.resolve(Lazily.self, named: "transient").name(),
            try container.resolve([Lazily].self, named: "list")[0].name(),
        ]
    }

    func testO4_WhatAnInitializerAsksForIsOverriddenToo() throws {
        for isMadeBefore in [true, false] {
            let base = try base()
            if isMadeBefore { XCTAssertEqual(Set(try names(in: base)), ["real"]) }
            let derived = try base.overriding { Singleton((any Orders).self) { FakeOrders() } }
            XCTAssertEqual(Set(try names(in: derived)), ["fake"], "made before: \(isMadeBefore)")
            XCTAssertEqual(Set(try names(in: base)), ["real"])
            XCTAssertTrue(try derived.resolve(Quiet.self) === base.resolve(Quiet.self), "it asks for nothing")
        }
    }
}
