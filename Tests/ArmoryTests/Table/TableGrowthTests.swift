import Armory
import ArmoryTestSupport
import XCTest

final class TableGrowthTests: EveryHashTestCase {
    func testH_TenThousandTypesAreFoundByProbesOfSixteenAtMost() throws {
        // All keys make one long chain.
        if CollidingHashes.areOn { return }
        let types = ManyTypes.tenThousand
        XCTAssertEqual(Set(types.map { ObjectIdentifier($0) }).count, 10_000)
        let model = TableModel()
        for (number, type) in types.enumerated() { model.insert(type, slot: number) }
        model.check()
        for (number, type) in types.enumerated() { XCTAssertEqual(model.find(type), number) }
        let lengths = model.probeLengths()
        XCTAssertEqual(lengths.count, 10_000)
        XCTAssertLessThanOrEqual(lengths.max() ?? 99, 16)
        let mean = Double(lengths.reduce(0, +)) / 10_000
        XCTAssertLessThan(mean, 1.6, "a table at most half full has short chains")
        XCTAssertLessThanOrEqual(model.capacity, 65_536)
    }

    func testProbesAreShortAtEverySizeOnTheWay() throws {
        // All keys make one long chain.
        if CollidingHashes.areOn { return }
        let model = TableModel()
        for (number, type) in ManyTypes.tenThousand.prefix(2000).enumerated() {
            model.insert(type, slot: number)
            if number % 50 == 0 {
                XCTAssertLessThanOrEqual(model.probeLengths().max() ?? 99, 16, "at \(number)")
            }
        }
        model.check()
    }

    func testTenThousandQualifiedKeysOfOneTypeAreFound() throws {
        // All keys make one long chain.
        if CollidingHashes.areOn { return }
        let model = TableModel()
        for number in 0..<10_000 {
            model.insertQualified(hash: KeyHash.hash(ObjectIdentifier(Int.self), number), slot: number)
        }
        model.check()
        XCTAssertLessThanOrEqual(model.probeLengths().max() ?? 99, 16)
    }

    func testTheTableGrowsSeldom() throws {
        // A long chain is kept sparse.
        if CollidingHashes.areOn { return }
        let model = TableModel()
        for (number, type) in ManyTypes.tenThousand.enumerated() { model.insert(type, slot: number) }
        XCTAssertLessThan(model.rebuilds, 24, "each rebuild at least doubles what there is room for")
    }

    func testAContainerOfTenThousandTypesResolvesEach() throws {
        func singleton<T: Makeable>(_ type: T.Type) -> any Registration { Singleton(type) { T() } }
        func check<T: Makeable>(_ type: T.Type, _ container: Container) throws {
            let instance: T = try container.resolve(type)
            XCTAssertTrue(Swift.type(of: instance) == type)
        }
        let container = Container()
        // A chain of ten thousand takes minutes.
        let types = ManyTypes.tenThousand.prefix(CollidingHashes.areOn ? 500 : 10_000)
        for type in types { try container.register(singleton(type)) }
        for type in types.shuffled() { try check(type, container) }
        failure(.missing) { try container.resolve(Digits.D0.self) }
    }

    func testRemovedKeysLeaveTheTableAtARebuild() throws {
        let container = Container()
        for round in 0..<40 {
            for number in 0..<50 {
                try container.register(Singleton(value: number).qualified(by: round * 1000 + number))
            }
            for number in 0..<50 { try container.remove(Int.self, qualifier: round * 1000 + number) }
        }
        failure(.missing) { try container.resolve(Int.self, qualifier: 0) }
        try container.register(Singleton(value: 7).qualified(by: -1))
        XCTAssertEqual(try container.resolve(qualifier: -1), 7)
    }
}
