import Armory
import Clinic

/// A day at the clinic.
struct Day {
    let container: Container

    func run() throws {
        let visits = try receive([1, 9, 7, 2])
        try wait(visits)
        for (visit, samples) in zip(visits, [2, 0]) { try examine(visit, samples: samples) }
        try close()
    }

    private func receive(_ numbers: [Int]) throws -> [Visit] {
        let desk = try container.resolve(DeskView.self)
        desk.open()
        return try numbers.compactMap { try desk.receive($0) }
    }

    private func wait(_ visits: [Visit]) throws {
        var screen: WaitingScreen? = try container.resolve()
        for visit in visits { try container.resolve(WaitingScreen.self).show(visit.patient.name) }
        print("Waiting: \(screen?.text ?? "")")
        screen = nil
        print("Waiting: \(try container.resolve(WaitingScreen.self).text)")
    }

    /// Each visit has a scope.
    private func examine(_ visit: Visit, samples: Int) throws {
        try container.withScope(.visit, seeds: [ScopeSeed(visit)]) { scope in
            try scope.resolve(Doctor.self).examine(samples: samples)
            print(try scope.resolve(VisitNotes.self).text)
            print(try scope.resolve(Invoice.self, arguments: samples).text)
        }
    }

    private func close() throws {
        let entries = try container.resolve((any Auditing).self).entries
        let visits = try container.resolve(Billing.self).visits
        print("The book: \(entries.joined(separator: ", ")) (\(visits) visits)")
    }
}
