/// What a customer ordered.
package struct Order: Codable, Sendable, Equatable {
    package enum Status: String, Codable, Sendable {
        case open
        case cancelled
    }

    package struct Line: Codable, Sendable, Equatable {
        package var sku: String
        package var quantity: Int
        /// The price of one, as it was when the order was placed.
        package var cents: Int
    }

    package var id: String
    package var customer: String
    package var status: Status
    package var lines: [Line]

    package var cents: Int { lines.reduce(0) { $0 + $1.quantity * $1.cents } }
}

/// What a client sends to place an order.
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

    /// Says what is wrong with it, as far as that shows without looking anything up.
    package func check() throws(OrdersError) {
        guard !customer.isEmpty else { throw .invalid("customer is empty") }
        guard !lines.isEmpty else { throw .invalid("an order has at least one line") }
        for line in lines where !(1...100_000).contains(line.quantity) {
            throw .invalid("the quantity of \(line.sku) is \(line.quantity), not a number from 1 to 100000")
        }
    }
}

/// Something that can be ordered.
package struct Product: Codable, Sendable, Equatable {
    package var sku: String
    package var stock: Int
}
