import ArmoryFactory
import ArmoryTestSupport
import XCTest

protocol Serving {
    var number: Int { get }
}

class Service: Serving, @unchecked Sendable {  // Immutable.
    let life = Counted()
    let number: Int
    init(_ number: Int = 0) { self.number = number }
}

final class MockService: Service, @unchecked Sendable {}

struct ServiceValue: Serving, Equatable {
    let number: Int
}

final class Counter: Sendable {
    private let number = Locked(0)
    var value: Int { number.withLock { $0 } }

    @discardableResult
    func next() -> Int {
        number.withLock {
            $0 += 1
            return $0
        }
    }
}

extension Scope {
    static let session = Cached()
    static let borrowed = Shared()
}

/// A container whose factories count how often their closures run.
final class Shop: SharedContainer {
    @TaskLocal static var shared = Shop()
    let manager = ContainerManager()
    let calls = Counter()

    private func make() -> Service { Service(calls.next()) }

    var unique: Factory<Service> { self { self.make() } }
    var cached: Factory<Service> { self { self.make() }.cached }
    var shared: Factory<Service> { self { self.make() }.shared }
    var singleton: Factory<Service> { self { Service() }.singleton }
    var graph: Factory<Service> { self { self.make() }.graph }
    var session: Factory<Service> { self { self.make() }.scope(.session) }
    var borrowed: Factory<Service> { self { self.make() }.scope(.borrowed) }
    var plain: Factory<any Serving> { self { self.make() } }
    var once: Factory<Service> { self { self.make() }.scope(.session).once() }
    var promise: Factory<Service?> { promised() }

    var two: Factory<Two> { self { Two(self.graph(), self.graph()) } }
    var twoSingletons: Factory<Two> { self { Two(self.singleton(), self.singleton()) } }
}

final class Two: @unchecked Sendable {  // Immutable.
    let life = Counted()
    let first: Service
    let second: Service
    init(_ first: Service, _ second: Service) {
        self.first = first
        self.second = second
    }
}

/// Another container type with factories of the same names and types.
final class Storehouse: SharedContainer {
    @TaskLocal static var shared = Storehouse()
    let manager = ContainerManager()

    var singleton: Factory<Service> { self { Service(-1) }.singleton }
    var graph: Factory<Service> { self { Service(-1) }.graph }
}

/// A test of new containers; what the process keeps is empty before and after.
class FactoryTestCase: LeakCheckedTestCase {
    /// The containers of the running test, by their number: a test case is never released, so its properties cannot have them.
    private var containers: [Int: any SharedContainer] = [:]
    var shop: Shop { container(Shop(), number: 0) }
    var other: Shop { container(Shop(), number: 1) }

    /// A container for the running test, which is created at the first read and released after the test.
    func container<C: SharedContainer>(_ new: @autoclosure () -> C, number: Int = 2) -> C {
        if let known = containers[number] as? C { return known }
        let container = new()
        containers[number] = container
        return container
    }

    override func setUp() {
        // What stays with the process is made before anything is counted.
        restore()
        super.setUp()
        // Before a test sets subscribers.
        _ = (shop, other)
    }

    override func tearDown() {
        containers = [:]
        restore()
        super.tearDown()
    }

    private func restore() {
        _ = FactoryContext.current
        _ = Shop.shared.cached()
        _ = Storehouse.shared.singleton()
        Shop.shared.reset()
        Storehouse.shared.reset()
        Container.shared.reset()
        Scope.singleton.reset()
    }
}

@MainActor
final class MainActorModel {
    let number: Int
    init(number: Int = 3) { self.number = number }
}

extension Container {
    @MainActor var mainActorModel: Factory<MainActorModel> { self { MainActorModel() } }
    @MainActor var mainActorModelOf: ParameterFactory<Int, MainActorModel> { self { MainActorModel(number: $0) } }
}
