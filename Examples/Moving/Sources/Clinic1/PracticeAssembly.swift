// These two lines were `import Swinject` and `import SwinjectAutoregistration`.
import ArmorySwinject
import Clinic

/// Doctors, laboratory and prices.
final class PracticeAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Laboratory.self) { _ in Laboratory() }
            .inObjectScope(.container)
        container.register(Tariff.self) { _ in Tariff(base: 30) }
        container.autoregister(Billing.self, initializer: Billing.init)
            .inObjectScope(.container)

        // Both belong to a visit, and get the notes of the visit's container.
        container.register(Nurse.self) { r in Nurse(notes: r.resolve(VisitNotes.self)!) }
            .inObjectScope(.transient)
        container.register(Doctor.self) { r in
            let laboratory = r.resolve(Lazy<Laboratory>.self)!
            return Doctor(
                notes: r.resolve(VisitNotes.self)!,
                nurse: r.resolve(Nurse.self)!,
                laboratory: { laboratory.instance })
        }
        .inObjectScope(.transient)
    }
}
