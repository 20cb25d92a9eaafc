import Armory
import Clinic

/// Patients, and the book of appointments.
let storage = Module("storage") {
    Singleton((any PatientRecords).self) { CardIndex(.current) }
        .eager()
    Singleton((any PatientRecords).self) { CardIndex(.former) }
        .named("archive")
    Singleton(AppointmentBook.init)
        .as { $0 as any Scheduling }
        .as { $0 as any Auditing }
}
