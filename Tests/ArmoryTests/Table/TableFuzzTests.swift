import Armory
import ArmoryTestSupport
import XCTest

final class TableFuzzTests: EveryHashTestCase {
    /// A debug build checks the table's invariants as well, after every change. With one hash for all keys each operation
    /// passes all of them.
    #if DEBUG
    private static var scale: Double { CollidingHashes.areOn ? 0.2 : 2 }
    #else
    private static var scale: Double { CollidingHashes.areOn ? 2 : 20 }
    #endif

    /// Random bytes, in many short inputs and a few long ones.
    func testD15_RandomOperationsAgreeWithAList() {
        var operations = 0
        var inputs = 0
        var failures = 0
        for (length, count) in [(40, 8000), (400, 1600), (4000, 160)] {
            for index in 0..<StressScale.scaled(Int(Self.scale * Double(count))) {
                let seed = UInt64(length) << 32 | UInt64(index)
                let bytes = Self.bytes(length, seed: seed)
                let fuzz = TableFuzz.run(bytes, collisions: CollidingHashes.bits)
                operations += fuzz.operations
                inputs += 1
                guard let failure = fuzz.failure else { continue }
                failures += 1
                if failures == 1 { report(failure, bytes, "seed \(seed), \(length) bytes") }
            }
        }
        var stated = Stated("D15 random operations on a table\(CollidingHashes.label)")
        stated.add(operations, "operations")
        stated.add(inputs, "inputs")
        stated.state(misses: failures)
        XCTAssertEqual(failures, 0)
    }

    private static func bytes(_ length: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        // Some inputs insert more than the others, so that tables of every size come about.
        let inserts = UInt64.random(in: 0..<4, using: &generator)
        return (0..<length).map { _ in
            let random = generator.next()
            let byte = UInt8(truncatingIfNeeded: random)
            return random >> 60 < inserts ? byte & ~7 : byte
        }
    }

    private func report(_ failure: String, _ bytes: [UInt8], _ origin: String) {
        let fewer = TableFuzz.shrunk(bytes) { TableFuzz.run($0, collisions: CollidingHashes.bits).failure != nil }
        let hexadecimal = fewer.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        XCTFail(
            """
            \(failure) (\(origin))
            \(fewer.count) bytes suffice: \(hexadecimal)
            \(TableFuzz.run(fewer, collisions: CollidingHashes.bits).failure ?? "")
            """)
    }

    func testShrinkingLeavesWhatIsNeeded() {
        let bytes = Self.bytes(300, seed: 1) + [7] + Self.bytes(300, seed: 2) + [9] + Self.bytes(300, seed: 3)
        let needed: ([UInt8]) -> Bool = { bytes in
            bytes.firstIndex(of: 7).map { bytes[$0...].contains(9) } ?? false
        }
        XCTAssertEqual(TableFuzz.shrunk(bytes, while: needed), [7, 9])
        XCTAssertEqual(TableFuzz.shrunk([1, 2, 3]) { _ in true }, [])
        XCTAssertEqual(TableFuzz.shrunk([1, 2, 3]) { $0 == [1, 2, 3] }, [1, 2, 3])
    }
}
