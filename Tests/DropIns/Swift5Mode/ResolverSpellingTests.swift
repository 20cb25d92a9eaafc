import ArmoryResolver
import ArmoryTestSupport
import XCTest

// The one registration of a process. Whatever a test registers is said in `ServiceRegistration.body`.
extension Resolver: ResolverRegistering {
    /// Registers what the test says.
    public static func registerAllServices() {
        let body = ServiceRegistration.body.withLock { $0 }
        body?()
    }
}

// MARK: The article's code

private protocol NetworkServicing: AnyObject {
    func getData() -> String
}

private class NetworkService: NetworkServicing {
    func getData() -> String { "data" }
}

private class MyViewModel {
    var service: NetworkServicing!

    func load() -> String { service.getData() }
}

private protocol XYZFetching {
    var name: String { get }
}

private protocol XYZUpdating {
    var developer: Bool { get }
}

private class XYZViewModel {
    private var fetcher: XYZFetching
    private var updater: XYZUpdating
    private var service: XYZService

    init(fetcher: XYZFetching, updater: XYZUpdating, service: XYZService) {
        self.fetcher = fetcher
        self.updater = updater
        self.service = service
    }

    var text: String { "\(fetcher.name) \(updater.developer) \(service.number)" }
}

private class XYZCombinedService: XYZFetching, XYZUpdating {
    private var session: XYZSessionService

    init(_ session: XYZSessionService) {
        self.session = session
    }

    var name: String { session.data["name"] as? String ?? "" }
    var developer: Bool { session.data["developer"] as? Bool ?? false }
}

private struct XYZService {
    let number = 1
}

private class XYZSessionService {
    let data: [String: Any]

    init(_ data: [String: Any] = ["name": "server"]) {
        self.data = data
    }
}

private class XYZMockSessionService: XYZSessionService {}
private class XYZTestSessionService: XYZSessionService {}

private class MyViewController: Resolving {
    lazy var viewModel: XYZViewModel = resolver.resolve()
}

extension Resolver {
    fileprivate static func registerArticlesServices() {
        register { XYZViewModel(fetcher: resolve(), updater: resolve(), service: resolve()) }
        register { XYZCombinedService(resolve()) }
            .implements(XYZFetching.self)
            .implements(XYZUpdating.self)
        register { XYZService() }
        register { XYZSessionService() }
    }
}

/// The first document's code, in its own spelling.
final class ResolverArticleTests: XCTestCase {
    override func setUp() {
        ServiceRegistration.body.withLock { $0 = { Resolver.registerArticlesServices() } }
        Resolver.reset()
    }

    override func tearDown() {
        ServiceRegistration.body.withLock { $0 = nil }
        Resolver.reset()
    }

    func testPropertiesAreInjected() {
        Resolver.register { NetworkService() as NetworkServicing }
        Resolver.register { MyViewModel() }.resolveProperties { (_, model) in
            model.service = Resolver.optional()
        }
        let viewModel: MyViewModel = Resolver.resolve()
        XCTAssertEqual(viewModel.load(), "data")
    }

    func testTheServicesAreRegisteredByThemselves() {
        XCTAssertEqual(MyViewController().viewModel.text, "server false 1")
    }

    func testALaterRegistrationIsTheMock() {
        Resolver.registerServices?()
        #if DEBUG
        Resolver.register { XYZMockSessionService(["name": "mock"]) as XYZSessionService }
        XCTAssertEqual(MyViewController().viewModel.text, "mock false 1")
        #endif
    }

    func testATestRegistersItsDataAndDoesItAgain() {
        let data: [String: Any] = ["name": "Mike", "developer": true]
        Resolver.registerServices?()
        Resolver.register { XYZTestSessionService(data) as XYZSessionService }
        let viewModel: XYZViewModel = Resolver.resolve()
        XCTAssertEqual(viewModel.text, "Mike true 1")
        do {
            let data: [String: Any] = ["name": "Boss", "developer": false]
            Resolver.register { XYZTestSessionService(data) as XYZSessionService }
            let viewModel: XYZViewModel = Resolver.resolve()
            XCTAssertEqual(viewModel.text, "Boss false 1")
        }
    }
}

// MARK: The spellings of 1.5

extension Resolver {
    fileprivate static let mock = Resolver(child: main)
    fileprivate static let custom = ResolverScopeCache()
}

extension Resolver.Name {
    fileprivate static let fileService = Self("fileService")
    fileprivate static let networkService: Resolver.Name = "networkService"
}

private class EditingController {
    @Injected var service: XYZService
    @Injected(name: .fileService) var file: XYZSessionService
    @OptionalInjected var missing: NetworkServicing?
    @LazyInjected var lazy: XYZSessionService
    @WeakLazyInjected var loose: XYZSessionService?
}

final class ResolverSpellingTests: XCTestCase {
    override func setUp() { Resolver.reset() }
    override func tearDown() { Resolver.reset() }

    func testRegistrationsAreWrittenInEveryForm() {
        let resolver = Resolver()
        resolver.register { XYZService() }
        resolver.register(XYZSessionService.self) { XYZMockSessionService() }
        resolver.register(name: "named") { XYZSessionService(["name": "named"]) }
        resolver.register(XYZSessionService.self, name: .networkService) { XYZSessionService() }
        resolver.register { (r: Resolver) in XYZCombinedService(r.resolve()) }
        resolver.register { r in XYZCombinedService(r.resolve(name: "named")) as XYZFetching }
        resolver.register { (_, args) in XYZTestSessionService(["name": args.get() as String]) as XYZTestSessionService?
        }
        resolver.register { _, arg in NetworkServiceWithArgument(arg()) }
            .resolveProperties { (_, service, args) in service.twice = args() * 2 }
            .scope(.unique)
        XCTAssertEqual(resolver.resolve(XYZFetching.self).name, "named")
        XCTAssertEqual(resolver.resolve(NetworkServiceWithArgument.self, args: 3).sum, 9)
        XCTAssertNil(resolver.optional(XYZFetching.self, name: "none"))
        XCTAssertTrue(resolver.resolve() as XYZSessionService is XYZMockSessionService)
    }

    func testEveryScopeHasItsName() {
        let scopes: [ResolverScope] = [.application, .cached, .container, .graph, .shared, .unique, Resolver.custom]
        for scope in scopes {
            Resolver.register { XYZSessionService() }.scope(scope)
            Resolver.register { XYZCombinedService(Resolver.resolve()) }
                .implements(XYZFetching.self)
                .implements(XYZUpdating.self, name: "updating")
                .scope(.shared)
            let fetcher: XYZFetching = Resolver.resolve()
            XCTAssertEqual(fetcher.name, "server")
            scope.reset()
        }
        Resolver.defaultScope = .unique
        Resolver.defaultScope = .graph
        ResolverScope.cached.reset()
        Resolver.main.cache.reset()
    }

    func testArgumentsHaveEveryForm() {
        Resolver.register { (_, args) in
            XYZSessionService(["name": args("name") as String, "developer": args.optional("developer") ?? false])
        }
        let session: XYZSessionService = Resolver.resolve(args: ["name": "Fred"])
        XCTAssertEqual(XYZCombinedService(session).name, "Fred")
        let other = Resolver.resolve(
            XYZSessionService.self, args: ["name": "Fred", "developer": true] as [String: Any])
        XCTAssertTrue(XYZCombinedService(other).developer)
    }

    func testWrappersHaveEveryForm() {
        Resolver.register { XYZService() }
        Resolver.register(name: .fileService) { XYZSessionService(["name": "file"]) }
        Resolver.register(name: .name(fromString: "lazy")) { _, args in XYZSessionService(["name": args() as String]) }
        Resolver.register { XYZSessionService() }.scope(.shared)
        let controller = EditingController()
        XCTAssertNil(controller.missing)
        XCTAssertEqual(XYZCombinedService(controller.file).name, "file")
        controller.$lazy.name = "lazy"
        controller.$lazy.args = "late"
        XCTAssertTrue(controller.$lazy.isEmpty)
        XCTAssertEqual(XYZCombinedService(controller.lazy).name, "late")
        XCTAssertFalse(controller.$lazy.isEmpty)
        controller.$lazy.release()
        controller.$loose.container = Resolver.root
        let held: XYZSessionService = Resolver.resolve()
        XCTAssertTrue(controller.loose === held)
    }

    func testContainersAreNestedAndExchanged() {
        Resolver.register { XYZSessionService() }
        Resolver.mock.register { XYZMockSessionService(["name": "mock"]) as XYZSessionService }
        Resolver.root = Resolver.mock
        XCTAssertTrue(Resolver.resolve(XYZSessionService.self) is XYZMockSessionService)
        Resolver.root = Resolver.main
        XCTAssertFalse(Resolver.resolve(XYZSessionService.self) is XYZMockSessionService)
        let resolver = Resolver()
        resolver.add(child: Resolver.mock)
        XCTAssertTrue(resolver.resolve(XYZSessionService.self) is XYZMockSessionService)
        Resolver.decorate = { print($0) }
        Resolver.decorate = nil
        Resolver.main.registerServices()
    }
}

private class NetworkServiceWithArgument {
    let number: Int
    var twice = 0
    var sum: Int { number + twice }

    init(_ number: Int) {
        self.number = number
    }
}
