// REG2, RES2: parameters that are no registered types themselves: optionals, lists, maps, lazies, and what `ParameterSource` names.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Sink: Sendable { var number: Int { get } }
private final class NumberedSink: Sink {
    private let life = Counted()
    let number: Int
    init(_ number: Int) { self.number = number }
}

private struct Missing: Sendable {}

private final class Holder<Held: Sendable>: Sendable {
    private let life = Counted()
    let held: Held
    init(_ held: Held) { self.held = held }
}

private struct Both: Sendable {
    let first: Int
    let second: String
    let third: Int
    init(first: Int, second: String, third: Int) {
        self.first = first
        self.second = second
        self.third = third
    }
}

private let sinks = Module("sinks") {
    Singleton((any Sink).self) { NumberedSink(0) }
    Singleton((any Sink).self) { NumberedSink(1) }.named("one")
    Singleton((any Sink).self) { NumberedSink(2) }.named("two")
    Singleton((any Sink).self) { NumberedSink(3) }.named(RegistrationName(3))
}

final class ParameterFormTests: LeakCheckedTestCase {
    private func held<Held: Sendable>(
        _ type: Held.Type, _ parameter: ParameterSource<Held> = .registered,
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws -> Held {
        try Container {
            contents()
            Singleton(Holder<Held>.init, parameter)
        }.resolve(Holder<Held>.self).held
    }

    func testREG2_AnOptionalParameterIsNilWhereNothingIsRegistered() throws {
        XCTAssertNil(try held(Missing?.self) {})
        XCTAssertNotNil(try held(Missing?.self) { Transient(Missing.init) })
        let container = try Container { Transient(Holder<Missing?>.init) }
        XCTAssertNil(try container.resolve(Holder<Missing?>.self).held)
    }

    func testREG2_AnOptionalParameterThatIsRegisteredAndFailsIsTheError() throws {
        let container = try Container {
            Singleton(Missing.self) { () throws -> Missing in throw Mishap(3) }
            Singleton(Holder<Missing?>.init)
        }
        let error = failure(.factoryFailed) { try container.resolve(Holder<Missing?>.self) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
        // What it needs itself is not optional.
        let inner = try Container(configuration: .init(validates: false)) {
            Singleton(Holder<Missing>.init)
            Singleton(Holder<Holder<Missing>?>.init)
        }
        failure(.missing) { try inner.resolve(Holder<Holder<Missing>?>.self) }
    }

    func testREG2_AListAndItsFilters() throws {
        XCTAssertEqual(try held([any Sink].self) { sinks }.map(\.number), [0, 1, 2, 3])
        XCTAssertEqual(try held([any Sink].self) {}.count, 0)
        XCTAssertEqual(try held([any Sink].self, .named("two")) { sinks }.map(\.number), [2])
        XCTAssertEqual(try held([any Sink].self, .named(RegistrationName(3))) { sinks }.map(\.number), [3])
        XCTAssertEqual(try held([any Sink].self, .named("none")) { sinks }.map(\.number), [])
    }

    func testREG2_AMapHasTheRegistrationsWithQualifiersOfItsKeys() throws {
        XCTAssertEqual(
            try held([RegistrationName: any Sink].self) { sinks }.mapValues(\.number),
            ["one": 1, "two": 2, RegistrationName(3): 3])
        XCTAssertEqual(try held([Int: any Sink].self) { sinks }.mapValues(\.number), [3: 3])
        XCTAssertEqual(try held([String: any Sink].self) { sinks }.mapValues(\.number), ["one": 1, "two": 2])
        XCTAssertEqual(try held([Int8: any Sink].self) { sinks }.count, 0)
    }

    func testREG2_AMapMakesNothingThatIsNotInIt() throws {
        let map = try held([Int: any Sink].self) {
            sinks
            Singleton((any Sink).self) { () throws -> any Sink in throw Mishap(1) }.named("bad")
        }
        XCTAssertEqual(map.keys.sorted(), [3])
    }

    func testREG2_NestedForms() throws {
        let container = try Container {
            sinks
            Singleton(Holder<Lazy<[any Sink]>>.init)
            Singleton(Holder<[any Sink]?>.init)
            Singleton(Holder<Provider<Missing?>>.init)
            Singleton(Holder<Lazy<any Sink>?>.init)
            Singleton(Holder<Lazy<Provider<any Sink>>>.init)
            Singleton(Holder<Lazy<[RegistrationName: any Sink]>>.init)
        }
        XCTAssertEqual(try container.resolve(Holder<Lazy<[any Sink]>>.self).held().count, 4)
        XCTAssertEqual(try container.resolve(Holder<[any Sink]?>.self).held?.count, 4)
        XCTAssertNil(try container.resolve(Holder<Provider<Missing?>>.self).held())
        XCTAssertEqual(try container.resolve(Holder<Lazy<any Sink>?>.self).held?().number, 0)
        XCTAssertEqual(try container.resolve(Holder<Lazy<Provider<any Sink>>>.self).held()().number, 0)
        XCTAssertEqual(try container.resolve(Holder<Lazy<[RegistrationName: any Sink]>>.self).held().count, 3)
        XCTAssertEqual(try held([any Sink]?.self) {}?.count, 0)
    }

    func testREG2_AnInitializerMayTakeTheResolver() throws {
        @Sendable func sum(_ resolver: Resolver) throws -> Int {
            try resolver.resolve((any Sink).self, named: "two").number * 10 + resolver.resolve((any Sink).self).number
        }
        let container = try Container {
            sinks
            Transient(sum)
        }
        XCTAssertEqual(try container.resolve(Int.self), 20)
    }

    func testREG2_ParametersByNameByQualifierAndByValue() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: 2).named("two")
            Singleton(value: "text").named(RegistrationName(9))
            Singleton(Both.init, .named("two"), .named(RegistrationName(9)), .registered)
            Transient(Both.self, Both.init, .value(5), .value("brought"), .named("two")).named("other")
        }
        let both = try container.resolve(Both.self)
        XCTAssertEqual([both.first, both.third], [2, 1])
        XCTAssertEqual(both.second, "text")
        let other = try container.resolve(Both.self, named: "other")
        XCTAssertEqual([other.first, other.third], [5, 2])
        XCTAssertEqual(other.second, "brought")
    }

    func testREG2_AnOptionalByName() throws {
        XCTAssertNil(try held(Int?.self, .named("none")) { Singleton(value: 1) })
        XCTAssertEqual(try held(Int?.self, .named("here")) { Singleton(value: 4).named("here") }, 4)
    }
}
