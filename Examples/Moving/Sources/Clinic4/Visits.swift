import Armory
import Clinic

extension ScopeTag {
    /// One visit of a patient.
    static let visit = ScopeTag("visit")
}

/// One visit, in a scope.
let visits = Module("visits") {
    Seeded(Visit.self).in(.visit)
    Scoped(VisitNotes.init).in(.visit)
}
