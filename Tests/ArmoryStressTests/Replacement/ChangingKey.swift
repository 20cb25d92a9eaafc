// A key whose registration changes, and what is known of it.

import Armory
import ArmoryTestSupport
import Foundation

/// What can be done to a registration.
enum Change: CaseIterable, Sendable {
    case replaced, reset, overlaid, uncovered, removed, registered, refused
}

final class ChangingKey: @unchecked Sendable {  // `layers` and `spent` are guarded by `lock`.
    /// A registration and what lies over it.
    private struct Layer {
        var state: KeyHistory.State
        var overlay: Overlay?
    }

    let key: ItemKey
    let history = KeyHistory()
    private let stock: Stock
    private let isRemovable: Bool
    private let lock = NSLock()
    /// The registration and its overlays, the one that is seen last; none where nothing is registered.
    private var layers: [Layer] = []
    /// Overlays that are gone with what they lay on.
    private var spent: [Overlay] = []

    init(_ key: ItemKey, _ stock: Stock, isRemovable: Bool = true) {
        self.key = key
        self.stock = stock
        self.isRemovable = isRemovable
    }

    /// Makes a random change and says which.
    func change(in container: Container, using generator: inout SeededGenerator) throws -> Change {
        try lock.withLock {
            guard !layers.isEmpty else {
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    return try tryInVain(in: container, using: &generator)
                }
                return try register(in: container)
            }
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<45: return try replace(in: container)
            case 45..<65: return try reset(in: container)
            case 65..<80 where layers.count < 4: return try overlay(in: container)
            case 80..<94 where layers.count > 1:
                return uncover(Int.random(in: 1..<layers.count, using: &generator))
            case 94... where isRemovable: return try remove(in: container)
            default: return try replace(in: container)
            }
        }
    }

    private func making(_ change: Change, _ body: () throws -> Void) rethrows -> Change {
        history.begin(layers.last?.state ?? KeyHistory.State())
        try body()
        history.end()
        return change
    }

    private func fresh() -> Layer {
        let now = stock.tick()
        return Layer(state: KeyHistory.State(label: now, leastBorn: now))
    }

    private func register(in container: Container) throws -> Change {
        layers = [fresh()]
        return try making(.registered) { try key.register(container, layers[0].state.label) }
    }

    private func replace(in container: Container) throws -> Change {
        layers[0] = fresh()
        return try making(.replaced) { try key.replace(container, layers[0].state.label) }
    }

    private func reset(in container: Container) throws -> Change {
        layers[layers.count - 1].state.leastBorn = stock.tick()
        return try making(.reset) { try key.reset(container) }
    }

    private func overlay(in container: Container) throws -> Change {
        layers.append(fresh())
        let top = layers.count - 1
        return try making(.overlaid) { layers[top].overlay = try key.overlay(container, layers[top].state.label) }
    }

    private func uncover(_ index: Int) -> Change {
        let overlay = layers.remove(at: index).overlay
        return making(.uncovered) {
            overlay?.remove()
            // The second time does nothing.
            overlay?.remove()
        }
    }

    private func remove(in container: Container) throws -> Change {
        spent = layers.compactMap(\.overlay)
        layers = []
        return try making(.removed) { try key.remove(container) }
    }

    /// What there is to change of a registration that is not there.
    private func tryInVain(in container: Container, using generator: inout SeededGenerator) throws -> Change {
        let attempts: [() throws -> Void] = [
            { [key] in try key.replace(container, 0) }, { [key] in try key.reset(container) },
            { [key] in try key.remove(container) }, { [key] in _ = try key.overlay(container, 0) },
        ]
        do {
            try attempts[Int.random(in: 0..<4, using: &generator)]()
            throw Miss("\(key.text) was changed, though it was not registered")
        } catch let error as ResolutionError {
            try expect(error.code == .missing, "\(key.text): \(error)")
        }
        // An overlay that has gone with its registration does nothing to another one.
        spent.popLast()?.remove()
        return .refused
    }

    /// Forgets the instances of all, in one call; the keys' locks are taken in the order given.
    static func resetAll(_ keys: ArraySlice<ChangingKey>, _ now: Int, in container: Container) throws {
        guard let first = keys.first else { return try container.reset() }
        try first.lock.withLock {
            for layer in first.layers.indices { first.layers[layer].state.leastBorn = now }
            _ = try first.making(.reset) { try resetAll(keys.dropFirst(), now, in: container) }
        }
    }

    /// Leaves the registration as it was at first: there, and with nothing over it.
    func settle(in container: Container) throws {
        try lock.withLock {
            while layers.count > 1 { _ = uncover(layers.count - 1) }
            if layers.isEmpty { _ = try register(in: container) }
            spent = []
        }
    }
}
