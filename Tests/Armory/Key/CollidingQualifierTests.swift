import Armory
import ArmoryTestSupport
import XCTest

/// Not equal to itself, as the number that is none.
private struct Unequal: Hashable, Sendable {
    static func == (left: Unequal, right: Unequal) -> Bool { false }
    func hash(into hasher: inout Hasher) {}
}

/// A qualifier whose hash and `==` run code of the test's.
private struct Meddling: Hashable, Sendable {
    let number: Int
    let hook: Shelf<@Sendable () -> Void>

    static func == (left: Meddling, right: Meddling) -> Bool {
        left.hook.value()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
        hook.value()
    }
}

/// Qualifiers at the edge of what `Hashable` allows.
///
/// Each test runs with one hash for all of them too.
final class CollidingQualifierTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testD15_TwoHundredNamesWithOneHashAreToldApart() throws {
        let container = try Container {
            for number in 0..<200 { Singleton(value: number).named(RegistrationName("name \(number)")) }
        }
        for number in 0..<200 {
            XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName("name \(number)")), number)
        }
        failure(.missing) { try container.resolve(Int.self, named: "name 200") }
        failure(.missing) { try container.resolve(Int.self, named: "") }
        let error = failure(.invalid) {
            try Container {
                for number in 0..<200 { Singleton(value: number).named(RegistrationName("name \(number)")) }
                Singleton(value: 0).named("name 7")
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
    }

    func testD15_ATextNeverEqualsAnotherValueOfTheSameHash() throws {
        let others: [RegistrationName] = [
            RegistrationName("a" as Substring), RegistrationName("a" as String?),
            RegistrationName(RegistrationName("a") as RegistrationName?), RegistrationName("a" as Character),
        ]
        let container = try Container {
            Singleton(value: -1).named("a")
            for (number, name) in others.enumerated() { Singleton(value: number).named(name) }
        }
        XCTAssertEqual(try container.resolve(Int.self, named: "a"), -1)
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName("aa".dropLast().description)), -1)
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(RegistrationName("a"))), -1)
        for (number, name) in others.enumerated() {
            XCTAssertEqual(try container.resolve(Int.self, named: name), number)
            XCTAssertNotEqual(name, "a")
        }
        failure(.missing) { try container.resolve(Int.self, named: "b") }
        failure(.missing) { try container.resolve(Int.self, named: RegistrationName("b" as Substring)) }
    }

    /// Two names of values are equal if the values are, of one type.
    func testREG5_ANameHasAnyValue() throws {
        XCTAssertEqual(RegistrationName(7), RegistrationName(7))
        XCTAssertEqual(RegistrationName(7).hashValue, RegistrationName(7).hashValue)
        XCTAssertNotEqual(RegistrationName(7), RegistrationName(8))
        XCTAssertNotEqual(RegistrationName(7), RegistrationName(UInt(7)))
        XCTAssertNotEqual(RegistrationName(7), "7")
        XCTAssertEqual(RegistrationName("text"), "text")
        XCTAssertEqual(["\(RegistrationName(7))", "\("text" as RegistrationName)"], ["7", "text"])
    }

    /// A name is its bytes: characters that Unicode calls equal are other names when their bytes differ.
    func testD15_NamesThatUnicodeCallsEqualAreTwo() throws {
        let composed = "caf\u{E9}"
        let decomposed = "cafe\u{301}"
        XCTAssertEqual(composed, decomposed, "as strings they are equal")
        XCTAssertNotEqual(RegistrationName(composed), RegistrationName(decomposed))
        let container = try Container {
            Singleton(value: 1).named(RegistrationName(composed))
            Singleton(value: 2).named(RegistrationName(decomposed))
        }
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(composed)), 1)
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(decomposed)), 2)
    }

    /// Every two of the texts, small and large, native and sliced, with and without an end in common.
    func testD15_NamesAreEqualExactlyWhenTheirBytesAre() {
        let long = String(repeating: "long ", count: 40)
        let texts = [
            "", "\0", "a", "b", "aa", "a\0", "A", "é", "e\u{301}", "\u{1E9B}\u{323}", "\u{1E9B}\u{323}\u{FE0F}",
            "fifteen bytes..", "sixteen bytes...", "seventeen bytes..", long, long + "a", long + "b", "b" + long,
            "\u{212B}", "\u{C5}", "A\u{30A}", "\u{AC00}", "\u{1100}\u{1161}",
        ]
        for (row, left) in texts.enumerated() {
            for (column, right) in texts.enumerated() {
                let other = RegistrationName(String(decoding: Array(right.utf8), as: UTF8.self))
                XCTAssertEqual(RegistrationName(left) == other, row == column, "\(left) and \(right)")
                if row == column { XCTAssertEqual(RegistrationName(left).hashValue, other.hashValue) }
            }
        }
    }

    /// A qualifier must be equal to itself; one that is not is never found, and does no harm.
    func testD15_AQualifierThatIsNotEqualToItselfIsNeverFound() throws {
        do {
            let container = try Container {
                Singleton { [tracker] in Tracked(tracker) }.named(RegistrationName(Double.nan))
                Singleton { [tracker] in Tracked(tracker) }.named(RegistrationName(1.5))
                // Nothing is equal to it, so it is no duplicate.
                for _ in 0..<40 { Singleton(value: 1).named(RegistrationName(Unequal())) }
            }
            failure(.missing) { try container.resolve(Int.self, named: RegistrationName(Unequal())) }
            XCTAssertNil(try container.resolve(Int?.self, named: RegistrationName(Unequal())))
            failure(.missing) { try container.resolve(Tracked.self, named: RegistrationName(Double.nan)) }
            XCTAssertEqual(try container.resolve(Tracked.self, named: RegistrationName(1.5)).serial, 1)
            assertThreadIsIdle()
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testD15_ZeroAndNegativeZeroAreOneQualifier() throws {
        let container = try Container { Singleton(value: 1).named(RegistrationName(0.0)) }
        XCTAssertEqual(try container.resolve(Int.self, named: RegistrationName(-0.0)), 1)
        failure(.missing) { try container.resolve(Int.self, named: RegistrationName(0)) }
        failure(.missing) { try container.resolve(Int.self, named: RegistrationName(Float(0))) }
    }

    /// Whatever the hash or the `==` of a qualifier does with the container, in every use of a qualifier.
    func testC2_AQualifiersHashAndEqualityMayUseTheContainer() throws {
        let meddling: [(name: String, body: @Sendable (Container, Int) throws -> Void)] = [
            ("resolves", { container, _ in XCTAssertEqual(try container.resolve(String.self), "text") }),
            ("asks for what is missing", { container, _ in failure(.missing) { try container.resolve(UInt.self) } }),
            ("builds a child", { container, _ in XCTAssertEqual(try Container(parents: [container]) {}.resolve(), 5) }),
            (
                "resolves by qualifier",
                { container, _ in XCTAssertEqual(try container.resolve(Int.self, named: "a"), 7) }
            ),
        ]
        for (name, body) in meddling {
            let calls = try useMeddlingQualifiers(body)
            XCTAssertGreaterThan(calls, 6, name)
            assertThreadIsIdle()
        }
    }

    /// Uses qualifiers in each way there is, with `body` run by their hash and their equality; returns how often it ran.
    private func useMeddlingQualifiers(
        _ body: @escaping @Sendable (Container, Int) throws -> Void
    ) throws -> Int {
        let hook = Shelf<@Sendable () -> Void> {}
        // The container holds the qualifiers, they hold the hook, and the hook holds the container.
        defer { hook.value = {} }
        let count = Counter()
        let isInside = Shelf(false)
        func key(_ number: Int) -> Meddling { Meddling(number: number, hook: hook) }
        let container = try Container {
            Singleton(value: "text")
            Singleton(value: 5)
            Singleton(value: 7).named("a")
            for number in 0..<3 { Singleton { [number] }.named(RegistrationName(key(number))) }
        }
        hook.value = {
            // What it does itself does not do it again.
            guard !isInside.value else { return }
            isInside.value = true
            do {
                try body(container, count.increment())
            } catch {
                XCTFail("\(error)")
            }
            isInside.value = false
        }
        for number in 0..<3 {
            XCTAssertEqual(try container.resolve([Int].self, named: RegistrationName(key(number))), [number])
        }
        failure(.missing) { try container.resolve([Int].self, named: RegistrationName(key(3))) }
        XCTAssertNil(try container.resolve([Int]?.self, named: RegistrationName(key(3))))
        XCTAssertEqual(try container.resolve([[Int]].self, named: RegistrationName(key(1))), [[1]])
        let child = try Container(parents: [container]) { Singleton { [10] }.named(RegistrationName(key(0))) }
        XCTAssertEqual(try child.resolve([Int].self, named: RegistrationName(key(0))), [10])
        XCTAssertEqual(try child.resolve([Int].self, named: RegistrationName(key(2))), [2])
        return count.value
    }
}
