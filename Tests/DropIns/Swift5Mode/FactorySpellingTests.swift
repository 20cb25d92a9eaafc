import ArmoryFactory
import ArmoryTestSupport
import XCTest

// Code as Factory's users write it, in the language mode of its time.

private protocol MyServiceType {
    func text() -> String
}

private class MyService: MyServiceType {
    func text() -> String { "Hello" }
}

private class MockServiceN: MyServiceType {
    let n: Int
    init(_ n: Int) { self.n = n }
    func text() -> String { "Mock \(n)" }
}

private protocol AccountLoading {
    func load() -> [Int]
}

private class AccountLoader: AccountLoading {
    private let networking: Networking
    init(networking: Networking = Container.shared.networking()) { self.networking = networking }
    func load() -> [Int] { networking.fetch() }
}

private class Networking {
    func fetch() -> [Int] { [1, 2, 3] }
}

private class MockJSON: Networking {
    override func fetch() -> [Int] { [] }
}

private struct User: Equatable {
    var name = "Ann"
}

private class ParameterService {
    let value: Int
    init(value: Int) { self.value = value }
}

private class MultipleParameterService {
    let a: Int
    let b: Int
    init(a: Int, b: Int) {
        self.a = a
        self.b = b
    }
}

private class ParentChildService {
    weak var parent: ParentChildService?
    var child = ChildOfService()
}

private class ChildOfService {
    weak var parent: ParentChildService?
}

private protocol IDProviding {
    var id: ObjectIdentifier { get }
}

private protocol ValueProviding {
    var id: ObjectIdentifier { get }
}

private class CommonService: IDProviding, ValueProviding {
    var id: ObjectIdentifier { ObjectIdentifier(self) }
}

private class ProtocolConsumer {
    @Injected(\.idProvider) var ids
    @Injected(\.valueProvider) var values
    init() {}
}

extension Scope {
    fileprivate static let session = Cached()
    fileprivate static let screen = Shared()
}

extension Container {
    fileprivate var myService: Factory<MyServiceType> {
        self { MyService() }
    }
    fileprivate var formalService: Factory<MyServiceType> {
        Factory(self) { MyService() }
            .singleton
    }
    fileprivate var networking: Factory<Networking> { self { Networking() }.shared }
    fileprivate var accountLoading: Factory<AccountLoading> { self { AccountLoader(networking: self.networking()) } }
    fileprivate var user: Factory<User> {
        self { User() }
            .scope(.session)
            .timeToLive(60 * 20)
    }
    fileprivate var optionalUser: Factory<User?> { self { nil }.cached }
    fileprivate var accountLoader: Factory<AccountLoading?> { promised() }
    fileprivate var parameterService: ParameterFactory<Int, ParameterService> {
        self { ParameterService(value: $0) }
    }
    fileprivate var scopedParameterService: ParameterFactory<Int, ParameterService> {
        self { ParameterService(value: $0) }.scopeOnParameters.cached
    }
    fileprivate var tupleService: ParameterFactory<(Int, Int), MultipleParameterService> {
        self { (a, b) in
            MultipleParameterService(a: a, b: b)
        }
    }
    fileprivate var parentChild: Factory<ParentChildService> {
        self { ParentChildService() }
            .decorator {
                $0.child.parent = $0
            }
    }
    fileprivate var multiline: Factory<MyServiceType> {
        self {
            let n = [5].count + 4
            guard n > 3 else { return MyService() }
            return MockServiceN(n)
        }
        .onArg("mock1") { MockServiceN(1) }
        .onArgs(["mock2", "mock3"]) { MockServiceN(2) }
        .context(.arg("mock4"), .simulator) { MockServiceN(4) }
        .once()
    }
    fileprivate var consumer: Factory<ProtocolConsumer> { self { ProtocolConsumer() } }
    fileprivate var idProvider: Factory<IDProviding> { self { self.commonProviding() } }
    fileprivate var valueProvider: Factory<ValueProviding> { self { self.commonProviding() } }
    private var commonProviding: Factory<CommonService> { self { CommonService() }.graph }

    fileprivate func setupMocks() {
        myService.register { MockServiceN(4) }
        networking.register { MockJSON() }
    }
}

private final class PaymentContainer: SharedContainer, AutoRegistering {
    static let shared = PaymentContainer()
    let manager = ContainerManager()

    var gateway: Factory<MyServiceType> { self { MyService() }.cached }
    var count: ParameterFactory<Int, Int> { self { $0 + 1 } }

    func autoRegister() {
        gateway.register { MockServiceN(10) }
    }
}

private final class TypedContainer: SharedContainer, Resolving {
    @TaskLocal static var shared = TypedContainer()
    let manager = ContainerManager()
}

private class ContentViewModel {
    @Injected(\.myService) var service
    @Injected(\PaymentContainer.gateway) private var gateway: MyServiceType
    @LazyInjected(\.accountLoading) var loader
    @WeakLazyInjected(\.networking) var networking
    @DynamicInjected(\.user) var user
    @InjectedContainer(PaymentContainer.self) var payments
    lazy var lazyService = Container.shared.myService()
    let byKeyPath: MyServiceType = dependency(\.myService)

    private let container: Container
    init(container: Container = .shared) { self.container = container }

    var texts: [String] { [service.text(), gateway.text(), lazyService.text(), container.myService().text()] }

    func cleanUp() -> AccountLoading? { $loader.resolvedOrNil() }
}

final class FactorySpellingTests: LeakCheckedTestCase {
    override func setUp() {
        _ = (Container.shared, PaymentContainer.shared.gateway(), TypedContainer.shared, FactoryContext.current)
        _ = (PaymentContainer.shared.count(0), Scope.singleton)
        // The places of a graph stay in a container.
        _ = (Container.shared.consumer(), Container.shared.parentChild())
        Container.shared.reset()
        super.setUp()
        Container.shared.manager.push()
    }

    override func tearDown() {
        Container.shared.manager.pop()
        Container.shared.reset()
        Scope.singleton.reset()
        super.tearDown()
    }

    func testViewModels() {
        let model = ContentViewModel()
        XCTAssertEqual(model.texts, ["Hello", "Mock 10", "Hello", "Hello"])
        XCTAssertNil(model.cleanUp())
        XCTAssertEqual(model.loader.load(), [1, 2, 3])
        XCTAssertNotNil(model.cleanUp())
        XCTAssertEqual(model.user, User())
        XCTAssertEqual(model.payments.count(1), 2)
        XCTAssertEqual(model.byKeyPath.text(), "Hello")
        XCTAssertNotNil(model.networking)
        model.$loader.resolve(reset: .all)
        model.$service.resolve()
        model.service = MockServiceN(3)
        XCTAssertEqual(model.service.text(), "Mock 3")
    }

    func testMocks() {
        Container.shared.setupMocks()
        XCTAssertEqual(ContentViewModel().texts.first, "Mock 4")
        XCTAssertEqual(Container.shared.accountLoading().load(), [])
        Container.shared.myService.reset()
        XCTAssertEqual(Container.shared.myService().text(), "Hello")
        let container = Container().with {
            $0.myService.register { MockServiceN(8) }
        }
        XCTAssertEqual(ContentViewModel(container: container).texts.last, "Mock 8")
        container.myService.register(factory: { MockServiceN(9) })
        XCTAssertEqual(container.myService.resolve().text(), "Mock 9")
    }

    func testRegisteringByACall() {
        let container = Container()
        container.myService { MockServiceN(1) }
        XCTAssertEqual(container.myService().text(), "Mock 1")
        container.myService { () -> MyServiceType in MockServiceN(2) }
        XCTAssertEqual(container.myService().text(), "Mock 2")
        container.parameterService { n in ParameterService(value: n + 1) }
        XCTAssertEqual(container.parameterService(5).value, 6)
        container.parameterService { (n: Int) -> ParameterService in ParameterService(value: n + 2) }
        XCTAssertEqual(container.parameterService(5).value, 7)
        container.tupleService { (a, b) in MultipleParameterService(a: b, b: a) }
        XCTAssertEqual(container.tupleService((1, 2)).a, 2)
        container { $0.myService.register { MockServiceN(3) } }
        XCTAssertEqual(container.myService().text(), "Mock 3")
        container { (c: Container) in c.myService.register { MockServiceN(4) } }
        XCTAssertEqual(container.myService().text(), "Mock 4")
        container {
            $0.myService { MockServiceN(5) }
            $0.networking { MockJSON() }
        }
        XCTAssertEqual(container.myService().text(), "Mock 5")
        func mocks(_ container: Container) { container.myService.register { MockServiceN(6) } }
        container(mocks)
        XCTAssertEqual(container.myService().text(), "Mock 6")
        Container.shared(mocks)
        XCTAssertEqual(Container.shared.myService().text(), "Mock 6")
        Container.shared { $0.myService { MockServiceN(7) } }
        XCTAssertEqual(ContentViewModel().texts.first, "Mock 7")
        let closure: (Container) -> Void = { $0.myService.register { MockServiceN(8) } }
        XCTAssertEqual(container(closure).myService().text(), "Mock 8")
        XCTAssertEqual(Scope.graph.depth, 0)
        XCTAssertEqual(FactoryKit.dependency(\.myService).text(), "Mock 7")
    }

    func testRegisteringByACallOfAsyncCode() async {
        let container = Container()
        container { $0.myService { MockServiceN(1) } }
        XCTAssertEqual(container.myService().text(), "Mock 1")
        await container { c in
            await Task.yield()
            c.myService.register { MockServiceN(2) }
        }
        XCTAssertEqual(container.myService().text(), "Mock 2")
        await container { @MainActor c in
            await Task.yield()
            c.myService.register { MockServiceN(3) }
        }
        XCTAssertEqual(container.myService().text(), "Mock 3")
        await Container.shared { @MainActor in
            await Task.yield()
            $0.myService { MockServiceN(4) }
        }
        XCTAssertEqual(Container.shared.myService().text(), "Mock 4")
    }

    func testScopesAndParameters() {
        XCTAssertTrue(Container.shared.formalService() as AnyObject === Container.shared.formalService() as AnyObject)
        XCTAssertEqual(Container.shared.parameterService(8).value, 8)
        XCTAssertTrue(Container.shared.scopedParameterService(1) === Container.shared.scopedParameterService(1))
        XCTAssertEqual(Container.shared.scopedParameterService(2).value, 2)
        XCTAssertEqual(Container.shared.tupleService((1, 2)).b, 2)
        XCTAssertNil(Container.shared.optionalUser())
        Container.shared.manager.reset(scope: .session)
        Container.shared.manager.reset(scope: .cached)
        let consumer = Container.shared.consumer()
        XCTAssertEqual(consumer.ids.id, consumer.values.id)
        let parent = Container.shared.parentChild()
        XCTAssertTrue(parent.child.parent === parent)
        let local: FactoryKit.Container = FactoryContainer()
        XCTAssertEqual(local.multiline().text(), "Mock 5")
        let scope: Scope = .screen
        XCTAssertFalse(scope === Scope.shared)
        Scope.singleton.reset()
    }

    func testSettings() {
        let manager = Container.shared.manager
        manager.promiseTriggersError = false
        XCTAssertNil(Container.shared.accountLoader())
        manager.promiseTriggersError = true
        Container.shared.accountLoader.register { AccountLoader() }
        XCTAssertEqual(Container.shared.accountLoader()?.load(), [1, 2, 3])
        manager.defaultScope = .cached
        XCTAssertTrue(Container.shared.myService() as AnyObject === Container.shared.myService() as AnyObject)
        manager.dependencyChainTestMax = 10
        var log: [String] = []
        manager.logger = { log.append($0) }
        manager.trace = true
        _ = Container.shared.myService()
        manager.trace = false
        manager.logger = { print($0) }
        XCTAssertEqual(log.count, 1)
        Container.shared.decorator { _ in }
        Container.shared.reset(options: .all)
        FactoryContext.setArg("light", forKey: "theme")
        FactoryContext.removeArg(forKey: "theme")
    }

    func testByType() {
        TypedContainer.shared.register { MyService() as MyServiceType }
        TypedContainer.shared.register(Networking.self) { MockJSON() }.scope(.singleton)
        let service: MyServiceType? = TypedContainer.shared.resolve()
        XCTAssertEqual(service?.text(), "Hello")
        XCTAssertTrue(TypedContainer.shared.resolve(Networking.self) is MockJSON)
        TypedContainer.shared.factory(MyServiceType.self)?.onTest { MockServiceN(2) }
        TypedContainer.shared.reset()
    }

    func testThreads() {
        let calls = Calls()
        Container.shared.networking.register {
            calls.increment()
            return Networking()
        }
        let held = Container.shared.networking()
        DispatchQueue.concurrentPerform(iterations: 20) { _ in
            if Container.shared.networking() !== held { calls.increment() }
        }
        XCTAssertEqual(calls.count, 1)
    }
}

private final class Calls {
    private let lock = NSLock()
    private var number = 0
    var count: Int { lock.withLock { number } }
    func increment() { lock.withLock { number += 1 } }
}
