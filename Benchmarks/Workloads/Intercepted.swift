// A small class that is created at each resolve, with an interceptor around its factory.

//
// The type is a composition of three protocols and `Sendable`, for the reason in Decorated.swift.

import Armory

protocol Ranked: AnyObject {
    var rank: Int { get }
}

typealias Watched = Labelled & Tallied & Ranked & Sendable

final class InterceptedObject: Watched {
    let label = 1
    let number = 2
    let rank = 3
}

private struct Passing: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
}

extension Workload {
    static let intercepted = Workload("intercepted", "a small class behind an interceptor", against: "transient") {
        let container = try Container {
            Transient((any Watched).self) { InterceptedObject() }
            Intercepted(by: Passing())
        }
        return { for _ in 0..<$0 { keep(object: try resolveIntercepted(container)) } }
    }
}

@inline(never)
private func resolveIntercepted(_ container: Container) throws(ResolutionError) -> any Watched {
    try container.resolve()
}
