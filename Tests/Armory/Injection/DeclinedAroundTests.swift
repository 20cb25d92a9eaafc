// REG19: factories that decline, behind decorators, and in custom lifetimes.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private final class Needy: Sendable {
    private let life = Counted()
    let thing: Thing
    init(_ thing: Thing) { self.thing = thing }
}

private final class Easy: Sendable {
    private let life = Counted()
    let thing: Thing?
    init(_ thing: Thing?) { self.thing = thing }
}

/// Lets everything through.
private struct Through: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

final class DeclinedAroundTests: LeakCheckedTestCase {
    func testREG19_WhatLiesAroundARegistrationChangesNothing() throws {
        let container = try Container {
            Singleton(Thing.self) { throw Declined() }
            Transient(Needy.init)
            Singleton { (needy: Needy?) in [ObjectIdentifier?](repeating: needy.map { ObjectIdentifier($0) }, count: 1)
            }
            Transient(Easy.init)
            Decorator(Thing.self) { thing, _ in thing }
            Intercepted(by: Through())
        }
        XCTAssertNil(try container.resolve(Thing?.self))
        XCTAssertNil(try container.resolve(Easy.self).thing)
        failure(.declined) { try container.resolve(Thing.self) }
        // What cannot be made without it is an error for an optional too, behind an interceptor as well.
        failure(.declined) { try container.resolve([ObjectIdentifier?].self) }
    }

    func testREG19_ACustomLifetimeKeepsNothingOfIt() throws {
        let isWilling = Shelf(false)
        let container = try Container {
            Kept(Thing.self) {
                guard isWilling.value else { throw Declined() }
                return Thing()
            }
            .lifetime(TimeToLive(.seconds(60)))
        }
        XCTAssertNil(try container.resolve(Thing?.self))
        isWilling.value = true
        XCTAssertNotNil(try container.resolve(Thing?.self))
    }
}
