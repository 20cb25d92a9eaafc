// The measured workloads. Each has a separate file with the objects, the operation through a container, and the same
// operation by hand.
//
// Every operation is a function that is not inlined. So the compiler cannot move the hash of a key, which is the same
// at every call, out of the loop, and both sides of a comparison pay for one call.
//
// The files are separate because the compiler merges functions of one file that differ only in a type. The merged
// function passes the type around, and that cost would be counted. The classes are not private: for a private class,
// the compiler calls a function wherever it needs the class, more often on one side of a comparison than on the other.

import Armory

/// An operation that is repeated many times on one thread.
package struct Workload: Sendable {
    /// A closure that performs the operation a number of times.
    package typealias Body = @Sendable (_ operations: Int) throws -> Void

    package let name: String
    package let summary: String
    /// The name of the workload that performs the same operation by hand.
    package let baseline: String?
    /// Sets up only the dependencies of the operation, and returns the operation.
    package let prepare: @Sendable () throws -> Body

    init(
        _ name: String, _ summary: String, against baseline: String? = nil,
        prepare: @escaping @Sendable () throws -> Body
    ) {
        self.name = name
        self.summary = summary
        self.baseline = baseline
        self.prepare = prepare
    }

    /// All workloads, with those by hand first.
    package static let all = [
        empty, staticLet, initializer, graphByHand, graphSharedByHand, weakLoad, initializerWithArgument,
        decoratedByHand, lazyProperty, lazyProperties,
        singleton, singletonBorrowed, singletonClass, singleton1k, singleton10k, transient,
        graph, graphAutowired, graphShared, shared, named, argument, optionalMissing, inherited, inheritedTransient,
        scoped, scopeCycle,
        register,
        decorated, intercepted, lazyFirst, injectedFirst, provider,
        toldResolve, toldMaking, toldScope,
    ]

    /// The workloads through another library's API, each compared with the same operation through Armory's own API.
    package static let compat = easyDi + resolver + injection + swinject + factoryKit

    package static func named(_ name: String) -> Workload? {
        (all + compat).first { $0.name == name }
    }

    /// The cost of a loop without an operation.
    private static let empty = Workload("baseline-empty", "an empty loop") {
        { for number in 0..<$0 { keep(number) } }
    }
}
