// What can be measured. Each workload has a file of its own: the objects, the operation through a container, and the same
// by hand.
//
// Every operation is a function that is not inlined. The hash of a key, which is the same at every call, thus cannot
// be taken out of the loop around it, and both sides of a comparison pay for one call.
//
// The files matter too. The compiler merges functions of one file that differ in a type alone, and the merged one passes
// the type around, which would be counted. Nor are the classes private: the compiler then calls a function wherever it
// needs the class, and would do so more often on one side of a comparison than on the other.

import Armory

/// Something to be done many times, on one thread.
package struct Workload: Sendable {
    /// Does the operation so many times.
    package typealias Body = @Sendable (_ operations: Int) throws -> Void

    package let name: String
    package let summary: String
    /// The workload that does the same by hand.
    package let baseline: String?
    /// Sets up what the operation needs, and nothing else.
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

    /// The workloads by hand first.
    package static let all = [
        empty, staticLet, initializer, graphByHand, graphSharedByHand, weakLoad, initializerWithArgument,
        decoratedByHand, lazyProperty, lazyProperties,
        singleton, singletonBorrowed, singletonClass, singleton1k, singleton10k, transient, graph, graphAutowired,
        graphShared, shared, named, argument, optionalMissing, inherited, inheritedTransient, scoped, scopeCycle,
        register,
        decorated, intercepted, lazyFirst, injectedFirst, provider,
        toldResolve, toldMaking, toldScope,
    ]

    /// Those through the API of another library, each against the same through this one's.
    package static let compat = easyDi + resolver + injection

    package static func named(_ name: String) -> Workload? {
        (all + compat).first { $0.name == name }
    }

    /// What is left of a loop when its operation is taken away.
    private static let empty = Workload("baseline-empty", "an empty loop") {
        { for number in 0..<$0 { keep(number) } }
    }
}

extension Container {
    /// A frozen container with one registration.
    static func frozen(_ registration: some Registration) throws(ResolutionError) -> Container {
        let container = Container()
        try container.register(registration)
        container.freeze()
        return container
    }
}
