import Armory
import ArmoryTestSupport
import XCTest

/// C9: the ways in for a library that has an API of its own on top of this one.
final class ReadyTests: LeakCheckedTestCase {
    private final class Service: Sendable {
        let life = Counted()
    }

    /// What such a library keeps with a registration.
    private final class Companion: Sendable {
        let life = Counted()
        let number: Int
        init(_ number: Int = 0) { self.number = number }
    }

    private func location(_ line: Int = #line) -> SourceLocation { SourceLocation(line: line) }

    /// What the hit is, in a word; ends it.
    private func word<T>(_ type: T.Type, named name: Name? = nil, in container: Container) -> String {
        let hit = unsafe name.map { unsafe container.hit(type, named: $0) } ?? container.hit(type)
        if let address = unsafe hit.instance {
            let instance = unsafe address.assumingMemoryBound(to: type).pointee
            Container.unpin()
            return "\(instance)"
        }
        guard let companion = unsafe hit.maker else { return "other" }
        let number = unsafe Unmanaged<Companion>.fromOpaque(companion)._withUnsafeGuaranteedRef { $0.number }
        unsafe Container.end(hit.marks)
        return "maker \(number)"
    }

    /// The marks of a hit that has a maker.
    private func marks(_ type: any Any.Type, in container: Container) throws -> UInt {
        let hit = unsafe container.hit(type)
        _ = unsafe try XCTUnwrap(hit.maker, "no maker")
        return unsafe hit.marks
    }

    func testC9_AHitIsTheReadyInstance() throws {
        let container = try Container {
            Singleton { 5 }
            Singleton(value: "ready")
            Singleton(value: 7).named("seven")
        }
        XCTAssertEqual(word(Int.self, in: container), "other", "nobody has made it")
        _ = try container.resolve(Int.self)
        XCTAssertEqual(word(Int.self, in: container), "5")
        XCTAssertEqual(word(String.self, in: container), "ready")
        XCTAssertEqual(word(Int.self, named: "seven", in: container), "7")
        XCTAssertEqual(word(Int.self, named: "eight", in: container), "other")
        XCTAssertEqual(word(UInt.self, in: container), "other")
        assertThreadIsIdle()
    }

    func testC9_WhatAHitCannotGiveIsOther() throws {
        let container = Container(configuration: .init(duplicates: .replace))
        try container.register(Transient { 5 })
        try container.register(Shared { Service() })
        try container.register(Companioned<Float>(.singleton, named: nil, at: location(), Companion()))
        XCTAssertEqual(word(Int.self, in: container), "other", "its factory is generic")
        XCTAssertEqual(word(Service.self, in: container), "other")
        XCTAssertEqual(word(Float.self, in: container), "other")
        try container.remove(Int.self)
        XCTAssertEqual(word(Int.self, in: container), "other")
        let child = Container(parents: [container])
        XCTAssertEqual(word(Service.self, in: child), "other", "in this very container")
        container.close()
        XCTAssertEqual(word(Float.self, in: container), "other")
        assertThreadIsIdle()
    }

    func testC9_TheMakerOfATransientStandsOnThePathUntilItEnds() throws {
        let container = Container()
        try container.register(Companioned<Int>(.transient, named: nil, at: location(), Companion(3)))
        try container.register(Companioned<Int>(.transient, named: "four", at: location(), Companion(4)))
        XCTAssertEqual(word(Int.self, in: container), "maker 3")
        XCTAssertEqual(word(Int.self, named: "four", in: container), "maker 4")
        let marks = try marks(Int.self, in: container)
        XCTAssertEqual(word(Int.self, in: container), "other", "it stands on the path: the slow way looks for a cycle")
        XCTAssertEqual(container.missing(ServiceKey(UInt.self)).path, ["Int", "UInt"])
        Container.end(marks)
        assertThreadIsIdle()
    }

    func testC9_WhatIsPutIntoTheGraphIsFoundThereUntilTheOutermostEnds() throws {
        let container = Container()
        try container.register(Companioned<Int>(.transient, named: nil, at: location(), Companion()))
        try container.register(Companioned<Service>(.graph, named: nil, at: location(), Companion()))
        weak var service: Service?
        let outer = try marks(Int.self, in: container)
        let inner = try marks(Service.self, in: container)
        do {
            let made = Service()
            service = made
            unsafe Container.roomInGraph(for: Service.self)
                .initializeMemory(as: Service.self, to: made)
        }
        Container.end(inner)
        let found = try container.lookUpExact(Service.self, nil)
        XCTAssertTrue(found === service)
        let address = unsafe try XCTUnwrap(container.hit(Service.self).instance, "not in the graph")
        XCTAssertTrue(unsafe address.assumingMemoryBound(to: Service.self).pointee === service)
        Container.unpin()
        XCTAssertNotNil(service)
        Container.end(outer)
        withExtendedLifetime(found) {}
        XCTAssertEqual(word(Service.self, in: container), "maker 0", "a graph of its own")
        assertThreadIsIdle()
    }

    func testC9_ALargeAlignmentIsKeptInSlotAndGraph() throws {
        let container = try Container { Singleton(value: SIMD8<Double>(repeating: 2)) }
        XCTAssertEqual(word(SIMD8<Double>.self, in: container), "\(SIMD8<Double>(repeating: 2))")
        let other = Container()
        try other.register(Companioned<SIMD8<Double>>(.graph, named: nil, at: location(), Companion()))
        let marks = try marks(SIMD8<Double>.self, in: other)
        let room = unsafe Container.roomInGraph(for: SIMD8<Double>.self)
        XCTAssertEqual(UInt(bitPattern: room) % UInt(MemoryLayout<SIMD8<Double>>.alignment), 0)
        unsafe room.initializeMemory(as: SIMD8<Double>.self, to: SIMD8(repeating: 3))
        XCTAssertEqual(word(SIMD8<Double>.self, in: other), "\(SIMD8<Double>(repeating: 3))")
        Container.end(marks)
        assertThreadIsIdle()
    }

    func testC9_TheSlowWayMakesWhatTheCallSays() throws {
        let container = Container()
        for (lifetime, name) in [(Lifetime.transient, "t"), (.singleton, "s"), (.graph, "g")] {
            try container.register(Companioned<Int>(lifetime, named: Name(name), at: location(), Companion(10)))
        }
        func made(_ name: Name, _ number: Int) throws -> Int? {
            try container.resolve(Int.self, named: name) { companion in
                CallerFactory(isRepeatable: false, injection: { $0 += 1 }) {
                    ((companion as? Companion)?.number ?? 0) * number
                }
            }
        }
        XCTAssertEqual(try made("t", 2), 21)
        XCTAssertEqual(try made("t", 3), 31)
        XCTAssertEqual(try made("g", 3), 31)
        XCTAssertEqual(try made("s", 4), 41)
        XCTAssertEqual(try made("s", 5), 41, "it is kept")
        XCTAssertEqual(word(Int.self, named: "s", in: container), "41")
        XCTAssertNil(try made("x", 5))
        assertThreadIsIdle()
    }

    func testC9_AMakerThatDeclinesKeepsNothing() throws {
        let container = Container()
        try container.register(Companioned<Int>(.singleton, named: nil, at: location(), Companion()))
        func made(_ number: Int?) throws -> Int? {
            try container.resolve(Int.self, named: nil) { _ in
                CallerFactory(isRepeatable: false, injection: nil) {
                    guard let number else { throw Declined() }
                    return number
                }
            }
        }
        failure(.declined) { try made(nil) }
        XCTAssertEqual(try made(2), 2)
        failure(.declined) {
            try Container { Transient { 1 } }.resolve(
                Int.self, named: nil,
                by: { _ in
                    CallerFactory(isRepeatable: false, injection: nil) { 1 }
                })
        }
        assertThreadIsIdle()
    }

    func testC9_AnInstanceThatIsBeingCompletedIsHadByWhatItAsksFor() throws {
        final class Node {
            var peer: Node?
        }
        let container = Container()
        for lifetime in [Lifetime.singleton, .graph] {
            try container.register(
                Companioned<Node>(lifetime, named: Name("\(lifetime)"), at: location(), Companion()))
            func node(_ depth: Int) throws -> Node? {
                try container.resolve(Node.self, named: Name("\(lifetime)")) { _ in
                    CallerFactory(isRepeatable: false, injection: { $0.peer = try node(depth + 1) }) { Node() }
                }
            }
            let first = try XCTUnwrap(node(0))
            XCTAssertTrue(first.peer === first)
            first.peer = nil
        }
        assertThreadIsIdle()
    }

    func testC9_WhatIsCompletedInAGraphHasNoMaker() throws {
        let container = Container()
        for isCompleted in [true, false] {
            let name = Name("\(isCompleted)")
            try container.register(
                Companioned<Int>(.graph, named: name, at: location(), Companion(1), isCompleted: isCompleted))
            XCTAssertEqual(word(Int.self, named: name, in: container), isCompleted ? "other" : "maker 1")
            XCTAssertTrue(container.companion(of: Int.self, named: name).companion is Companion)
        }
        assertThreadIsIdle()
    }

    func testC9_AGraphSharesTheValuesOfSitesAndNotThoseOfCompanions() throws {
        let container = Container()
        try container.register(Companioned<any Sendable>(.graph, named: nil, at: location(), Companion()))
        let numbers = try Container { Graph { [1] } }
        var count = 0
        func made(_ isSite: Bool, _ value: any Sendable) throws -> any Sendable {
            let factory = CallerFactory<any Sendable>(isRepeatable: false, injection: nil) {
                count += 1
                return value
            }
            if isSite {
                return try container.take(at: SiteKey(ReadyTests.self), .graph, as: (any Sendable).self, factory)
            }
            return try container.resolve((any Sendable).self, named: nil) { _ in factory } ?? 0
        }
        try container.register(Companioned<Int>(.transient, named: nil, at: location(), Companion()))
        for (isSite, value) in [(true, 5), (false, 5), (false, Service())] as [(Bool, any Sendable)] {
            count = 0
            _ = try container.resolve(Int.self, named: nil) { _ in
                CallerFactory(isRepeatable: false, injection: nil) {
                    for _ in 0..<20 { _ = try (made(isSite, value), numbers.resolve([Int].self)) }
                    return 0
                }
            }
            XCTAssertEqual(count, isSite || value is Service ? 1 : 20)
        }
        assertThreadIsIdle()
    }

    func testC9_AMakerThatNeverEndsIsACycle() throws {
        let container = Container()
        try container.register(Companioned<Int>(.transient, named: nil, at: location(), Companion()))
        func number() throws -> Int {
            try container.resolve(Int.self, named: nil) { _ in
                CallerFactory(isRepeatable: false, injection: nil) { try number() }
            } ?? 0
        }
        XCTAssertEqual(failure(.cycle) { try number() }?.path, ["Int", "Int"])
        assertThreadIsIdle()
    }

    func testC9_ARegistrationIsReplacedWhereItsCompanionIsStillThere() throws {
        let container = Container(configuration: .init(duplicates: .replace))
        let (first, second, third) = (Companion(1), Companion(2), Companion(3))
        func registration(_ lifetime: Lifetime, _ companion: Companion) -> Companioned<Int> {
            Companioned(lifetime, named: nil, at: location(), companion)
        }
        XCTAssertFalse(try container.replace(first, by: registration(.transient, second)))
        XCTAssertFalse(container.companion(of: Int.self, named: nil).isThere)
        try container.register(registration(.transient, first))
        XCTAssertTrue(try container.replace(first, by: registration(.transient, second)))
        XCTAssertEqual(word(Int.self, in: container), "maker 2")
        XCTAssertFalse(try container.replace(first, by: registration(.transient, third)), "another took its place")
        XCTAssertEqual(word(Int.self, in: container), "maker 2")
        XCTAssertTrue(container.companion(of: Int.self, named: nil).companion === second)
        XCTAssertTrue(container.companion(of: Int.self, named: nil).isThere)
        try container.remove(Int.self)
        XCTAssertFalse(try container.replace(second, by: registration(.transient, third)))
        XCTAssertFalse(container.companion(of: Int.self, named: nil).isThere)
    }

    func testC9_SomeCompanionsInstancesAreForgotten() throws {
        let container = Container()
        for number in 1...4 {
            try container.register(
                Companioned<Service>(.singleton, named: Name("\(number)"), at: location(), Companion(number)))
        }
        func service(_ number: Int) throws -> Service? {
            try container.resolve(Service.self, named: Name("\(number)")) { _ in
                CallerFactory(isRepeatable: false, injection: nil) { Service() }
            }
        }
        let before = try (1...4).map(service)
        container.forget { (($0 as? Companion)?.number ?? 0) % 2 == 0 }
        let after = try (1...4).map(service)
        XCTAssertEqual(zip(before, after).map { $0 === $1 }, [true, false, true, false])
    }

    func testC9_ALibrarysRegistrationIsNotHadWithoutIt() throws {
        let container = Container()
        try container.register(Companioned<Int>(.transient, named: nil, at: location(), Companion()))
        failure(.declined) { try container.resolve(Int.self) }
    }
}
