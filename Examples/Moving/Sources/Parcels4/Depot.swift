import Armory
import Parcels

extension ScopeTag {
    /// Lasts until the shift ends.
    static let shift = ScopeTag("shift")
}

/// The counter and its dependencies.
let depot = Module("depot") {
    Singleton { Scale() }
    Singleton(Shelf.init)
    Scoped(ShiftLog.init).in(.shift)
    Shared(Van.init)
    // Another team registers it: see `tracking`.
    Promised((any Tracking).self)
    Transient(Counter.init)
}

let tracking = Module("tracking") {
    Singleton((any Tracking).self, WebTracking.init)
}
