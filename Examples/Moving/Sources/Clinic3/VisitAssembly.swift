// This line was `import Swinject`.
import ArmorySwinject
import Clinic

/// One visit, in a child container.
final class VisitAssembly: Assembly {
    private let visit: Visit

    init(visit: Visit) {
        self.visit = visit
    }

    func assemble(container: Container) {
        let visit = visit
        container.register(Visit.self) { _ in visit }
        container.register(VisitNotes.self) { r in VisitNotes(visit: r.resolve(Visit.self)!) }
            .inObjectScope(.container)

        // They were in PracticeAssembly. But its container has no notes, so they cannot be created there.
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
