/// The part of the desk that makes decisions.
package final class DeskPresenter {
    private unowned let view: DeskView
    private let records: any PatientRecords
    private let archive: any PatientRecords
    private let book: any Scheduling
    private let ticket: () throws -> Ticket

    package init(
        view: DeskView, records: any PatientRecords, archive: any PatientRecords, book: any Scheduling,
        ticket: @escaping () throws -> Ticket
    ) {
        self.view = view
        self.records = records
        self.archive = archive
        self.book = book
        self.ticket = ticket
    }

    func opened() {
        view.show("The desk opens with \(records.count) patients, and \(archive.count) in the archive.")
    }

    func arrived(_ number: Int) throws -> Visit? {
        guard let patient = records.patient(number) else {
            let former = archive.patient(number)
            view.show(former.map { "\($0.name) is in the archive." } ?? "Number \(number) is unknown.")
            return nil
        }
        let time = book.book(patient)
        view.show("\(patient.name) comes at \(time), with \(try ticket().text).")
        return Visit(patient: patient, time: time)
    }
}

/// The part of the desk that talks to people, and owns the presenter.
package final class DeskView {
    package var presenter: DeskPresenter?
    private let say: (String) -> Void

    package init(say: @escaping (String) -> Void) { self.say = say }

    package func open() { presenter?.opened() }

    /// Receives a patient, and returns the visit; nil if the number is not that of a current patient.
    package func receive(_ number: Int) throws -> Visit? { try presenter?.arrived(number) }

    package func show(_ text: String) { say(text) }
}
