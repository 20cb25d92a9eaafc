// The measured workloads, as in client-bench: an operation through a container, and the same operation by hand.

/// An operation that is repeated many times.
struct Workload: Sendable {
    /// A closure that performs the operation a number of times.
    typealias Body = @Sendable (_ operations: Int) throws -> Void

    let name: String
    /// Sets up the operation, checks that it does what the name says, and returns it.
    let prepare: @Sendable () throws -> Body

    init(_ name: String, prepare: @escaping @Sendable () throws -> Body) {
        self.name = name
        self.prepare = prepare
    }

    static let all = [empty] + hits + makings + graphs + scopes + sessions + bases

    /// The cost of a loop without an operation.
    private static let empty = Workload("baseline-empty") { { for number in 0..<$0 { keep(number) } } }
}

/// The error of a workload that does not do what its name says.
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
