// Registering many types: at the start of a process, and again in a process that has registered all of them before.

import Armory
import CHeap
import ManyServices

// These functions consume results, so that the compiler cannot remove the code that computes them.

@inline(never)
@_optimize(none)
func keep(_ object: AnyObject) {}

@inline(never)
@_optimize(none)
func keep(_ service: any P0) {}

@inline(never)
@_optimize(none)
func keep(_ number: Int) {}

/// The operation that `run` repeats.
enum Workload: String, CaseIterable {
    case empty = "baseline-empty"
    case startByHand = "baseline-start"
    case startParts = "start"
    case startModules = "start-modules"
    case registerByHand = "baseline-register"
    case registerAgain = "register-again"
    case registerModules = "register-modules"

    var summary: String {
        switch self {
        case .empty: "an empty loop"
        case .startByHand: "500 closures in a dictionary, and the first resolve"
        case .startParts: "500 types registered by ten functions, and the first resolve"
        case .startModules: "the same in modules"
        case .registerByHand: "a closure in a dictionary of 500"
        case .registerAgain: "a type registered in a new container of 500"
        case .registerModules: "the same in modules"
        }
    }

    func run(_ operations: Int) throws {
        switch self {
        case .empty: for number in 0..<operations { keep(number) }
        case .startByHand: for _ in 0..<operations { keep(registry(10)((any P0).self)) }
        case .startParts: for _ in 0..<operations { keep(try inParts(0..<10).resolve((any P0).self)) }
        case .startModules: for _ in 0..<operations { keep(try container(10).resolve((any P0).self)) }
        // These operations are single registrations, in containers of 500.
        case .registerByHand: for _ in 0..<operations / 500 { keep(registry(10)) }
        case .registerAgain: for _ in 0..<operations / 500 { keep(try inParts(0..<10)) }
        case .registerModules: for _ in 0..<operations / 500 { keep(try container(10)) }
        }
    }
}

/// The registrations of the first `chunks` chunks of 50, by hand.
func registry(_ chunks: Int) -> Registry {
    let registry = Registry()
    for add in byHand.prefix(chunks) { add(registry) }
    return registry
}

/// A container with the registrations of some chunks, without modules.
func inParts(_ chunks: Range<Int>) throws -> Container {
    try Container { for part in parts[chunks] { part() } }
}

/// A container of the first `chunks` modules of 50 registrations.
func container(_ chunks: Int) throws -> Container {
    try Container { for module in modules.prefix(chunks) { module() } }
}

/// The bytes of heap that a registration takes.
enum HeapPerRegistration: String, CaseIterable {
    case first = "heap-first"
    case again = "heap-again"

    /// Registers 250 types in a container, after 250 others were registered in another one.
    ///
    /// The first container creates the process's shared state, and uses up the memory that the runtime has from the start.
    func bytes() throws -> Int {
        let others = try inParts(0..<5)
        if self == .again { keep(try inParts(5..<10)) }
        let before = cheap_bytes_in_use()
        let container = try inParts(5..<10)
        let after = cheap_bytes_in_use()
        keep(others)
        keep(container)
        return (after - before) / (5 * chunkSize)
    }
}
