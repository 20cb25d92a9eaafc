// What the tests have in common: services that are counted, and a container that prints nothing.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

/// A test case whose failed resolves print nothing.
class SwinjectTestCase: LeakCheckedTestCase {
    override func setUp() {
        Container.loggingFunction = nil
        super.setUp()
    }
}

protocol Animal: AnyObject {
    var name: String { get }
}

final class Cat: Animal {
    let name: String
    let isSleeping: Bool
    private let life = Counted()

    init(name: String = "Mimi", isSleeping: Bool = false) {
        self.name = name
        self.isSleeping = isSleeping
    }
}

final class Dog: Animal {
    let name: String
    private let life = Counted()
    init(name: String = "Hachi") { self.name = name }
}

protocol Person: AnyObject {
    var pet: any Animal { get }
}

final class PetOwner: Person {
    let pet: any Animal
    private let life = Counted()
    init(pet: any Animal) { self.pet = pet }
}

/// A service with two dependencies.
final class House {
    let owner: any Person
    let guest: any Animal
    private let life = Counted()

    init(owner: any Person, guest: any Animal) {
        self.owner = owner
        self.guest = guest
    }
}

/// One side of a circle.
final class Parent {
    let child: Child?
    var laterChild: Child?
    private let life = Counted()
    init(child: Child? = nil) { self.child = child }
}

/// The other side of a circle.
final class Child {
    weak var parent: Parent?
    private let life = Counted()
}

/// A protocol that values conform to.
protocol Price {
    var cents: Int { get set }
}

struct Euro: Price, Equatable {
    var cents: Int
}

/// Counts what factories create.
final class Maker: Sendable {
    private let count = Locked(0)

    var made: Int { count.withLock { $0 } }

    func make<T>(_ value: T) -> T {
        count.withLock { $0 += 1 }
        return value
    }
}

/// A value that threads share because the test says so.
struct Shared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
