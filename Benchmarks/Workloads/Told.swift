// Operations whose events a counting subscriber receives.

import Armory
import Synchronization

final class ToldObject: Sendable {}
final class ToldPart: Sendable {}
final class ToldTransient: Sendable {}

/// A subscriber that counts events.
final class EventCounter: EventSubscriber {
    let kinds: ContainerEvent.Kinds
    let count = Atomic<Int>(0)

    init(_ kinds: ContainerEvent.Kinds) { self.kinds = kinds }

    func receive(_ event: ContainerEvent) { count.wrappingAdd(1, ordering: .relaxed) }
}

extension Workload {
    static let toldResolve = told("told-resolve", "a ready singleton, its resolve told", .resolved, resolveTold)
    static let toldMaking = told("told-making", "a transient, its making told", .made, makeTold)
    static let toldScope = told("told-scope", "a scope with one instance, all told", .all, serveTold)

    private static func told(
        _ name: String, _ summary: String, _ kinds: ContainerEvent.Kinds,
        _ operation: @escaping @Sendable (Container) throws -> Void
    ) -> Workload {
        Workload(name, summary, against: "singleton") {
            let container = try toldContainer([EventCounter(kinds)])
            return { for _ in 0..<$0 { try operation(container) } }
        }
    }
}

func toldContainer(_ subscribers: [any EventSubscriber]) throws -> Container {
    try Container(configuration: .init(subscribers: subscribers)) {
        Singleton { ToldObject() }
        Transient { ToldTransient() }
        Scoped { ToldPart() }
    }
}

@inline(never)
@Sendable func resolveTold(_ container: Container) throws {
    keep(object: try container.resolve(ToldObject.self))
}

@inline(never)
@Sendable func makeTold(_ container: Container) throws {
    keep(object: try container.resolve(ToldTransient.self))
}

@inline(never)
@Sendable func serveTold(_ container: Container) throws {
    try container.withScope { keep(object: try $0.resolve(ToldPart.self)) }
}
