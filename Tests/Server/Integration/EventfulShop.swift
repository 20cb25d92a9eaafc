// A container in which something of every kind happens.

#if Logging || Metrics || Tracing
import Armory
import ArmoryTestSupport
import Foundation

struct Mishap: Error, Equatable {}

final class Tariff: Sendable {}

final class Stock: Sendable {
    init(tariff: Tariff) {}
}

final class Cart: Sendable {
    init(stock: Stock) {}
}

struct EventfulShop {
    let container: Container
    static let firstLine = #line + 5

    init(_ subscribers: any EventSubscriber...) throws {
        container = try Container(configuration: .init(subscribers: subscribers)) {
            Module("shop") {
                Singleton(Tariff.init).onShutdown { _ in throw Mishap() }
                Singleton(Stock.init)
                Scoped(Cart.init)
            }
            Transient { _ -> Int in throw Mishap() }.named("broken")
        }
    }

    /// A request that is well, one that fails, one that is forgotten, and the end.
    func live() throws {
        try container.withScope { scope in _ = try scope.resolve(Cart.self) }
        try? container.withScope { scope in _ = try scope.resolve(Int.self, named: "broken") }
        _ = try container.openScope()
        container.close()
    }

    /// A thread waits for tariff that another one makes.
    static func wait(_ subscriber: any EventSubscriber) throws {
        let (entered, leave, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let container = try Container(configuration: .init(subscribers: [subscriber])) {
            Singleton { _ -> Tariff in
                entered.signal()
                leave.wait()
                return Tariff()
            }
            Singleton(Stock.init)
        }
        Thread { _ = try? container.resolve(Tariff.self) }.start()
        entered.wait()
        Thread {
            _ = try? container.resolve(Stock.self)
            done.signal()
        }.start()
        guard Waits.come(to: "waits for") else { throw Mishap() }
        leave.signal()
        done.wait()
    }
}
#endif
