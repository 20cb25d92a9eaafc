// Tests that run twice: once with XXH3, and once with one hash for all keys.

import Armory
import Foundation
import Synchronization
public import XCTest

/// The runs of tests in which no hash tells two keys apart.
package enum CollidingHashes {
    /// The bits that the hashes of all keys in a new table have: 0, or all ones.
    package static var bits: UInt { unsafe RegistrationTable.collisionsOfNewTables.load(ordering: .relaxed) }

    /// Whether all keys in a new table have the same hash.
    package static var areOn: Bool { bits != 0 }

    /// Whether every test of the process runs with one hash for all keys, and runs only once.
    ///
    /// `ARMORY_ONE_HASH=1` in the environment sets it. The first read changes the tables of the process.
    static let areOnInEveryTest: Bool = {
        guard ProcessInfo.processInfo.environment["ARMORY_ONE_HASH"] == "1" else { return false }
        unsafe RegistrationTable.collisionsOfNewTables.store(.max, ordering: .relaxed)
        return true
    }()

    /// What a counted line says about the run.
    package static var label: String { areOn ? ", one hash" : "" }

    /// Runs `body`, whose new containers have one hash for all keys.
    static func run(_ body: () -> Void) {
        unsafe RegistrationTable.collisionsOfNewTables.store(.max, ordering: .relaxed)
        defer { unsafe RegistrationTable.collisionsOfNewTables.store(0, ordering: .relaxed) }
        body()
    }
}

#if canImport(Darwin)
/// A test case whose tests run with XXH3 alone: on Darwin a test case cannot run its test again.
open class EveryHashTestCase: LeakCheckedTestCase {}
#else
/// A test case whose every test runs twice: with XXH3, and with one hash for all keys, so that only whole keys differ.
open class EveryHashTestCase: LeakCheckedTestCase {
    private let test: XCTestCaseClosure

    /// Creates the test case of one test.
    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
        test = testClosure
        super.init(name: name, testClosure: testClosure)
    }

    override open func invokeTest() {
        super.invokeTest()
        if CollidingHashes.areOnInEveryTest { return }
        // Another test case, so that the properties begin anew; XCTest reports its failures as those of this one.
        let again = type(of: self).init(name: name, testClosure: test)
        CollidingHashes.run {
            again.setUp()
            do {
                try test(again)
            } catch  where !(error is XCTSkip) {
                XCTFail("threw \(error)")
            } catch {
                // The first run has said that the test is skipped.
            }
            again.tearDown()
        }
    }

    override open func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        super.recordFailure(
            withDescription: CollidingHashes.areOn ? "with one hash for all keys: \(description)" : description,
            inFile: filePath, atLine: lineNumber, expected: expected)
    }
}
#endif
