import Armory
import ArmoryTestSupport
import XCTest

private struct Visit: Sendable, Equatable {
    let number: Int
}

private final class Page: Sendable {
    let visit: Visit

    init(visit: Visit) {
        self.visit = visit
    }
}

/// Has a number for a visit without a name, and its negative for one that is named "back".
private final class Visits: SeedSource {
    private let number: Int
    private let count = Counter()

    init(_ number: Int) {
        self.number = number
    }

    /// How often a value was asked for.
    var asked: Int { count.value }

    func seed<T>(_ type: T.Type, _ qualifier: AnyQualifier?) -> T? {
        _ = count.increment()
        guard type == Visit.self else { return nil }
        guard let qualifier else { return same(Visit(number: number), as: type) }
        guard qualifier.value(as: Name.self) == "back" else { return nil }
        return same(Visit(number: -number), as: type)
    }
}

// Scopes that take their seeds from a source.
final class SeedsOnDemandTests: LeakCheckedTestCase {
    private func container(_ configuration: Container.Configuration = .init()) throws -> Container {
        try Container(configuration: configuration) {
            Seeded(Visit.self)
            Seeded(Visit.self).named("back")
            Seeded(Visit.self).named("unknown")
            Seeded(Int.self)
            Scoped(Page.init)
            Scoped(Page.self) { Page(visit: try $0(named: "back")) }.named("back")
            Scoped(Page.self) { Page(visit: try await $0.resolve()) }.named("awaited")
        }
    }

    func testLIFE2_ASeedIsTakenAtItsFirstResolve() throws {
        let container = try container()
        // The second and third scope reuse the slots of the first.
        for number in 1...3 {
            let visits = Visits(number)
            let scope = try container.openScope(.request, seeds: visits, at: SourceLocation())
            XCTAssertEqual(visits.asked, 0)
            XCTAssertEqual(try scope.resolve(Page.self, named: "back").visit.number, -number)
            XCTAssertEqual(visits.asked, 1)
            XCTAssertEqual(try scope.resolve(Page.self).visit.number, number)
            XCTAssertEqual(try scope.resolve(Visit.self).number, number)
            try scope.withScope(ScopeTag("job")) { XCTAssertEqual(try $0.resolve(Visit.self).number, number) }
            XCTAssertEqual(visits.asked, 2)
            scope.close()
            XCTAssertThrowsError(try scope.resolve(Visit.self)) { error in
                XCTAssertEqual((error as? ResolutionError)?.code, .closed)
            }
        }
    }

    func testLIFE2_AnAwaitingFactoryGetsASeed() async throws {
        let scope = try container().openScope(.request, seeds: Visits(5), at: SourceLocation())
        let page = try await scope.resolveAsync(Page.self, named: "awaited")
        XCTAssertEqual(page.visit.number, 5)
        let visit = try await scope.resolveAsync(Visit.self, named: "back")
        XCTAssertEqual(visit.number, -5)
        try await scope.shutdown()
    }

    func testLIFE2_ASeedThatTheSourceLacksIsANamedError() throws {
        let scope = try container().openScope(.request, seeds: Visits(1), at: SourceLocation())
        func isMissing(_ error: any Error) { XCTAssertEqual((error as? ResolutionError)?.code, .notSeeded) }
        for _ in 0..<2 {
            XCTAssertThrowsError(try scope.resolve(Int.self), "", isMissing)
            XCTAssertThrowsError(try scope.resolve(Visit.self, named: "unknown"), "", isMissing)
        }
        scope.close()
    }

    func testLIFE2_ASourceIsOfOneScope() throws {
        let container = try container()
        let scope = try container.openScope(.request, seeds: Visits(1), at: SourceLocation())
        XCTAssertEqual(try scope.resolve(Visit.self).number, 1)
        try container.withScope(.request, seeds: [Seed(Visit(number: 9))]) { other in
            XCTAssertEqual(try other.resolve(Visit.self).number, 9)
            XCTAssertThrowsError(try other.resolve(Visit.self, named: "back"))
        }
        try scope.withScope(.request, seeds: [Seed(Visit(number: 8))]) { inner in
            XCTAssertEqual(try inner.resolve(Visit.self).number, 8)
        }
        scope.close()
    }

    func testC1_ASeedIsTakenOnceByManyThreads() throws {
        let container = try container()
        for number in 1...200 {
            let visits = Visits(number)
            let scope = try container.openScope(.request, seeds: visits, at: SourceLocation())
            let found = try race(threads: 4) { _ in try scope.resolve(Visit.self).number }.map { try $0.get() }
            XCTAssertEqual(found, [number, number, number, number])
            XCTAssertEqual(visits.asked, 1)
            scope.close()
        }
    }
}
