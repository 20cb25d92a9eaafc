// An existing singleton, with an interceptor that runs at every resolve.

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
    func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T { try proceed() }
}

extension Workload {
    static let intercepted = Workload("intercepted", "a singleton behind an interceptor", against: "singleton") {
        let container = try Container {
            Singleton((any Watched).self) { InterceptedObject() }
            Intercepted(by: Passing())
        }
        return { for _ in 0..<$0 { keep(object: try resolveIntercepted(container)) } }
    }
}

@inline(never)
private func resolveIntercepted(_ container: Container) throws(ResolutionError) -> any Watched {
    try container.resolve()
}
