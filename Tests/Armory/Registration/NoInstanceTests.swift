// A factory without `return` registers nothing, and says so wherever it is given to a container.

import Armory
import ArmoryTestSupport
import XCTest

private struct Journal: ~Copyable, Sendable {
    borrowing func write() {}
}
private final class Books: Sendable {
    private let life = Counted()
    init() {}
    func open() {}
}

/// The ways to write a factory that returns nothing, each at a line of its own.
private func registrations() -> [any Registration] {
    [
        Transient(fileID: "Shop/Wiring.swift", line: 1) {
            let journal = Journal()
            journal.write()
        },
        Singleton(fileID: "Shop/Wiring.swift", line: 2) {
            let books = Books()
            books.open()
        },
        Singleton(fileID: "Shop/Wiring.swift", line: 3) { resolver in
            let books = try resolver.resolve(Books.self)
            books.open()
        },
        Transient(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 4) { _, pages in
            for _ in 0..<pages { Books().open() }
        },
        Singleton(fileID: "Shop/Wiring.swift", line: 5) { () async throws in
            await Task.yield()
            Books().open()
        },
        Singleton(fileID: "Shop/Wiring.swift", line: 6) { Books().open() }.named("opened"),
    ]
}

final class NoInstanceTests: LeakCheckedTestCase {
    private let lines = Array(1...6)

    private func assertRefused(
        _ error: ResolutionError?, file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(error?.faults.map(\.code), lines.map { _ in .noInstance }, file: file, line: line)
        XCTAssertEqual(
            error?.faults.map(\.location?.description), lines.map { "Shop/Wiring.swift:\($0)" }, file: file, line: line)
    }

    func testE1_AContainerIsNotBuiltOfFactoriesThatReturnNothing() {
        assertRefused(failure(.invalid) { try Container { for registration in registrations() { registration } } })
        let unchecked = Container.Configuration(validates: false)
        assertRefused(
            failure(.invalid) {
                try Container(configuration: unchecked) { for registration in registrations() { registration } }
            })
    }

    func testE1_OverridingRefusesFactoriesThatReturnVoid() throws {
        let container = try Container { Singleton { Books() } }
        assertRefused(
            failure(.invalid) {
                _ = try container.overriding { for registration in registrations() { registration } }
            })
    }

    func testE1_LendingAndAClosureThatReturnsAreAccepted() throws {
        let container = try Container {
            Singleton(lending: Journal.self) { Journal() }
            Singleton {
                let books = Books()
                books.open()
                return books
            }
        }
        XCTAssertNoThrow(try container.with(Journal.self) { _ in })
        XCTAssertNoThrow(try container.resolve(Books.self))
    }
}
