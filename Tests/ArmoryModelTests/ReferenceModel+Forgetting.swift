// The model's changes that let go of instances.

import Armory

extension ReferenceModel {
    func reset(_ place: Int) throws {
        let container = try registered(place)
        if flaw == .resetKeepsTheInstance { return }
        guard let top = containers[container].slots[key(place)]?.indices.last else { return }
        let bottom = flaw == .resetForgetsBelowTheOverlay ? 0 : top
        for index in bottom...top { _ = renewSlot(container, place, index) }
    }

    func resetAll(_ container: Int) throws {
        guard !containers[container].isClosed else { throw Failure(codeName: "closed", key: "Container") }
        var old: [ModelSlot] = []
        for (place, slots) in containers[container].slots {
            for index in slots.indices { old.append(renewSlot(container, place, index, orGraphs: true)) }
        }
        letGo(of: old, in: container)
    }

    /// Puts a slot without an instance in the place of one that can keep one, and returns the old one.
    private func renewSlot(_ container: Int, _ place: Int, _ index: Int, orGraphs: Bool = false) -> ModelSlot {
        guard let old = containers[container].slots[place]?[index] else { preconditionFailure("a slot is there") }
        switch scenario.recipes[old.recipe].lifetime {
        case .transient: return old
        case .graph: if !orGraphs { return old }
        case .singleton, .shared, .scoped, .custom: break
        }
        let new = ModelSlot(place: place, recipe: old.recipe, overlay: old.overlay, ready: old.ready)
        if let ready = old.ready {
            new.kept = ready
            new.order = old.order
        }
        containers[container].slots[place]?[index] = new
        return old
    }

    func removeOverlay(_ number: Int) {
        guard !overlays.isEmpty else { return }
        let overlay = overlays[Scenario.overlayIndex(number, of: overlays.count)]
        let container = scenario.places[overlay.place].container
        // As in `close`.
        containers[container].lentAtTheEnd = []
        containers[container].slots[key(overlay.place)]?.removeAll { $0.overlay == overlay.number }
        if flaw == .overlayRemovalForgetsTheInstance {
            containers[container].slots[key(overlay.place)]?.last?.kept = nil
        }
    }

    func letGoOfAll(in container: Int) {
        letGo(of: containers[container].slots.values.flatMap(\.self), in: container)
    }

    /// Lets go of what the slots keep, the newest first; which of a group that is, is open.
    private func letGo(of slots: [ModelSlot], in container: Int) {
        for slot in slots.sorted(by: { $0.order > $1.order }) {
            slot.kept = nil
            slot.ready = nil
        }
    }
}
