// The test of FromFactory.md in the native API.

import Armory
import ArmoryTesting
import Testing

enum FromFactory {
    protocol Sales: Sendable {
        var origin: String { get }
    }

    struct RegisterSales: Sales {
        let origin = "front"
    }

    struct PastSales: Sales {
        let origin = "past"
    }

    final class SalesDesk {
        let sales: any Sales
        init(sales: any Sales) { self.sales = sales }
    }

    static let shop = Module("shop") {
        Singleton((any Sales).self, RegisterSales.init)
        Transient(SalesDesk.init)
    }

    @Suite(.container(try Container { shop }))
    struct DeskTests {
        @Test(.container { Singleton((any Sales).self) { PastSales() } })
        func `The desk shows past sales`() throws {
            let container = try #require(Container.current)
            #expect(try container.resolve(SalesDesk.self).sales.origin == "past")
        }
    }
}
