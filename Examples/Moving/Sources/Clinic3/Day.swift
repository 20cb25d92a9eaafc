// This line was `import Swinject`.
import ArmorySwinject
import Clinic

/// A day at the clinic.
final class Day {
    private let assembler: Assembler
    private var resolver: Resolver { assembler.resolver }

    init(assembler: Assembler) {
        self.assembler = assembler
    }

    func run() throws {
        let visits = try receive([1, 9, 7, 2])
        wait(visits)
        for (visit, samples) in zip(visits, [2, 0]) { try examine(visit, samples: samples) }
        close()
    }

    private func receive(_ numbers: [Int]) throws -> [Visit] {
        let desk = resolver.resolve(DeskView.self)!
        desk.open()
        return try numbers.compactMap { try desk.receive($0) }
    }

    private func wait(_ visits: [Visit]) {
        var screen = resolver.resolve(WaitingScreen.self)
        for visit in visits { resolver.resolve(WaitingScreen.self)!.show(visit.patient.name) }
        print("Waiting: \(screen!.text)")
        screen = nil
        print("Waiting: \(resolver.resolve(WaitingScreen.self)!.text)")
    }

    /// Each visit has a child container.
    private func examine(_ visit: Visit, samples: Int) throws {
        let child = Assembler([VisitAssembly(visit: visit)], parent: assembler)
        try child.resolver.resolve(Doctor.self)!.examine(samples: samples)
        print(child.resolver.resolve(VisitNotes.self)!.text)
        print(child.resolver.resolve(Invoice.self, argument: samples)!.text)
    }

    private func close() {
        let entries = resolver.resolve(Auditing.self)!.entries
        print("The book: \(entries.joined(separator: ", ")) (\(resolver.resolve(Billing.self)!.visits) visits)")
    }
}
