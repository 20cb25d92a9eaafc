// Initializers that await or are isolated to a global actor.

#if Macros
import ArmoryMacros
import XCTest

@Injectable(.singleton)
private actor Counter {
    let database: Database
    init(database: Database) async throws {
        await Task.yield()
        self.database = database
    }
}

@Injectable(.singleton)
@MainActor
private final class Desk {
    let database: Database
    init(database: Database) {
        MainActor.assertIsolated()
        self.database = database
    }
}

@Injectable
@MainActor
private final class Lamp {
    let watts: Int
    init(watts: Int = 40) { self.watts = watts }
}

@globalActor
private actor DiskActor {
    static let shared = DiskActor()
}

@Injectable(.singleton, parameters: ["database": .named(.wholesale), "size": .value(7)])
private final class Disk: Sendable {
    let database: Database
    let other: Database
    let size: Int
    @DiskActor init(database: Database, other: Database, size: Int) {
        DiskActor.assertIsolated()
        self.database = database
        self.other = other
        self.size = size
    }
}

@Injectable(.transient, parameters: ["id": .argument])
private final class AwaitedReport: Sendable {
    let title: String
    // The second parameter has the same name as a resolver.
    init(id: Int, resolver: Database) async { title = "\(id) from \(resolver.path)" }
}

@Injectable(.singleton)
private struct AwaitedWide: Sendable {
    let a: Part<A>, b: Part<B>, h: Part<H>
    init(
        a: Part<A>, b: Part<B>, c: Part<C>, d: Part<D>, e: Part<E>?, f: [Part<F>], g: Lazy<Part<G>>, h: Part<H>
    ) async throws {
        self.a = a
        self.b = b
        self.h = h
    }
}

final class AwaitedInjectableTests: XCTestCase {
    func testFactoriesThatAwait() async throws {
        let container = try Container {
            parts
            Database.registration
            Singleton { Database(path: "wholesale.db") }.named(.wholesale)
            Counter.registration
            Desk.registration
            Lamp.registration
            Disk.registration
            AwaitedReport.registration
            AwaitedWide.registration
        }
        let counter = try await container.resolveAsync(Counter.self)
        XCTAssertEqual(counter.database.path, "orders.db")
        let desk = try await container.resolveAsync(Desk.self)
        let again = try await container.resolveAsync(Desk.self)
        XCTAssertTrue(desk === again)
        let lamp = try await container.resolveAsync(Lamp.self)
        XCTAssertEqual(lamp.watts, 40)
        let disk = try await container.resolveAsync(Disk.self)
        XCTAssertEqual(disk.database.path, "wholesale.db")
        XCTAssertEqual(disk.other.path, "orders.db")
        XCTAssertEqual(disk.size, 7)
        let report = try await container.resolveAsync(AwaitedReport.self, arguments: 3)
        XCTAssertEqual(report.title, "3 from orders.db")
        _ = try await container.resolveAsync(AwaitedWide.self)
        XCTAssertThrowsError(try Container { AwaitedWide.registration }) { error in
            XCTAssertEqual((error as? ResolutionError)?.faults.count, 7, "\(error)")
        }
    }
}
#endif
