import Armory
import Clinic

/// The doctors, what they use, and what they cost.
let practice = Module("practice") {
    Singleton(Laboratory.init)
    Singleton { Tariff(base: 30) }
    Singleton(Billing.init)
    Transient(Nurse.init)
    Transient { (notes: VisitNotes, nurse: Nurse, laboratory: Lazy<Laboratory>) in
        Doctor(notes: notes, nurse: nurse, laboratory: { try laboratory() })
    }
}
