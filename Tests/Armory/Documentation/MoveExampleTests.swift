// The programs of the pages for readers who know swift-dependencies, SafeDI, Guice, Spring or Microsoft's container.

import Armory
import ArmoryTestSupport
import XCTest

// MARK: FromSwiftDependencies

private enum Billing {
    struct RateClient: Sendable {
        var cents: @Sendable (_ currency: String) -> Int
    }

    struct Customer: Sendable {
        let name: String
    }

    final class Invoice: Sendable {
        let rates: RateClient
        let customer: Customer

        init(rates: RateClient, customer: Customer) {
            self.rates = rates
            self.customer = customer
        }

        func text(_ amount: Int, in currency: String) -> String {
            "\(customer.name) pays \(amount * rates.cents(currency)) cents"
        }
    }
}

final class FromSwiftDependenciesTests: LeakCheckedTestCase {
    private typealias RateClient = Billing.RateClient
    private typealias Customer = Billing.Customer
    private typealias Invoice = Billing.Invoice

    func testTheProgramOfThePage() async throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        let billing = Module("billing") {
            Singleton { RateClient(cents: { _ in 90 }) }
            Seeded(Customer.self)
            Scoped(Invoice.init)
        }
        let container = try Container { billing }
        let ada = ScopeSeed(Customer(name: "Ada"))
        let text = try await container.withScope(seeds: [ada]) { request async throws in
            try request.resolve(Invoice.self).text(10, in: "USD")
        }
        print(text)

        let test = try container.overriding {
            Singleton { RateClient(cents: { _ in 100 }) }
        }
        let tested = try await test.withScope(seeds: [ada]) { request async throws in
            try request.resolve(Invoice.self).text(10, in: "USD")
        }
        print(tested)
        try printed.assertOutput(on: "Move/FromSwiftDependencies.md")
    }
}

// MARK: FromSafeDI

private enum Workshop {
    struct Ticket: Sendable {
        let number: Int
    }

    protocol Ledger: Sendable {
        func entry(_ text: String) -> String
    }

    final class FileLedger: Ledger {
        func entry(_ text: String) -> String { "ledger: \(text)" }
    }

    final class Estimate: Sendable {
        let ticket: Ticket
        init(ticket: Ticket) { self.ticket = ticket }
        var hours: Int { ticket.number * 2 }
    }

    final class Repair: Sendable {
        let ticket: Ticket
        let ledger: any Ledger
        let estimate: Estimate

        init(ticket: Ticket, ledger: any Ledger, estimate: Estimate) {
            self.ticket = ticket
            self.ledger = ledger
            self.estimate = estimate
        }

        func accept() -> String { ledger.entry("ticket \(ticket.number), \(estimate.hours) hours") }
    }
}

extension ScopeTag {
    static let repair = ScopeTag("repair")
}

final class FromSafeDITests: LeakCheckedTestCase {
    private typealias Estimate = Workshop.Estimate
    private typealias FileLedger = Workshop.FileLedger
    private typealias Ledger = Workshop.Ledger
    private typealias Repair = Workshop.Repair
    private typealias Ticket = Workshop.Ticket

    func testTheProgramOfThePage() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        let workshop = Module("workshop") {
            Singleton((any Ledger).self, FileLedger.init)
            Seeded(Ticket.self).in(.repair)
            Scoped(Estimate.init).in(.repair)
            Scoped(Repair.init).in(.repair)
        }
        let container = try Container { workshop }
        for number in 1...2 {
            let entry = try container.withScope(.repair, seeds: [ScopeSeed(Ticket(number: number))]) { scope in
                try scope.resolve(Repair.self).accept()
            }
            print(entry)
        }
        try printed.assertOutput(on: "Move/FromSafeDI.md")
    }
}

// MARK: FromOtherLanguages

private enum Shop {
    protocol Prices: Sendable {
        func price(of item: String) -> Int
    }

    struct ListPrices: Prices {
        func price(of item: String) -> Int { item.count }
    }

    final class Basket: Sendable {
        let prices: any Prices
        init(prices: any Prices) { self.prices = prices }
        func total(_ items: [String]) -> Int { items.map { prices.price(of: $0) }.reduce(0, +) }
    }

    protocol Notice: Sendable {
        var text: String { get }
    }

    struct MailNotice: Notice {
        let text = "mail"
    }

    struct ScreenNotice: Notice {
        let text = "screen"
    }

    struct Checkout {
        let basket: Basket
        let notices: [any Notice]
    }
}

final class FromOtherLanguagesTests: LeakCheckedTestCase {
    private typealias Prices = Shop.Prices
    private typealias ListPrices = Shop.ListPrices
    private typealias Basket = Shop.Basket
    private typealias Notice = Shop.Notice
    private typealias MailNotice = Shop.MailNotice
    private typealias ScreenNotice = Shop.ScreenNotice
    private typealias Checkout = Shop.Checkout

    func testTheProgramOfThePage() async throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        let shop = Module("shop") {
            Singleton((any Prices).self, ListPrices.init)
            Scoped(Basket.init)
                .onShutdown { _ in print("the basket is closed") }
            Singleton((any Notice).self, MailNotice.init).contributed()
            Singleton((any Notice).self, ScreenNotice.init).contributed()
            Transient(Checkout.init)
        }
        let container = try Container { shop }
        try await container.withScope { request async throws in
            let checkout = try request.resolve(Checkout.self)
            print(checkout.basket.total(["anvil", "rope"]), checkout.notices.map(\.text))
        }
        try await container.shutdown()
        try printed.assertOutput(on: "Move/FromOtherLanguages.md")
    }
}
