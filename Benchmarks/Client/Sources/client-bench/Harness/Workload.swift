// The measured workloads. Each has the operation through a container, and the same operation by hand.
//
// Every operation is a function that is not inlined. So the compiler cannot move a part of it out of the loop, and both
// sides of a comparison pay for one call.
//
// Two functions that differ only in a type are in separate files. The compiler merges such functions of one file, and
// the merged function passes the type around.

/// An operation that is repeated many times.
struct Workload: Sendable {
    /// A closure that performs the operation a number of times.
    typealias Body = @Sendable (_ operations: Int) throws -> Void

    let name: String
    let summary: String
    /// Sets up the operation, checks that it does what the summary says, and returns it.
    let prepare: @Sendable () throws -> Body

    init(_ name: String, _ summary: String, prepare: @escaping @Sendable () throws -> Body) {
        self.name = name
        self.summary = summary
        self.prepare = prepare
    }

    static let all =
        [empty] + singletons + transients + arguments + graphs + transfers + branches + sessions
        + [scopeHit, childHit, childTransient, overrideHit, overrideHitInherited, overrideHitRebuilt]
        + scopes + bases + choices + failingScopes + properties + resolver + injection

    static func named(_ name: String) -> Workload? {
        all.first { $0.name == name }
    }

    /// The cost of a loop without an operation.
    private static let empty = Workload("baseline-empty", "an empty loop") {
        { for number in 0..<$0 { keep(number) } }
    }
}

/// The error of a workload that does not do what its summary says.
struct WrongWorkload: Error, CustomStringConvertible {
    let description: String
}

/// Throws if the condition, which a workload has to meet, is false.
func expect(_ condition: Bool, _ expectation: String) throws(WrongWorkload) {
    guard condition else { throw WrongWorkload(description: "not true: \(expectation)") }
}

/// Whether two values are the same object.
func areSame(_ one: Any, _ other: Any) -> Bool {
    one as AnyObject === other as AnyObject
}
