import Armory
import Foundation
import StoriesCore
import XCTest

/// Both ways to test, as a real test uses them, and the defects of a 50-line container.
final class OrdersTests: XCTestCase {
    private typealias OrdersVM = SecondInitializer.OrdersVM

    private let args = OrdersVM.Args(customerId: 42, date: Date(timeIntervalSince1970: 1_587_577_309))

    /// Records the requested orders.
    private final class Notebook: OrdersProviding {
        var lines: [String] = []

        func loadOrders(for customerId: Int, date: Date) {
            lines.append("\(customerId), \(date)")
        }
    }

    func testSYS0_TheFirstWay_NoContainer() {
        let notebook = Notebook()
        OrdersVM(ordersProvider: notebook, args: args).loadOrders()
        XCTAssertEqual(notebook.lines, ["42, 2020-04-22 17:41:49 +0000"])
    }

    func testSYS0_TheSecondWay_ATestContainerReplacesATypeHoweverDeep() throws {
        let container = try Container { Substitution(OrdersProvider.self, with: OrdersProviderMock.self) }
        let screen: TestContainer.OrdersScreen = container.resolve(with: args)
        XCTAssertEqual("\(type(of: screen.viewModel.ordersProvider))", "OrdersProviderMock")
        let real: TestContainer.OrdersScreen = try Container {}.resolve(with: args)
        XCTAssertEqual("\(type(of: real.viewModel.ordersProvider))", "OrdersProvider", "in no other container")
    }

    func testSYS0_SingletonAndPerRequest() throws {
        let container = try Container {}
        let (one, other) = (
            container.resolve(OrdersVM.self, with: args), container.resolve(OrdersVM.self, with: args)
        )
        XCTAssertFalse(one === other)
        let provider = container.resolve(OrdersProvider.self)
        XCTAssertTrue(one.ordersProvider as? OrdersProvider === provider)
    }

    func testSYS0_TheContainerKeepsASingleton() throws {
        let container = try Container {}
        weak var provider: OrdersProvider?
        do { provider = container.resolve(OrdersProvider.self) }
        XCTAssertNotNil(provider)
        XCTAssertTrue(container.resolve(OrdersProvider.self) === provider)
    }

    func testSYS0_ASubstituteIsOneToo() throws {
        let container = try Container {}
        let real = container.resolve(OrdersProvider.self)
        let test = try container.overriding { Substitution(OrdersProvider.self, with: OrdersProviderMock.self) }
        let mock = test.resolve(OrdersProvider.self)
        XCTAssertFalse(mock === real, "though the real one was there")
        XCTAssertTrue(test.resolve(OrdersProvider.self) === mock)
        XCTAssertTrue(container.resolve(OrdersProvider.self) === real)
    }

    func testSYS0_TheWrapperAsksTheContainerOfItsViewModel() throws {
        let (container, other) = (try Container {}, try Container {})
        let viewModel = PropertyWrapper.viewModel(from: container)
        let provider = other.asCurrent { viewModel.ordersProvider }
        XCTAssertTrue(provider === container.resolve(OrdersProvider.self), "also where another container is current")
        XCTAssertFalse(viewModel === PropertyWrapper.viewModel(from: container))
    }

    /// Each thread makes a separate container the current one.
    func testSYS0_TheWrappersHolderIsSwappedByManyTestsAtATime() {
        let swaps = 64
        DispatchQueue.concurrentPerform(iterations: swaps) { number in
            do {
                let container = try Container {}
                let provider = ObjectIdentifier(container.resolve(OrdersProvider.self))
                let held = container.asCurrent {
                    Container.current.map { ObjectIdentifier(PropertyWrapper.viewModel(from: $0).ordersProvider) }
                }
                XCTAssertEqual(held, provider, "swap \(number)")
            } catch {
                XCTFail("swap \(number): \(error)")
            }
        }
        print("[count] the wrapper's holder: \(swaps) swaps at a time")
    }

    func testSYS0_WhatIsMissingIsFoundBeforeAnythingRuns() throws {
        do {
            _ = try Container { BehindAProtocol.wiring }
            XCTFail("nobody has registered the view model's arguments")
        } catch {
            XCTAssertEqual(error.faults.map(\.code), [.missing])
            XCTAssertEqual(error.faults.map(\.key), ["Args"])
        }
    }

    func testSYS0_WhatStandsBehindTheProtocolNeedsNoSuperclass() throws {
        let container = try Container {
            BehindAProtocol.wiring.replacing {
                Unchecked((any OrdersProviding).self) { Notebook() }
            }
            Singleton(value: args)
        }
        try container.resolve(OrdersVM.self).loadOrders()
        let notebook = try XCTUnwrap(container.resolve((any OrdersProviding).self) as? Notebook)
        XCTAssertEqual(notebook.lines, ["42, 2020-04-22 17:41:49 +0000"])
    }
}
