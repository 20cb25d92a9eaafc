// This line was `import Swinject`. It is the only line of the file that the move has changed.
import ArmorySwinject
import Clinic

/// Patients, and the book of appointments.
final class StorageAssembly: Assembly {
    func assemble(container: Container) {
        container.register(PatientRecords.self) { _ in CardIndex(.current) }
            .inObjectScope(.container)
        container.register(PatientRecords.self, name: "archive") { _ in CardIndex(.former) }
            .inObjectScope(.container)

        let book = container.register(AppointmentBook.self) { _ in AppointmentBook() }
            .inObjectScope(.container)
            .implements(Auditing.self)
        container.forward(Scheduling.self, to: book)
    }

    func loaded(resolver: Resolver) {
        // The cards are read before the first patient comes.
        _ = resolver.resolve(PatientRecords.self)
    }
}
