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
    }
}
