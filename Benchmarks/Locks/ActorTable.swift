/// The table in an actor, which only tasks use, because a thread cannot wait for an actor.
actor ActorTable {
    static let strategy = "actor"

    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    /// The bytes by which this actor is larger than a plain object with the same field.
    nonisolated var lockBytes: Int {
        final class Plain {
            let slots: SlotTable
            init(_ slots: SlotTable) { self.slots = slots }
        }
        return Heap.bytes(of: self) - Heap.bytes(of: Plain(slots))
    }

    func instance<T: Service>(_ type: T.Type) -> T {
        slots.instance(type)
    }
}

/// One resolve through the actor, not inlined.
@inline(never)
func ask<T: Service>(_ table: ActorTable, for type: T.Type) async -> T {
    await table.instance(type)
}

/// Resolves each service once.
@inline(never)
func askForAll(_ table: ActorTable) async {
    keep(object: await ask(table, for: Service0.self))
    keep(object: await ask(table, for: Service1.self))
    keep(object: await ask(table, for: Service2.self))
    keep(object: await ask(table, for: Service3.self))
    keep(object: await ask(table, for: Service4.self))
    keep(object: await ask(table, for: Service5.self))
    keep(object: await ask(table, for: Service6.self))
    keep(object: await ask(table, for: Service7.self))
}
