// The program of FromFactory.md.

import ArmoryFactory
import ArmoryFactoryTesting
import Testing

protocol Sales: Sendable {
    var origin: String { get }
}

final class CashRegister: Sendable {
    let drawer: String
    init(drawer: String) { self.drawer = drawer }
}

final class RegisterSales: Sales {
    let register: CashRegister
    init(register: CashRegister) { self.register = register }
    var origin: String { register.drawer }
}

struct PastSales: Sales {
    let origin = "past"
}

final class SalesDesk {
    let sales: any Sales
    init(sales: any Sales) { self.sales = sales }
}

struct Bill {
    let number: Int
    let sales: any Sales
}

extension Container {
    var register: Factory<CashRegister> {
        self { CashRegister(drawer: "front") }.singleton
    }
    var sales: Factory<any Sales> {
        self { RegisterSales(register: self.register()) }.cached
    }
    var pastSales: Factory<any Sales> {
        self { PastSales() }.cached
    }
    var desk: Factory<SalesDesk> {
        self { SalesDesk(sales: self.sales()) }
    }
    var bill: ParameterFactory<Int, Bill> {
        self { Bill(number: $0, sales: self.sales()) }
    }
}

struct Display {
    @Injected(\.sales) var sales
    @LazyInjected(\.desk) var desk
}

@Suite(.container)
struct DeskTests {
    @Test(.container { $0.sales.register { PastSales() } })
    func `The desk shows past sales`() {
        #expect(Container.shared.desk().sales.origin == "past")
    }
}
