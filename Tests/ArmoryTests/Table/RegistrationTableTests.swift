import Armory
import ArmoryTestSupport
import XCTest

// The table by itself. Keys of qualified registrations are odd words made of their hash, so a test can say where in a
// table of 64 entries they want to lie: bits 4 to 9.
final class RegistrationTableTests: EveryHashTestCase {
    /// A hash that wants the place `home`, different from other hashes by `distinction`.
    private func hash(home: UInt, distinction: UInt) -> UInt {
        home << 4 | distinction << 40 | 1
    }

    func testAnEmptyTableFindsNothing() {
        let model = TableModel()
        XCTAssertNil(model.find(Int.self))
        XCTAssertNil(model.find(hash: 0))
        model.check()
    }

    func testEveryOrderOfCollidingKeysIsFound() {
        // Five keys, each at one of four wanted places; 62 and 63 make the probe run over the end.
        let homes: [UInt] = [0, 1, 62, 63]
        for code in 0..<1024 {
            let model = TableModel()
            for number in 0..<5 {
                let home = homes[code >> (2 * number) & 3]
                model.insertQualified(hash: hash(home: home, distinction: UInt(number)), slot: number)
            }
            model.check()
            for home in homes where !CollidingHashes.areOn {
                let other = hash(home: home, distinction: 9)
                XCTAssertNil(model.find(hash: other))
            }
        }
    }

    func testEverySubsetOfCollidingKeysSurvivesARebuild() {
        for subset in 0..<64 {
            let model = TableModel()
            for number in 0..<6 {
                model.insertQualified(
                    hash: hash(home: number < 4 ? 63 : 0, distinction: UInt(number)), slot: number)
            }
            model.keep { subset >> $0 & 1 == 1 }
            model.check()
            for number in 0..<6 where subset >> number & 1 == 0 && !CollidingHashes.areOn {
                let hash = hash(home: number < 4 ? 63 : 0, distinction: UInt(number))
                XCTAssertNil(model.find(hash: hash))
            }
        }
    }

    func testD3_KeysWithOneHashAreToldApartByTheCaller() {
        let model = TableModel()
        let hash = hash(home: 5, distinction: 1)
        for number in 0..<10 { model.insertQualified(hash: hash, slot: number) }
        model.check()
        var asked: [Int] = []
        let found = model.find(hash: hash) {
            asked.append($0)
            return $0 == 7
        }
        XCTAssertEqual(found, 7)
        XCTAssertEqual(asked, Array(0...7), "the first that matches ends the search")
    }

    func testKeysThatShareAPlaceButNotAHashAreNotOfferedToTheCaller() {
        if CollidingHashes.areOn { return }
        let model = TableModel()
        for number in 0..<10 {
            model.insertQualified(hash: hash(home: 5, distinction: UInt(number)), slot: number)
        }
        var asked: [Int] = []
        let found = model.find(hash: hash(home: 5, distinction: 7)) {
            asked.append($0)
            return true
        }
        XCTAssertEqual(found, 7)
        XCTAssertEqual(asked, [7])
    }

    func testReplaceChangesTheOneEntryThatHoldsTheSlot() {
        let model = TableModel()
        for number in 0..<8 { model.insertQualified(hash: hash(home: 63, distinction: 0), slot: number) }
        for number in 0..<8 {
            XCTAssertTrue(model.replace(number, by: 100 + number))
            model.check()
        }
        XCTAssertFalse(model.replace(3, by: 4), "a slot that is not there is not replaced")
        model.check()
        XCTAssertEqual(model.rebuilds, 0)
    }

    func testReplaceKeepsUnqualifiedKeysApart() {
        let model = TableModel()
        model.insert(Int.self, slot: 1)
        model.insert(UInt.self, slot: 2)
        XCTAssertTrue(model.replace(1, by: 3))
        XCTAssertEqual(model.find(Int.self), 3)
        XCTAssertEqual(model.find(UInt.self), 2)
        XCTAssertNil(model.find(String.self))
    }

    func testAQualifiedKeyIsNeverTakenForAnUnqualifiedOne() {
        let model = TableModel()
        model.insert(Int.self, slot: 1)
        let hash = KeyHash.hash(ObjectIdentifier(Int.self))
        XCTAssertNil(model.find(hash: hash))
        model.insertQualified(hash: hash, slot: 2)
        XCTAssertEqual(model.find(Int.self), 1)
    }

    func testInsertRefusesToFillMoreThanHalf() {
        // One chain is refused earlier.
        if CollidingHashes.areOn { return }
        let table = unsafe RegistrationTable.allocate(capacity: 64)
        defer { unsafe table.deallocate() }
        for number in 0..<32 {
            let hash = hash(home: UInt(number) * 2, distinction: 0)
            XCTAssertTrue(unsafe table.insert(key: hash | 1, hash: hash, slot: TableModel.slot(number)))
        }
        XCTAssertFalse(unsafe table.insert(key: 1 << 9 | 1, hash: 1 << 9, slot: TableModel.slot(99)))
        XCTAssertEqual(unsafe table.used, 32)
        unsafe table.checkInvariants()
    }

    func testARebuiltTableIsAtMostAThirdFullAndHasRoomForOneMore() {
        for count in [1, 20, 21, 22, 32, 100, 341, 342, 1000] {
            let model = TableModel()
            for number in 0..<count {
                model.insertQualified(hash: KeyHash.hash(of: Name("\(number)")) << 4, slot: number)
            }
            model.keep { _ in true }
            XCTAssertLessThanOrEqual((model.used + 1) * 3, model.capacity, "\(count)")
            model.check()
        }
    }

    func testARebuildDropsWhatIsNotKeptAndMayShrink() {
        let model = TableModel()
        for number in 0..<(CollidingHashes.areOn ? 500 : 5000) {
            model.insertQualified(hash: KeyHash.hash(of: Name("\(number)")) << 4, slot: number)
        }
        let large = model.capacity
        model.keep { $0 < 10 }
        model.check()
        XCTAssertEqual(model.used, 10)
        XCTAssertLessThan(model.capacity, large)
    }

    func testEqualHashesDoNotGrowATableForEver() {
        let model = TableModel()
        for number in 0..<200 { model.insertQualified(hash: hash(home: 9, distinction: 3), slot: number) }
        model.check()
        XCTAssertLessThanOrEqual(model.capacity, 200 * 32)
    }

    func testAChainAtTheLimitMakesTheTableGrow() {
        if CollidingHashes.areOn { return }
        // Twenty keys that want one of 64 places, and different ones of 2,048.
        let model = TableModel()
        for number in 0..<20 {
            model.insertQualified(hash: hash(home: 9, distinction: 0) | UInt(number) << 10, slot: number)
        }
        model.check()
        XCTAssertLessThanOrEqual(model.probeLengths().max() ?? 99, 16)
        XCTAssertGreaterThan(model.capacity, 64)
    }
}
