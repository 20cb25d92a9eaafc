// These two lines were `import Swinject` and `import SwinjectAutoregistration`.
import ArmorySwinject
import Clinic

/// Desk, tickets, waiting room and invoices.
final class DeskAssembly: Assembly {
    func assemble(container: Container) {
        // The view and its presenter need each other: one by its initializer, the other by a property.
        container.register(DeskView.self) { _ in DeskView(say: { print($0) }) }
            .initCompleted { r, view in view.presenter = r.resolve(DeskPresenter.self)! }
            .inObjectScope(.graph)
        container.register(DeskPresenter.self) { r in
            let tickets = r.resolve(Provider<Ticket>.self)!
            return DeskPresenter(
                view: r.resolve(DeskView.self)!,
                records: r.resolve(PatientRecords.self)!,
                archive: r.resolve(PatientRecords.self, name: "archive")!,
                book: r.resolve(Scheduling.self)!,
                ticket: { tickets.instance })
        }
        .inObjectScope(.graph)

        container.register(TicketRoll.self) { _ in TicketRoll() }
            .inObjectScope(.container)
        container.register(Ticket.self) { r in Ticket(number: r.resolve(TicketRoll.self)!.next()) }
            .inObjectScope(.transient)

        // The screen goes off when no code holds it.
        container.register(WaitingScreen.self) { _ in WaitingScreen() }
            .inObjectScope(.weak)

        container.register(Invoice.self) { (r, samples: Int) in
            Invoice(visit: r ~> Visit.self, samples: samples, billing: r ~> Billing.self)
        }
    }
}
