/// A customer's order.
package struct Order: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable {
        case open
        case cancelled
    }

    package struct Line: Codable, Sendable, Equatable {
        package var sku: String
        package var quantity: Int
        /// The unit price at the time of the order.
        package var cents: Int
    }

    package var id: String
    package var customer: String
    package var status: Status
    package var lines: [Line]

    package var cents: Int { lines.reduce(0) { $0 + $1.quantity * $1.cents } }
}

/// The request to place an order, as a client sends it.
package struct NewOrder: Codable, Sendable {
    package struct Line: Codable, Sendable {
        package var sku: String
        package var quantity: Int

        package init(sku: String, quantity: Int) {
            self.sku = sku
            self.quantity = quantity
        }
    }

    package var customer: String
    package var lines: [Line]

    package init(customer: String, lines: [Line]) {
        self.customer = customer
        self.lines = lines
    }

    /// Throws if the order is invalid, without looking up its products.
    package func check() throws(OrdersError) {
        guard !customer.isEmpty else { throw .invalid("customer is empty") }
        guard customer.utf8.count <= Self.longestCustomer else {
            throw .invalid("customer has \(customer.utf8.count) bytes, more than \(Self.longestCustomer)")
        }
        guard !lines.isEmpty else { throw .invalid("an order has at least one line") }
        guard lines.count <= Self.mostLines else {
            throw .invalid("the order has \(lines.count) lines, more than \(Self.mostLines)")
        }
        for line in lines {
            guard line.sku.utf8.count <= Self.longestSKU else {
                throw .invalid("a sku has \(line.sku.utf8.count) bytes, more than \(Self.longestSKU)")
            }
            guard (1...100_000).contains(line.quantity) else {
                throw .invalid("the quantity of \(line.sku) is \(line.quantity), not a number from 1 to 100000")
            }
        }
    }

    package static let longestCustomer = 200
    package static let longestSKU = 40
    package static let mostLines = 100
}

/// A product that customers can order.
package struct Product: Codable, Sendable, Equatable {
    package var sku: String
    package var stock: Int
}
