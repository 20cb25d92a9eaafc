// Opening a scope, resolving three scoped instances and closing the scope; and three lazy properties of a new object.

import Armory

final class FirstPart: Sendable {}
final class SecondPart: Sendable {}
final class ThirdPart: Sendable {}

final class LazyParts {
    lazy var first = FirstPart()
    lazy var second = SecondPart()
    lazy var third = ThirdPart()
}

extension Workload {
    static let scopeCycle = Workload(
        "scope-cycle", "a scope opened, three scoped instances, closed", against: "baseline-lazy-properties"
    ) {
        let application = try Container {
            Scoped { FirstPart() }
            Scoped { SecondPart() }
            Scoped { ThirdPart() }
        }
        return { for _ in 0..<$0 { try serve(application) } }
    }

    static let lazyProperties = Workload(
        "baseline-lazy-properties", "three lazy properties of a fresh object, read once"
    ) {
        { for _ in 0..<$0 { serveByHand() } }
    }
}

@inline(never)
private func serve(_ application: Container) throws {
    try application.withScope(.request) { request in
        keep(object: try request.resolve(FirstPart.self))
        keep(object: try request.resolve(SecondPart.self))
        keep(object: try request.resolve(ThirdPart.self))
    }
}

@inline(never)
private func serveByHand() {
    let parts = LazyParts()
    keep(object: parts.first)
    keep(object: parts.second)
    keep(object: parts.third)
}
