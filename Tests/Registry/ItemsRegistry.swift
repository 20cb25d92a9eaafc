// A small library with containers that change: three items in a registry. The tests of what is native import it from here, since native
// code has types of the same names.

import ArmoryCore
import ArmoryRegistry
import ArmoryTestSupport

final class ItemsRegistry: @unchecked Sendable {  // `fails` is set before it is shared.
    private let registry: Registry
    private let entries: [TestEntry]
    var fails = false

    init(_ events: EntryEvents? = nil) {
        registry = Registry(events: events)
        entries = [nil, "a", "b"].map { TestEntry(EntryKey(Item.self, $0)) }
        for entry in entries {
            registry.put(entry)
            registry.events?.registered(registry.reported(entry))
        }
    }

    func item(_ name: String?) throws -> Item? {
        guard let found = registry.find(EntryKey(Item.self, name.map { RegistrationName($0) })) else { return nil }
        return try found.cell.resolve(Item.self) {
            func make() throws -> Item {
                if fails { throw Declined("it fails") }
                return Item()
            }
            return try registry.events?.making(registry.reported(found.entry), make) ?? make()
        }
    }

    /// Lets all items go.
    func reset() {
        let known = registry.entries.filter { entry in registry.locked { entry.knownCell }?.isVacant == false }
        registry.forget { _ in true }
        for entry in known { registry.events?.closed(registry.reported(entry)) }
    }

    /// The entries for a native module.
    var elements: [SnapshotElement<Item>] {
        entries.map { entry in
            SnapshotElement(Item.self, entry.key.name, at: nil, needs: nil) {
                guard let item = try self.item(entry.key.name) else { throw Declined() }
                return item
            }
        }
    }
}
