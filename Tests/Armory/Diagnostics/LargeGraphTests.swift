import Armory
import ArmoryTestSupport
import XCTest

/// E2 on graphs of 100,000 registrations: nothing recurses.
///
/// With less than the full counts there are 20,000. The stack is so small that either number of frames overflows it.
final class LargeGraphTests: LeakCheckedTestCase {
    /// The number of registrations in a chain.
    private static let count = StressScale.scaled(100_000, atLeast: 20_000)

    private func onSmallStack<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
        try onThread(stackSize: 256 << 10, body)
    }

    /// The fault of a container of a chain and what ends it.
    private func failureOfChain(_ end: @escaping @Sendable () -> any Registration) throws -> ResolutionError? {
        try onSmallStack {
            failure(.invalid) { try Container { Self.chain(first: Self.first(), end: end()) } }
        }
    }

    private static func chain(first: any Registration, end: any Registration) -> [any Registration] {
        [first]
            + (1..<count).map { number in
                Transient(Int.self, fileID: "Chain.swift", line: number) { 1 }.named(RegistrationName(number))
                    .dependsOn(Int.self, named: RegistrationName(number + 1))
            } + [end]
    }

    private static func first() -> some Registration<Int> {
        Singleton(Int.self, fileID: "Chain.swift", line: 0) { 1 }.named(RegistrationName(0)).dependsOn(
            Int.self, named: RegistrationName(1))
    }

    func testE2_AChainOfAHundredThousand() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let report = try onSmallStack {
            try Container {
                Self.chain(
                    first: Self.first().root(), end: Singleton(Int.self) { 1 }.named(RegistrationName(Self.count)))
            }.validate()
        }
        XCTAssertTrue(report.findsUnused)
        XCTAssertEqual(report.warnings.count, 0)
    }

    func testE2_ACircleOfAHundredThousand() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let error = try failureOfChain {
            Singleton(Int.self) { 1 }.named(RegistrationName(Self.count)).dependsOn(
                Int.self, named: RegistrationName(0))
        }
        XCTAssertEqual(error?.faults.map(\.code), [.cycle])
        XCTAssertEqual(error?.faults.first?.path.count, Self.count + 2)
        XCTAssertLessThan(error?.description.count ?? .max, 2000, "the middle is left out")
    }

    func testE2_ASingletonAHundredThousandAwayFromAScope() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let error = try failureOfChain { Scoped(Int.self) { 1 }.named(RegistrationName(Self.count)) }
        XCTAssertEqual(error?.faults.map(\.code), [.captive])
        XCTAssertEqual(error?.faults.first?.path.count, Self.count + 1)
    }

    func testE2_TenThousandMissing() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let error = failure(.invalid) {
            try Container {
                for number in 0..<10_000 {
                    Singleton(Int.self) { 1 }.named(RegistrationName(number)).dependsOn(
                        String.self, named: RegistrationName(number))
                }
            }
        }
        XCTAssertEqual(error?.faults.count, 10_000)
    }
}
