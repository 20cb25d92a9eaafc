/// A patient of the clinic.
package struct Patient: Hashable, Sendable {
    package let number: Int
    package let name: String

    package init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// Finds patients by their number.
package protocol PatientRecords: Sendable {
    var count: Int { get }
    func patient(_ number: Int) -> Patient?
}

/// The patients of this year.
package final class CardIndex: PatientRecords {
    private let cards: [Int: Patient]

    package init(_ patients: [Patient]) {
        cards = Dictionary(uniqueKeysWithValues: patients.map { ($0.number, $0) })
    }

    package var count: Int { cards.count }
    package func patient(_ number: Int) -> Patient? { cards[number] }
}

extension [Patient] {
    /// The patients in the card index.
    package static let current = [
        Patient(number: 1, name: "Ada"), Patient(number: 2, name: "Brian"), Patient(number: 3, name: "Clara"),
    ]

    /// The patients in the archive.
    package static let former = [Patient(number: 9, name: "Hugo")]
}
