// A small class in a decorator, both created at each resolve, compared with the same code by hand.

//
// The type is a protocol composition with a layout that no other workload has. So the compiler does not merge this
// workload's lookup with another one's.

import Armory

protocol Labelled: AnyObject {
    var label: Int { get }
}

protocol Tallied: AnyObject {
    var number: Int { get }
}

typealias Wrapped = Labelled & Tallied

final class WrappedInside: Wrapped {
    let number = 1
    let label = 2
}

final class WrappedOutside: Wrapped {
    let inner: any Wrapped
    init(_ inner: any Wrapped) { self.inner = inner }
    var number: Int { inner.number }
    var label: Int { inner.label }
}

extension Workload {
    static let decorated = Workload("decorated", "a class in a decorator", against: "baseline-decorated") {
        let container = try Container {
            Transient((any Wrapped).self) { WrappedInside() }
            Decorator((any Wrapped).self) { WrappedOutside($0) }
        }
        return { for _ in 0..<$0 { keep(object: try resolveDecorated(container)) } }
    }

    static let decoratedByHand = Workload("baseline-decorated", "a class in another, by their initializers") {
        { for _ in 0..<$0 { keep(object: makeDecorated()) } }
    }
}

@inline(never)
private func resolveDecorated(_ container: Container) throws(ResolutionError) -> any Wrapped {
    try container.resolve()
}

@inline(never)
private func makeDecorated() -> any Wrapped {
    WrappedOutside(WrappedInside())
}
