// swift-format-ignore-file
// The spelling is what is tested: code as it was written for EasyDi, in the spelling of each of its versions. One import is another one.

import ArmoryEasyDi
import Foundation
import XCTest

// MARK: The document, and 1.1: closures that only mutate

private protocol IAPIClient: AnyObject {
    var baseURL: URL? { get set }
}

private class APIClient: IAPIClient {
    var baseURL: URL?
}

private protocol IPurchaseService {
    func perform(with objectId: String) -> String
}

private class PurchaseService: IPurchaseService {
    var baseURL: URL?
    var apiPath = "/purchase/"
    var apiClient: IAPIClient?

    func perform(with objectId: String) -> String {
        guard let url = self.baseURL, self.apiClient != nil else {
            fatalError("Trying to do something with uninitialized purchase service")
        }
        return url.appendingPathComponent(self.apiPath).appendingPathComponent(objectId).absoluteString
    }
}

private class OrderViewController {
    var purchaseService: IPurchaseService?
    var purchaseId: String?
}

private class ServiceAssembly: Assembly {
    var purchaseService: IPurchaseService {
        return define(init: PurchaseService()) {
            $0.baseURL = self.apiV1BaseURL
            $0.apiClient = self.apiClient
        }
    }

    var apiClient: IAPIClient {
        return define(init: APIClient()) {
            $0.baseURL = self.apiV1BaseURL
        }
    }

    var apiV1BaseURL: URL {
        return define(init: URL(string: "http://someapi.com/")!)
    }
}

private class OrderViewAssembly: Assembly {
    lazy var serviceAssembly: ServiceAssembly = self.context.assembly()

    func inject(into controller: OrderViewController, purchaseId: String) {
        define(init: controller) {
            $0.purchaseService = self.serviceAssembly.purchaseService
            $0.purchaseId = purchaseId
        }
    }
}

private class A {
    var b: B?
}

private class B {
    var c: C?
}

private class C {
    weak var a: A?
}

private class ABCAssembly: Assembly {
    var a: A {
        return define(init: A()) {
            $0.b = self.b
        }
    }

    var b: B {
        return define(scope: .lazySingleton, init: B()) {
            $0.c = self.c
        }
    }

    var c: C {
        return define(scope: .prototype, init: C()) {
            $0.a = self.a
        }
    }
}

private protocol ITheObject {
    var intParameter: Int { get }
}

private class TheObject: ITheObject {
    var intParameter: Int = 0
}

private class FakeTheObject: ITheObject {
    var intParameter: Int = 0
}

private class MyAssembly: Assembly {
    var theObject: ITheObject {
        return define(init: TheObject()) {
            $0.intParameter = 10
        }
    }
}

private protocol IFeature {
    var version: Int { get }
}

private class Feature: IFeature {
    var version = 1
}

private class FeatureV2: IFeature {
    var version = 0
}

private class FeatureAssembly: Assembly {
    var feature: IFeature {
        return define(init: Feature())
    }
}

private class FeatureABTestAssembly: Assembly {
    lazy var featureAssembly: FeatureAssembly = self.context.assembly()

    var feature: IFeature {
        return define(init: FeatureV2()) {
            $0.version = 2
        }
    }

    func activate(firstTest: Bool) {
        if (firstTest) {
            self.featureAssembly.addSubstitution(for: "feature") {
                self.feature
            }
        } else {
            self.featureAssembly.removeSubstitution(for: "feature")
        }
    }
}

private protocol IModuleViewController: AnyObject {}
private protocol IModulePresenter: AnyObject {
    var view: IModuleViewController? { get }
    var interactor: IModuleInteractor? { get }
}
private protocol IModuleInteractor: AnyObject {
    var presenter: IModulePresenter? { get }
}

private class ModuleViewController: IModuleViewController {
    var presenter: IModulePresenter?
}

private class ModulePresenter: IModulePresenter {
    weak var view: IModuleViewController?
    var interactor: IModuleInteractor?
}

private class ModuleInteractor: IModuleInteractor {
    weak var presenter: IModulePresenter?
}

private class ModuleAssembly: Assembly {
    func inject(into view: ModuleViewController) {
        return define(key: "view", init: view) {
            $0.presenter = self.presenter
        }
    }

    var view: IModuleViewController {
        return definePlaceholder()
    }

    var presenter: IModulePresenter {
        return define(init: ModulePresenter()) {
            $0.view = self.view
            $0.interactor = self.interactor
        }
    }

    var interactor: IModuleInteractor {
        return define(init: ModuleInteractor()) {
            $0.presenter = self.presenter
        }
    }
}

// MARK: 1.2 and 1.3: the object is inout

private struct Settings {
    var host = ""
    var client: IAPIClient?
}

private class SettingsAssembly: Assembly {
    var settings: Settings {
        return define(init: Settings()) { (settings: inout Settings) in
            settings.host = self.host
            settings.client = self.client
        }
    }

    var shortSettings: Settings {
        return define(init: Settings()) {
            $0.host = self.host
        }
    }

    var host: String {
        return define(init: "example.org")
    }

    var client: IAPIClient! {
        return define(scope: .lazySingleton, init: APIClient()) { (client: inout APIClient) in
            client.baseURL = URL(string: "http://example.org")
        }
    }
}

// MARK: 1.4 to 1.6: closures that return

private class ReturningAssembly: Assembly {
    lazy var serviceAssembly: ServiceAssembly = self.context.assembly()

    func inject(into view: ModuleViewController) {
        defineInjection(key: "view", into: view) {
            $0.presenter = self.presenter
            return $0
        }
    }

    var view: IModuleViewController {
        return self.definePlaceholder()
    }

    var presenter: IModulePresenter {
        return define(init: ModulePresenter()) {
            $0.view = self.view
            $0.interactor = self.interactor
            return $0
        }
    }

    var interactor: IModuleInteractor {
        return define(scope: .weakSingleton, init: ModuleInteractor()) { interactor in
            interactor.presenter = self.presenter
            return interactor
        }
    }

    var settings: Settings {
        return define(init: Settings()) {
            var settings = $0
            settings.host = "example.org"
            return settings
        }
    }

    var controller: OrderViewController! {
        return define(init: OrderViewController()) { (controller: OrderViewController) -> OrderViewController in
            controller.purchaseService = self.serviceAssembly.purchaseService
            return controller
        }
    }

    var prototype: ModuleViewController {
        return define(scope: .prototype, init: ModuleViewController(), inject: nil)
    }

    func purchase(id: String) -> OrderViewController {
        return define(key: "purchase \(id)", init: OrderViewController()) {
            $0.purchaseId = id
            return $0
        }
    }
}

final class EasyDiSpellingTests: XCTestCase {
    private let context: DIContext = DIContext()

    func testTheDocumentsServices() {
        let controller = OrderViewController()
        OrderViewAssembly.instance(from: context).inject(into: controller, purchaseId: "7")
        XCTAssertEqual(controller.purchaseId, "7")
        XCTAssertEqual(controller.purchaseService?.perform(with: "7"), "http://someapi.com/purchase/7")
        XCTAssertNotNil(ServiceAssembly.instance().purchaseService)
    }

    func testTheDocumentsGraph() {
        let a1 = ABCAssembly.instance(from: context).a
        let a2 = ABCAssembly.instance(from: context).a
        XCTAssert(a1 !== a2 && a1.b === a2.b)
        XCTAssert(a2.b?.c?.a === a1)
    }

    func testTheDocumentsSubstitution() {
        let myAssembly = MyAssembly.instance(from: context)
        XCTAssertEqual(myAssembly.theObject.intParameter, 10)
        myAssembly.addSubstitution(for: "theObject") { () -> ITheObject in
            let result = FakeTheObject()
            result.intParameter = 30
            return result
        }
        XCTAssertEqual(myAssembly.theObject.intParameter, 30)
        XCTAssert(myAssembly.theObject is FakeTheObject)
    }

    func testTheDocumentsFeature() {
        let test = FeatureABTestAssembly.instance(from: context)
        test.activate(firstTest: true)
        XCTAssertEqual(FeatureAssembly.instance(from: context).feature.version, 2)
        test.activate(firstTest: false)
        XCTAssertEqual(FeatureAssembly.instance(from: context).feature.version, 1)
    }

    func testTheDocumentsModule() {
        let view = ModuleViewController()
        ModuleAssembly.instance(from: context).inject(into: view)
        XCTAssert(view.presenter?.view === view)
        XCTAssert(view.presenter?.interactor?.presenter === view.presenter)
    }

    func testObjectsThatAreInout() {
        let assembly: SettingsAssembly = context.assembly()
        XCTAssertEqual(assembly.settings.host, "example.org")
        XCTAssertEqual(assembly.shortSettings.host, "example.org")
        XCTAssert(assembly.settings.client === assembly.client)
        XCTAssertNotNil(assembly.client.baseURL)
    }

    func testClosuresThatReturn() {
        let assembly = ReturningAssembly.instance(from: DIContext.defaultInstance)
        let view = ModuleViewController()
        assembly.inject(into: view)
        XCTAssert(view.presenter?.view === view)
        XCTAssert(view.presenter?.interactor?.presenter === view.presenter)
        XCTAssertEqual(assembly.settings.host, "example.org")
        XCTAssertNotNil(assembly.controller.purchaseService)
        XCTAssert(assembly.prototype !== assembly.prototype)
        XCTAssertEqual(assembly.purchase(id: "8").purchaseId, "8")
    }

    func testALockerAndAClassThatIsKnownAtRunTime() {
        let context = DIContext(locker: NSRecursiveLock())
        let types: [Assembly.Type] = [ServiceAssembly.self, MyAssembly.self]
        for type in types {
            XCTAssert(context.instance(for: type) === context.instance(for: type))
        }
    }
}
