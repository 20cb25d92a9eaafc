// The table by which a plan finds registrations: it grows, and equal words lead to different numbers.

import ArmoryCore
import ArmoryTestSupport
import XCTest

final class NumberTableTests: LeakCheckedTestCase {
    func testAnEmptyTableHasNothing() {
        XCTAssertNil(NumberTable().firstNumber(forHashWord: 7) { _ in true })
        XCTAssertNil(NumberTable(for: 100).firstNumber(forHashWord: 0) { _ in true })
    }

    func testItGrowsAndFindsEveryWord() {
        for room in [0, 1, 1000] {
            var table = NumberTable(for: room)
            for number in 0..<1000 { table.addEntry(hashWord: UInt64(number) * 16, number: number) }
            for number in 0..<1000 {
                XCTAssertEqual(table.firstNumber(forHashWord: UInt64(number) * 16) { _ in true }, number)
            }
            XCTAssertNil(table.firstNumber(forHashWord: 8) { _ in true })
        }
    }

    /// Two keys may have one word: the caller says which it means.
    func testEqualWordsAreToldApart() {
        var table = NumberTable()
        for number in 0..<40 { table.addEntry(hashWord: 9, number: number) }
        for number in 0..<40 { XCTAssertEqual(table.firstNumber(forHashWord: 9) { $0 == number }, number) }
        XCTAssertNil(table.firstNumber(forHashWord: 9) { $0 > 39 })
    }

    /// With room for all of them, the first that was added is found first.
    func testTheFirstOfEqualWordsIsFoundFirst() {
        var table = NumberTable(for: 50)
        for number in 0..<50 { table.addEntry(hashWord: UInt64(number % 2), number: number) }
        XCTAssertEqual(table.firstNumber(forHashWord: 0) { _ in true }, 0)
        XCTAssertEqual(table.firstNumber(forHashWord: 1) { _ in true }, 1)
    }
}
