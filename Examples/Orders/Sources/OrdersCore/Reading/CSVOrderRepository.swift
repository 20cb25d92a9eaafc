package import Foundation

/// Customers and orders from `customers.csv` and `orders.csv`, read and checked once.
package struct CSVOrderRepository: OrderRepository {
    package let customers: [Customer.ID: Customer]
    private let orders: [Customer.ID: [Order]]

    package init(reader: any TableReader) throws {
        let customers = try Self.readCustomers(reader.table("customers"))
        self.customers = customers
        orders = try Self.readOrders(reader.table("orders"), of: customers)
    }

    package func orders(of customer: Customer.ID, through date: Date) -> [Order] {
        (orders[customer] ?? []).filter { $0.date <= date }
    }

    private static func readCustomers(_ table: Table) throws(OrdersError) -> [Customer.ID: Customer] {
        var customers: [Customer.ID: Customer] = [:]
        for row in table.rows {
            let tier = try row.text("tier")
            guard let tier = Customer.Tier(rawValue: tier) else {
                throw row.fault("tier \"\(tier)\" is neither standard nor wholesale")
            }
            let customer = Customer(
                id: Customer.ID(try row.text("id")), name: try row.text("name"), tier: tier,
                city: try row.text("city"))
            guard customers.updateValue(customer, forKey: customer.id) == nil else {
                throw row.fault("customer \"\(customer.id)\" is there twice")
            }
        }
        return customers
    }

    private static func readOrders(
        _ table: Table, of customers: [Customer.ID: Customer]
    ) throws(OrdersError) -> [Customer.ID: [Order]] {
        var orders: [Customer.ID: [Order]] = [:]
        for row in table.rows {
            let order = Order(
                id: try row.text("id"), customer: Customer.ID(try row.text("customer")),
                date: try row.date("date"), sku: try row.text("sku"),
                quantity: try row.integer("quantity", in: 1...100_000))
            guard customers[order.customer] != nil else {
                throw row.fault("customer \"\(order.customer)\" is not in customers.csv")
            }
            orders[order.customer, default: []].append(order)
        }
        return orders.mapValues { $0.sorted { ($0.date, $0.id) < ($1.date, $1.id) } }
    }
}
