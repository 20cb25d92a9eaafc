import Synchronization

/// One patient's visit, from the door to the invoice.
package struct Visit: Sendable {
    package let patient: Patient
    package let time: String

    package init(patient: Patient, time: String) {
        self.patient = patient
        self.time = time
    }
}

/// The notes of one visit, which nurse and doctor share.
package final class VisitNotes: Sendable {
    private let visit: Visit
    private let notes = Mutex<[String]>([])

    package init(visit: Visit) { self.visit = visit }

    package func add(_ note: String) { notes.withLock { $0.append(note) } }
    package var text: String { "\(visit.time) \(visit.patient.name): \(notes.withLock { $0 }.joined(separator: "; "))" }
}

/// Takes the samples of a visit.
package final class Nurse {
    private let notes: VisitNotes

    package init(notes: VisitNotes) { self.notes = notes }

    package func takeSample() -> String {
        notes.add("blood taken")
        return "blood"
    }
}

/// Examines the patient of a visit.
package final class Doctor {
    private let notes: VisitNotes
    private let nurse: Nurse
    private let laboratory: () throws -> Laboratory

    package init(notes: VisitNotes, nurse: Nurse, laboratory: @escaping () throws -> Laboratory) {
        self.notes = notes
        self.nurse = nurse
        self.laboratory = laboratory
    }

    /// Sends a number of samples to the laboratory, and notes the results.
    package func examine(samples: Int) throws {
        for _ in 0..<samples { notes.add(try laboratory().examine(nurse.takeSample())) }
        if samples == 0 { notes.add("only talked") }
    }
}

/// The invoice of a visit.
package struct Invoice: Sendable {
    package let text: String

    package init(visit: Visit, samples: Int, billing: Billing) {
        text = "\(visit.patient.name) pays \(billing.amount(samples: samples))"
    }
}
