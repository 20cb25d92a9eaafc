// The examples of JustInTime.md.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private let printed = Locked(Printed())

/// For the types of the page, which print.
private func print(_ line: String) { printed.withLock { $0(line) } }

final class JustInTimeExampleTests: LeakCheckedTestCase {
    class OrdersProvider: Resolvable {
        static let lifetime = SharedLifetime<Void>.singleton.unchecked  // It is not Sendable. Nothing in it changes.
        required init(resolver: Resolver, arguments: Void) {}

        func loadOrders(for customer: Int, date: Date) {
            print("Loading orders for customer '\(customer)', date '\(date)'")
        }
    }

    final class OrdersModel: Resolvable {
        struct Arguments {
            let customer: Int
            let date: Date
        }

        private let orders: OrdersProvider
        private let arguments: Arguments

        init(resolver: Resolver, arguments: Arguments) {
            orders = resolver.resolve()
            self.arguments = arguments
        }

        func loadOrders() {
            orders.loadOrders(for: arguments.customer, date: arguments.date)
        }
    }

    final class Catalogue: SharedResolvable {
        init(resolver: Resolver, arguments: Void) {}
    }

    final class WrappedModel: Resolvable {
        @Lazy private var orders: OrdersProvider
        private let arguments: OrdersModel.Arguments

        init(resolver: Resolver, arguments: OrdersModel.Arguments) {
            self.arguments = arguments
        }

        func loadOrders() {
            orders.loadOrders(for: arguments.customer, date: arguments.date)
        }
    }

    final class OrdersProviderDouble: OrdersProvider {
        override func loadOrders(for customer: Int, date: Date) {
            print("Loading mock orders for customer '\(customer)', date '\(date)'")
        }
    }

    /// Fails unless the page shows the lines that were printed since the last call.
    private func assertOutput() throws {
        try printed.withLock { printed in
            try printed.assertOutput(on: "Use/JustInTime.md")
            printed = Printed()
        }
    }

    /// The story of a container of 50 lines without registrations, and its three outputs.
    func testSYS0_TypesThatSayThemselvesHowTheyAreMade() throws {
        let container = try Container {}
        let date = Date(timeIntervalSince1970: 1_587_577_309)
        let model = container.resolve(OrdersModel.self, with: .init(customer: 42, date: date))
        model.loadOrders()
        try assertOutput()
        XCTAssertTrue(container.resolve(Catalogue.self) === container.resolve(Catalogue.self))
        let wrapped = container.resolve(WrappedModel.self, with: .init(customer: 42, date: date))
        wrapped.loadOrders()
        try assertOutput()
        let test = try Container {
            Substitution(OrdersProvider.self, with: OrdersProviderDouble.self)
        }
        let tested = test.resolve(OrdersModel.self, with: .init(customer: 42, date: date))
        tested.loadOrders()
        try assertOutput()
    }
}
