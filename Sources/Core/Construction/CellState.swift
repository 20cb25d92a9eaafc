// What a standalone cell has at this moment, for libraries that save their instances, restore them, and let them go.

internal import CCore

extension StandaloneCell {
    /// Whether there is an instance, which the cell keeps, or which others hold.
    ///
    /// May release the last reference to the instance of a shared cell, so no lock may be held.
    package var hasInstance: Bool {
        guard lifetime == .shared else { return unsafe ccore_instance(slot) != nil }
        return unsafe slot.hold() != nil
    }

    /// Whether an instance was made; that of a shared cell may be gone.
    ///
    /// Releases nothing, so a lock may be held.
    package var wasMade: Bool {
        unsafe home.locked { unsafe slot.state == .ready }
    }
}
