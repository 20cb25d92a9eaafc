import Armory
import Clinic

/// Desk, tickets, waiting room and invoices.
let desk = Module("desk") {
    // The view and its presenter need each other: one by its initializer, the other by a property.
    Graph { DeskView(say: { print($0) }) }
        .inject(\.presenter)
    Graph(makePresenter, .registered, .registered, .named("archive"), .registered, .registered)
    Singleton(TicketRoll.init)
    Transient { (roll: TicketRoll) in Ticket(number: roll.next()) }
    // The screen goes off when no code holds it.
    Shared(WaitingScreen.init)
    Transient(Invoice.init, .registered, .argument, .registered)
}

private func makePresenter(
    view: DeskView, records: any PatientRecords, archive: any PatientRecords, book: any Scheduling,
    tickets: Provider<Ticket>
) -> DeskPresenter {
    DeskPresenter(view: view, records: records, archive: archive, book: book, ticket: { try tickets() })
}
