// Code as it is written for Injection, in the spelling of the document and of the library's own pages, with the import changed.

import ArmoryInjection
import ArmoryTestSupport
import Foundation
import XCTest

// MARK: What an app has

private class UIViewController {
    private let life = Counted()
}

private final class LoadingViewController: UIViewController {
    let text: String
    init(detailText: String) { text = detailText }
}

private final class RetryViewController: UIViewController {
    let title: String
    let text: String
    init(title: String, descriptionText: String) {
        self.title = title
        self.text = descriptionText
    }
}

private enum Environment {
    static let publicKey = "public"
    static let privateKey = "private"
    static let host = "gateway.example.com"
}

private final class URLSessionLike {
    static let shared = URLSessionLike()
}

private protocol Authorizating {
    var signature: String { get }
}

private struct Authorization: Authorizating {
    let publicKey: String
    let privateKey: String
    var signature: String { publicKey + privateKey }
}

private protocol HTTPPerforming: AnyObject {
    func get(_ path: String) -> String
}

private final class HTTPClient: HTTPPerforming {
    private let host: String
    private let authorization: Authorizating
    private let life = Counted()

    init(host: String, session: URLSessionLike, authorization: Authorizating) {
        self.host = host
        self.authorization = authorization
    }

    func get(_ path: String) -> String { "\(host)/\(path)?\(authorization.signature)" }
}

private final class StubClient: HTTPPerforming {
    private let life = Counted()
    func get(_ path: String) -> String { "stub of \(path)" }
}

private protocol CharacterServicing {
    func character(_ id: Int) -> String
}

private final class CharacterService: CharacterServicing {
    private let client: HTTPPerforming
    init(client: HTTPPerforming) { self.client = client }
    func character(_ id: Int) -> String { client.get("characters/\(id)") }
}

private protocol CharacterProviding {
    func provide(_ id: Int) -> String
}

private struct CharacterProvider: CharacterProviding {
    let service: CharacterServicing
    func provide(_ id: Int) -> String { service.character(id) }
}

private protocol CharacterRepository {
    func find(_ id: Int) -> String
}

private struct InternalCharacterRepository: CharacterRepository {
    let provider: CharacterProviding
    func find(_ id: Int) -> String { provider.provide(id) }
}

// MARK: Its components, by layer

private let marvelComponent = Component {
    factory { Authorization(publicKey: Environment.publicKey, privateKey: Environment.privateKey) as Authorizating }
    single { HTTPClient(host: Environment.host, session: .shared, authorization: $0()) as HTTPPerforming }
    factory { CharacterService(client: $0()) as CharacterServicing }
    factory { CharacterProvider(service: $0()) as CharacterProviding }
}

private let repositoryComponent = Component {
    factory { InternalCharacterRepository(provider: $0()) as CharacterRepository }
}

// MARK: Its navigation

private struct Screen {
    let build: () -> UIViewController
    init(_ build: @escaping () -> UIViewController) { self.build = build }
}

private enum Navigation {
    case root(Screen)
    case push(Screen)
}

private protocol Navigating: AnyObject {
    func handle(navigation: Navigation)
}

private final class Navigator: Navigating {
    private(set) var shown: [UIViewController] = []
    private let life = Counted()

    func handle(navigation: Navigation) {
        switch navigation {
        case .root(let screen): shown = [screen.build()]
        case .push(let screen): shown.append(screen.build())
        }
    }
}

private class Coordinator {
    let navigator: Navigating
    init(navigator: Navigating) {
        self.navigator = navigator
    }
}

private protocol CharacterListCoordinating {
    func characterDetail(id: Int)
}

private final class CharacterListCoordinator: Coordinator, CharacterListCoordinating {
    func characterDetail(id: Int) {
        navigator.handle(navigation: .push(.detail(character: id)))
    }
}

private let coordinatorsComponent = Component {
    factory { CharacterListCoordinator(navigator: $0()) as CharacterListCoordinating }
}

// MARK: Its screens

private final class LoadingModuleBuilder: ModuleBuilder<UIViewController> {
    private let message: String

    init(message: String) {
        self.message = message
    }

    override func build() -> UIViewController {
        LoadingViewController(detailText: message)
    }
}

private final class RetryModuleBuilder: ModuleBuilder<UIViewController> {
    private let title: String
    private let description: String

    init(title: String, description: String) {
        self.title = title
        self.description = description
    }

    override func build() -> UIViewController {
        RetryViewController(title: title, descriptionText: description)
    }
}

private final class CharacterDetailViewModel {
    let text: String
    private let life = Counted()
    init(repository: CharacterRepository, id: Int) { text = repository.find(id) }
}

private final class CharacterDetailViewController: UIViewController {
    let viewModel: CharacterDetailViewModel
    init(viewModel: CharacterDetailViewModel) { self.viewModel = viewModel }
}

private final class CharacterDetailContainerModuleBuilder: ModuleBuilder<UIViewController> {
    private let characterId: Int
    private let life = Counted()

    init(characterId: Int) {
        self.characterId = characterId
    }

    override func component() -> Component? {
        Component {
            factory { CharacterDetailViewModel(repository: $0(), id: self.characterId) }
        }
    }

    override func build() -> UIViewController {
        CharacterDetailViewController(viewModel: module.resolve())
    }
}

private extension Screen {
    static func detail(character id: Int) -> Screen {
        .init { CharacterDetailContainerModuleBuilder(characterId: id).build() }
    }
}

private struct CellBinder {
    let character: String
    let format: DateFormat
}

private struct DateFormat {
    let text = "yyyy"
}

private final class Presenter {
    let navigation: (Int) -> Void
    weak var delegate: AnyObject?
    init(navigation: @escaping (Int) -> Void) { self.navigation = navigation }
}

private final class ListViewController: UIViewController {
    let presenter: Presenter
    let cellBinderProvider: (String) -> CellBinder
    init(presenter: Presenter, cellBinderProvider: @escaping (String) -> CellBinder) {
        self.presenter = presenter
        self.cellBinderProvider = cellBinderProvider
    }
}

private final class ListModuleBuilder: ModuleBuilder<UIViewController> {
    private let navigation: (Int) -> Void

    init(navigation: @escaping (Int) -> Void) {
        self.navigation = navigation
    }

    override func component() -> Component? {
        Component {
            factory { Presenter(navigation: self.navigation) }
            factory { resolver in { CellBinder(character: $0, format: resolver()) } }
        }
    }

    override func build() -> UIViewController {
        let presenter = module.resolve() as Presenter
        presenter.delegate = self
        return ListViewController(presenter: presenter, cellBinderProvider: module.resolve())
    }
}

private class AppModuleBuilder: Injection.ModuleBuilder<UIViewController> {}

private class InjectedHolder {
    @Inject var service: CharacterServicing
    @LazyInject(tag: "google") var client: HTTPPerforming
    @LazyInject var repository: CharacterRepository
}

// MARK: The tests

final class InjectionSpellingTests: LeakCheckedTestCase {
    override class func setUp() {
        super.setUp()
        injectMe { single { 1 } }
        let _: Int = resolve()
        Injection.reset()
    }

    override func setUp() {
        inject(logger: .error)
        super.setUp()
    }

    override func tearDown() {
        Injection.reset()
        super.tearDown()
    }

    func testTheAppOfTheDocument() {
        let navigator = Navigator()
        let shared: Navigating = navigator

        injectMe {
            component { marvelComponent }
            component { repositoryComponent }
            component { coordinatorsComponent }
            single { shared }
        }

        shared.handle(navigation: .root(.init { LoadingModuleBuilder(message: "Loading").build() }))
        XCTAssertEqual((navigator.shown.last as? LoadingViewController)?.text, "Loading")

        let coordinator: CharacterListCoordinating = resolve()
        coordinator.characterDetail(id: 7)
        XCTAssertEqual(navigator.shown.count, 2)
        XCTAssertEqual(
            (navigator.shown.last as? CharacterDetailViewController)?.viewModel.text,
            "gateway.example.com/characters/7?publicprivate")

        let retry = RetryModuleBuilder(title: "Oh", description: "again").build() as? RetryViewController
        XCTAssertEqual(retry?.title, "Oh")
    }

    func testATestOverridesAsManyFactoriesAsItNeeds() {
        let app = Module {
            component { marvelComponent }
            component { repositoryComponent }
        }
        let test = Module(parent: app) {
            single { StubClient() as HTTPPerforming }
        }
        XCTAssertEqual((test.resolve() as CharacterRepository).find(1), "stub of characters/1")
        XCTAssertEqual(
            (app.resolve() as CharacterRepository).find(1), "gateway.example.com/characters/1?publicprivate")

        injectMe(test)
        let screen = Screen.detail(character: 3).build() as? CharacterDetailViewController
        XCTAssertEqual(screen?.viewModel.text, "stub of characters/3")
    }

    func testAListWithAClosureThatResolvesLater() {
        injectMe {
            factory { DateFormat() }
        }
        var opened: [Int] = []
        let list = ListModuleBuilder { opened.append($0) }.build() as? ListViewController
        list?.presenter.navigation(4)
        XCTAssertEqual(opened, [4])
        XCTAssertEqual(list?.cellBinderProvider("Hulk").character, "Hulk")
        XCTAssertEqual(list?.cellBinderProvider("Hulk").format.text, "yyyy")
    }

    func testTagsWeaksAndProperties() {
        injectMe {
            component { marvelComponent }
            component { repositoryComponent }
            weak { CharacterDetailViewModel(repository: $0(), id: 1) }
            single(tag: "google") { StubClient() as HTTPPerforming }
            factory { InjectedHolder() }
        }
        let holder: InjectedHolder = resolve()
        XCTAssertEqual(holder.service.character(2), "gateway.example.com/characters/2?publicprivate")
        XCTAssertTrue(holder.client === resolve(tag: "google") as HTTPPerforming)
        XCTAssertEqual(holder.repository.find(5), "gateway.example.com/characters/5?publicprivate")
        let model: CharacterDetailViewModel = resolve()
        XCTAssertTrue(model === resolve() as CharacterDetailViewModel)
        let missing: UIViewController? = resolve()
        XCTAssertNil(missing)
    }

    func testAModuleThatAFunctionReturnsAndABuilderOfTheAppsOwn() {
        final class DetailBuilder: AppModuleBuilder {
            override func component() -> Component? {
                Component {
                    factory { LoadingViewController(detailText: $0.resolve(tag: "text")) }
                }
            }
            override func build() -> UIViewController { module() as LoadingViewController }
        }
        let appModule = {
            Module {
                factory(tag: "text") { "from the app" }
            }
        }
        injectMe(appModule())
        XCTAssertEqual((DetailBuilder().build() as? LoadingViewController)?.text, "from the app")
    }
}
