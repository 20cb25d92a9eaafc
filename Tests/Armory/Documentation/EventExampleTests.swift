// The example of Events.md that needs the library alone.

import Armory
import ArmoryTestSupport
import XCTest

// A local type cannot use the variables of its function, so the printed lines are kept here.
private let printed = Printed()
private func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

final class EventExampleTests: LeakCheckedTestCase {
    func testThePageShowsTheEventsOfAScope() throws {
        final class Journal: EventSubscriber {
            var kinds: ContainerEvent.Kinds { [.made, .scopes] }

            func receive(_ event: ContainerEvent) {
                switch event {
                case .made(let making):
                    print("created \(making.registration) for \(making.asker?.key ?? "the program")")
                case .opened(let scope): print("opened the scope \(scope.tag)")
                case .ended(let scope, _): print("ended the scope \(scope.tag)")
                default: break
                }
            }
        }

        struct Stock: Sendable {}
        struct Basket: Sendable { let stock: Stock }

        let container = try Container(configuration: .init(subscribers: [Journal()])) {
            Singleton(Stock.init)
            Scoped(Basket.init)
        }
        try container.withScope { scope in
            _ = try scope.resolve(Basket.self)
        }
        try printed.assertOutput(on: "Use/Events.md")
    }
}
