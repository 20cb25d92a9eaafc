/// A test case that ran twice as long as tables could have one hash for all keys; their collisions have tests of their own.
open class EveryHashTestCase: LeakCheckedTestCase {}

package enum CollidingHashes {
    package static var areOn: Bool { false }
    static let areOnInEveryTest = false
    package static var label: String { "" }
}
