import ArmoryMacros

@Injectable(.singleton)
final class Database: Sendable {
    let path: String
    init(path: String = "orders.db") { self.path = path }
}

protocol Orders: Sendable {
    func place(_ item: String) -> String
}

@Injectable(.singleton, as: (any Orders).self)
struct SQLOrders: Orders {
    let database: Database
    func place(_ item: String) -> String { "\(item) in \(database.path)" }
}

@Injectable
final class Checkout {
    private let orders: any Orders
    private init(orders: any Orders) { self.orders = orders }
    func buy(_ item: String) -> String { orders.place(item) }
}

let container = try Container {
    Database.registration
    SQLOrders.registration
    Checkout.registration
}
print(try container.resolve(Checkout.self).buy("tea"))
