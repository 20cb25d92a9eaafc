import Armory
import ArmoryTestSupport
import XCTest

private enum Mode: Equatable, Sendable {
    case fast
    case slow(delay: Int, reason: String)
}

/// Larger than a cache line, with a reference in it.
private struct Large: Equatable, Sendable {
    var numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
    var text = "large"
    var list = [1, 2, 3]

    static func == (left: Self, right: Self) -> Bool {
        left.numbers.0 == right.numbers.0 && left.numbers.15 == right.numbers.15
            && left.text == right.text && left.list == right.list
    }
}

private struct Empty: Equatable, Sendable {}

private struct Aligned: Equatable, Sendable {
    var vector = SIMD4<Float>(1, 2, 3, 4)
    var byte: UInt8 = 7
}

private struct Tiny: Equatable, Sendable {
    var byte: UInt8
}

private final class Thing: Sendable { let life = Counted() }

/// What can be registered: any type, in every lifetime that takes values.
final class ServiceTypesTests: LeakCheckedTestCase {
    /// Registers `value` in each lifetime and in the graph of another resolve, and compares what comes back.
    private func check<Value: Sendable & Equatable>(
        _ value: Value, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let container = try Container {
            Singleton { value }.named("singleton")
            Singleton(value: value).named("ready")
            Transient { value }.named("transient")
            Graph { value }.named("graph")
            Graph { value }.inject { value, _ in value = value }.named("injected graph")
            Singleton { value }.inject { value, _ in value = value }.named("injected singleton")
            Transient(arguments: Value.self) { _, argument in argument }
            Transient { resolver in
                try ["graph", "singleton", "graph", "injected graph", "transient", "injected graph"].map {
                    try resolver.resolve(Value.self, named: RegistrationName($0))
                }
            }
        }
        for name in [
            "singleton", "ready", "transient", "graph", "injected graph", "injected singleton",
        ] {
            for _ in 0..<3 {
                let found = try container.resolve(Value.self, named: RegistrationName(name))
                XCTAssertEqual(found, value, name, file: file, line: line)
            }
        }
        XCTAssertEqual(try container.resolve(arguments: value), value, file: file, line: line)
        let list = try container.resolve([Value].self)
        XCTAssertEqual(list, Array(repeating: value, count: 6), file: file, line: line)
        failure(.missing, file: file, line: line) { try container.resolve(Value.self, named: "other") }
        assertThreadIsIdle(file: file, line: line)
    }

    func testStructsEnumsAndSizesInEveryLifetime() throws {
        try check(Tiny(byte: 200))
        try check(Empty())
        try check(Large())
        try check(Aligned())
        try check(Mode.fast)
        try check(Mode.slow(delay: 3, reason: String(repeating: "long reason ", count: 10)))
        try check(UInt16(65_535))
        try check(true)
        try check(1.5)
        try check("a string that is too long to lie in its own word")
        try check([1: ["one"], 2: ["two"]])
    }

    func testAlignmentOfSixteenInTheGraph() throws {
        let container = try Container {
            for number in 0..<100 {
                // The sizes between them differ, so that the bump pointer passes every offset.
                Graph { Tiny(byte: UInt8(number)) }.named(RegistrationName(number))
                Graph { Aligned(vector: .init(repeating: Float(number)), byte: 1) }.named(RegistrationName(number))
                Graph { "\(number)" }.named(RegistrationName(number))
            }
            Transient { resolver in
                for _ in 0..<2 {
                    for number in 0..<100 {
                        XCTAssertEqual(
                            try resolver.resolve(Tiny.self, named: RegistrationName(number)).byte, UInt8(number))
                        XCTAssertEqual(
                            try resolver.resolve(Aligned.self, named: RegistrationName(number)).vector,
                            .init(repeating: Float(number)))
                        XCTAssertEqual(try resolver.resolve(named: RegistrationName(number)), "\(number)")
                    }
                }
                return true
            }
        }
        XCTAssertTrue(try container.resolve(Bool.self))
        assertThreadIsIdle()
    }

    func testTuplesAreServices() throws {
        let container = try Container {
            Singleton { (1, "one") }
            Graph { (2.5, Thing()) }
            Transient { (first: 3, second: [4]) }
        }
        XCTAssertEqual(try container.resolve((Int, String).self).1, "one")
        XCTAssertEqual(try container.resolve((Double, Thing).self).0, 2.5)
        XCTAssertEqual(try container.resolve((first: Int, second: [Int]).self).second, [4])
        failure(.missing) { try container.resolve((String, Int).self) }
        failure(.missing) { try container.resolve((Int, [Int]).self) }
    }

    func testClosuresAreServices() throws {
        typealias Add = @Sendable (Int, Int) -> Int
        let thing = Thing()
        let container = try Container {
            Singleton(Add.self) { { $0 + $1 } }
            Transient((@Sendable () -> Thing).self) { { thing } }
            Graph((() throws -> Int).self) { { throw Mishap(3) } }
        }
        for _ in 0..<3 { XCTAssertEqual(try container.resolve(Add.self)(2, 3), 5) }
        XCTAssertTrue(try container.resolve((@Sendable () -> Thing).self)() === thing)
        let throwing = try container.resolve((() throws -> Int).self)
        XCTAssertThrowsError(try throwing())
    }

    func testGenericClassesAreToldApartByTheirParameters() throws {
        final class Repository<Item>: Sendable {
            let life = Counted()
            let name: String
            init(_ name: String) { self.name = name }
        }
        let container = try Container {
            Singleton { Repository<Int>("numbers") }
            Singleton { Repository<String>("texts") }
        }
        XCTAssertEqual(try container.resolve(Repository<Int>.self).name, "numbers")
        XCTAssertEqual(try container.resolve(Repository<String>.self).name, "texts")
        failure(.missing) { try container.resolve(Repository<Double>.self) }
    }

    func testValuesWithReferencesAreReleased() throws {
        struct Holder: Sendable { let tracked: Tracked }
        let tracker = LifetimeTracker()
        do {
            let container = try Container {
                Singleton { Holder(tracked: Tracked(tracker)) }.named("singleton")
                Graph { Holder(tracked: Tracked(tracker)) }
                Transient { resolver in (try resolver.resolve(Holder.self), try resolver.resolve(Holder.self)) }
            }
            let singleton = try container.resolve(Holder.self, named: "singleton")
            let both = try container.resolve((Holder, Holder).self)
            XCTAssertTrue(both.0.tracked === both.1.tracked)
            XCTAssertFalse(both.0.tracked === singleton.tracked)
            XCTAssertEqual(tracker.alive, 2)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testARegisteredOptionalIsAServiceOfItsOwn() throws {
        func find<T>(_ type: T.Type, in container: Container) throws -> T { try container.resolve(type) }
        let container = try Container {
            Singleton(Int?.self, value: 5)
            Singleton([Int?].self, value: [nil, 1])
        }
        XCTAssertEqual(try container.resolve([Int?].self), [nil, 1])
        XCTAssertEqual(try find(Int?.self, in: container), 5)
        failure(.missing) { try find(Int.self, in: container) }
    }
}
