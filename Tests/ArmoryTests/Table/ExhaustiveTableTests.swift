import Armory
import ArmoryTestSupport
import XCTest

// Every small case. Two things make "every" small enough to be gone through:
//
// - Which key is which does not matter, only where each wants to lie. So an order of insertion is a sequence of places, and
//   keys that swap theirs make the same case.
// - Keys meet only inside one unbroken run of entries. On a circle of n + 1 places every sequence of n places leaves one place
//   free, and turning the circle makes it the last: what is left are the (n + 1)^(n - 1) "parking functions", the sequences
//   that fill the n places of one run. Every permutation of every placement of one run is one of them.
//
// Runs lie at every position about the end of the table: from wholly before it to all but one entry past it. Seven keys at all
// positions take half a minute in a debug build. With less than the full counts they have one position, drawn at random; the
// counted line names it, and ARMORY_STRESS=1 tries all.
final class ExhaustiveTableTests: EveryHashTestCase {
    /// The position of seven keys when one position is tried: how many of them lie before the end of the table.
    private let drawn = Int.random(in: 1...7)

    /// How many keys a run has at most.
    ///
    /// With one hash for all keys the places of the keys make no other cases.
    private var most: Int { CollidingHashes.areOn ? 4 : 7 }

    /// How many entries of a run of so many lie before the end of the table.
    private func positions(of count: Int) -> [Int] {
        count < 7 || StressScale.isFull ? Array(1...count) : [drawn]
    }

    /// What the counted line says about the positions of seven keys.
    private var drawing: String {
        StressScale.isFull || most < 7 ? CollidingHashes.label : ", 7 of them with \(drawn) before the end"
    }

    /// Seven keys at most, whose places fill one run in every order; lookups after every insertion.
    func testD15_EveryOrderOfInsertionIntoARunOfUpToSevenKeys() {
        var cases = InsertionCases()
        for count in 1...most {
            for before in positions(of: count) {
                for kind in KeyKind.allCases where count < 7 || kind == .mixed {
                    cases.run(count, first: -before, places: count, kind: kind, fillsRun: true)
                }
            }
        }
        cases.state("D15 insertions of 1 to \(most) keys in one run\(drawing)")
        XCTAssertEqual(cases.misses, [])
    }

    /// Five keys at most, whose places are any of a window, with gaps, and every grouping of them into equal hashes.
    func testD15_EveryOrderOfInsertionWithGapsAndEqualHashes() {
        var cases = InsertionCases()
        for count in 1...min(most, 5) {
            let places = count + 1
            for before in 1...places {
                cases.run(count, first: -before, places: places, kind: .qualifiedInEveryGrouping, fillsRun: false)
            }
        }
        cases.state("D15 insertions of 1 to \(min(most, 5)) keys with gaps\(CollidingHashes.label)")
        XCTAssertEqual(cases.misses, [])
    }

    /// Of every table of up to seven keys in one run, the entries replaced in every order.
    func testD15_EveryOrderOfReplacementOfUpToSevenKeys() {
        var cases = ReplacementCases()
        for count in 1...most {
            for before in positions(of: count) { cases.run(count, first: -before) }
        }
        cases.state("D15 replacements of 1 to \(most) keys\(drawing)")
        XCTAssertEqual(cases.misses, [])
    }

    /// Every sequence of seven insertions, replacements, removals, renewed registrations and rebuilds with four keys; of six with
    /// less than the full counts.
    func testD15_EverySequenceOfChangesAndRebuilds() {
        let length = CollidingHashes.areOn ? 4 : StressScale.isFull ? 7 : 6
        var cases = ChangeCases()
        for keys in [
            (0..<4).map { _ in SmallKey(home: -1, group: 0) },
            (0..<4).map { SmallKey(home: -1, group: $0) },
            (0..<4).map { SmallKey(typeAt: -1, group: $0) },
            [
                SmallKey(home: -2, group: 0), SmallKey(home: -1, group: 0), SmallKey(home: -1, group: 0),
                SmallKey(home: 0, group: 0),
            ],
            [
                SmallKey(home: -3, group: 0), SmallKey(typeAt: -2, group: 0), SmallKey(home: -1, group: 0),
                SmallKey(typeAt: -1, group: 0),
            ],
            [
                SmallKey(typeAt: 63, group: 0), SmallKey(home: -1, group: 0), SmallKey(typeAt: 0, group: 0),
                SmallKey(home: -1, group: 0),
            ],
        ] {
            cases.run(keys, length: length)
        }
        cases.state("D15 changes of four keys\(CollidingHashes.label)")
        XCTAssertEqual(cases.misses, [])
    }
}
