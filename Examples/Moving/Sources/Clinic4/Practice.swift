import Armory
import Clinic

/// Doctors, laboratory and prices.
let practice = Module("practice") {
    Singleton(Laboratory.init)
    Singleton { Tariff(base: 30) }
    Singleton(Billing.init)
    Transient(Nurse.init)
    Transient { (notes: VisitNotes, nurse: Nurse, laboratory: Lazy<Laboratory>) in
        Doctor(notes: notes, nurse: nurse, laboratory: { try laboratory() })
    }
}
