import Armory
import ArmoryTestSupport
import XCTest

private final class Item: Tracked, Named, @unchecked Sendable {  // `partner` is written by one thread.
    let number: Int
    var partner: ItemPartner?
    init(_ tracker: LifetimeTracker, _ number: Int = 0) {
        self.number = number
        super.init(tracker)
    }
}

private protocol Named: Sendable { var number: Int { get } }

private final class ItemPartner: Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
}

/// A lifetime whose place is set by the test.
private struct Chosen: CustomLifetime {
    let chosen: Shelf<Int?>
    func place() -> Int? { chosen.value }
}

// Custom lifetimes in a container that changes.
final class KeptChangeTests: EveryHashTestCase {
    private let tracker = LifetimeTracker()
    private let chosen = Shelf<Int?>(1)

    private func kept() -> Kept<Item> {
        Kept { [tracker] in Item(tracker) }.lifetime(Chosen(chosen: chosen))
    }

    private func keptByNumber() -> Kept<Item> {
        Kept(arguments: Int.self) { [tracker] _, number in Item(tracker, number) }
    }

    func testItWorksWhereOneThreadAtATimeBuilds() throws {
        let container = try Container(configuration: .init(building: .oneAtATime)) {
            keptByNumber()
            Transient { (resolver: Resolver) in ItemPartner(try resolver.resolve(arguments: 4)) }
        }
        let results = race(threads: 8) { try container.resolve(Item.self, arguments: $0 % 2) }
        XCTAssertEqual(try Set(results.map { try $0.get().serial }).count, 2)
        XCTAssertTrue(
            try container.resolve(ItemPartner.self).item === container.resolve(Item.self, arguments: 4))
    }

    func testRegistrationsThatChangeForgetTheInstances() throws {
        let container = try Container { kept() }
        let one = try container.resolve(Item.self).serial
        let overlay = try container.overlay(kept())
        let two = try container.resolve(Item.self).serial
        overlay.remove()
        XCTAssertEqual(try container.resolve(Item.self).serial, one)
        XCTAssertEqual(tracker.alive, 1)
        try container.replace(kept())
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(try container.resolve(Item.self).serial, two + 1)
        try container.replace(Singleton { [tracker] in Item(tracker) })
        XCTAssertEqual(tracker.alive, 0)
        try container.replace(kept())
        _ = try container.resolve(Item.self)
        try container.remove(Item.self)
        XCTAssertEqual(tracker.alive, 0)
        failure(.removed) { try container.resolve(Item.self) }
    }

    func testM1_TheNewestIsLetGoFirstAmongAll() throws {
        func filled() throws -> Container {
            let container = try Container {
                keptByNumber()
                Singleton { [tracker] in Item(tracker) }.named("single")
                Kept(arguments: SameHash.self) { [tracker] _, id in Item(tracker, id.number) }.named("same")
            }
            for number in 0..<20 {
                _ = try container.resolve(Item.self, arguments: number)
                if number == 10 { _ = try container.resolve(Item.self, named: "single") }
                _ = try container.resolve(Item.self, named: "same", arguments: SameHash(number))
            }
            return container
        }
        let endings: [(Container) throws -> Void] = [
            { $0.close() }, { try $0.reset() }, { try Container(parents: [$0]).reset(includingParents: true) },
            { _ in },
        ]
        for end in endings {
            let last = tracker.made + 41
            try end(filled())
            XCTAssertEqual(tracker.releaseOrder.suffix(41), ((last - 40)...last).reversed())
        }
        let container = try filled()
        let last = tracker.made
        try container.reset(all: .kept)
        XCTAssertEqual(tracker.releaseOrder.suffix(40), ((last - 40)...last).reversed().filter { $0 != last - 19 })
        try container.reset(all: .singletons)
        XCTAssertEqual(tracker.alive, 0)
        for number in 0..<20 { _ = try container.resolve(Item.self, arguments: number) }
        try container.reset(Item.self)
        XCTAssertEqual(tracker.releaseOrder.suffix(20), ((last + 1)...(last + 20)).reversed())
    }
}
