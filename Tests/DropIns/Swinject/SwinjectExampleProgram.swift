// The program of FromSwinject.md.

import ArmorySwinject

final class StorageAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Drawer.self) { _ in Drawer(label: "orders") }
            .inObjectScope(.container)
        container.register((any Orders).self) { r in DrawerOrders(drawer: r.resolve(Drawer.self)!) }
            .inObjectScope(.container)
        container.register((any Orders).self, name: "paper") { _ in PaperOrders() }
    }
}

final class DeskAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Desk.self) { r in Desk(orders: r.resolve((any Orders).self)!) }
            .initCompleted { r, desk in desk.bell = r.resolve(Bell.self)! }
        container.autoregister(Bell.self, initializer: Bell.init)
        container.register(Receipt.self) { (r, number: Int) in
            Receipt(number: number, orders: r ~> (any Orders).self)
        }
    }
}

protocol Orders: Sendable {
    var place: String { get }
}

final class Drawer: Sendable {
    let label: String
    init(label: String) { self.label = label }
}

final class DrawerOrders: Orders {
    let drawer: Drawer
    init(drawer: Drawer) { self.drawer = drawer }
    var place: String { "drawer \(drawer.label)" }
}

struct PaperOrders: Orders {
    let place = "paper"
}

final class Desk {
    let orders: any Orders
    var bell: Bell?
    init(orders: any Orders) { self.orders = orders }
}

final class Bell {
    weak var desk: Desk?
    init(desk: Desk) { self.desk = desk }
}

struct Receipt {
    let number: Int
    let orders: any Orders
}
