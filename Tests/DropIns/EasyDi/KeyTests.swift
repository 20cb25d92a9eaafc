// Keys and placeholders: one object from several methods.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private protocol Viewing: AnyObject {
    var title: String { get }
}

private final class View: Viewing {
    let life = Counted()
    let title: String
    var presenter: Presenter?
    init(_ title: String) { self.title = title }
}

private final class OtherView: Viewing {
    let life = Counted()
    let title = "other"
    var presenter: Presenter?
}

private final class Presenter {
    let life = Counted()
    weak var view: (any Viewing)?
    var interactor: Interactor?
}

private final class Interactor {
    let life = Counted()
    weak var presenter: Presenter?
}

/// The recipe of the document.
private class ModuleAssembly: Assembly, @unchecked Sendable {
    func inject(into view: View) {
        define(key: "view", init: view) {
            $0.presenter = self.presenter
        }
    }

    func inject(into view: OtherView) {
        defineInjection(key: "view", into: view) {
            $0.presenter = self.presenter
            return $0
        }
    }

    var view: any Viewing { definePlaceholder() }

    var presenter: Presenter {
        define(init: Presenter()) {
            $0.view = self.view
            $0.interactor = self.interactor
        }
    }

    var interactor: Interactor {
        define(init: Interactor()) { $0.presenter = self.presenter }
    }

    /// Finds what is there, or makes one.
    var viewOrNew: any Viewing { define(key: "view", init: View("new")) }

    func injectAndFind(_ view: View) -> (any Viewing)? {
        var found: (any Viewing)?
        defineInjection(key: "view", into: view) { _ in found = self.viewOrNew }
        return found
    }

    var prototype: View {
        define(key: "view", scope: .prototype, init: View("prototype")) { $0.presenter = self.presenter }
    }

    var ownPrototype: View {
        define(scope: .prototype, init: View("own")) {
            $0.presenter = Presenter()
            $0.presenter?.view = self.ownPlaceholder
        }
    }
    var ownPlaceholder: any Viewing { definePlaceholder(key: "ownPrototype") }

    private func makeViewing() -> any Viewing { View("existential") }
    var existential: any Viewing {
        define(scope: .prototype, init: self.makeViewing() as any Viewing) {
            ($0 as? View)?.presenter = self.existentialPresenter
        }
    }
    var existentialPresenter: Presenter { define(init: Presenter()) { $0.view = self.existentialPlaceholder } }
    var existentialPlaceholder: any Viewing { definePlaceholder(key: "existential") }
    private func makeOptional() -> View? { View("optional") }
    var optional: View? {
        define(scope: .prototype, init: self.makeOptional()) {
            $0?.presenter = Presenter()
            $0?.presenter?.view = self.optionalPlaceholder
        }
    }
    var optionalPlaceholder: View? { definePlaceholder(key: "optional") }

    var single: View {
        define(key: "view", scope: .lazySingleton, init: View("single")) { $0.presenter = self.presenter }
    }

    func numbered(_ number: Int) -> View { define(key: "view \(number)", init: View("\(number)")) }
    var several: [View] { define(init: [1, 2, 1].map { self.numbered($0) }) }

    func value<T>(_ value: T) -> T { define(init: value) }
    var twoTypes: (Int, String, Int) { define(init: (self.value(1), self.value("text"), self.value(2))) }

    /// An object of its own, though its key is another property's.
    var asObject: AnyObject { define(key: "presenter", init: Presenter()) }
    var presenterTwice: [AnyObject] { define(init: [self.bare as AnyObject, self.bareAsObject]) }
    var presenterTwiceTheOtherWay: [AnyObject] { define(init: [self.bareAsObject, self.bare as AnyObject]) }
    var bare: Interactor { define(init: Interactor()) }
    var bareAsObject: AnyObject { define(key: "bare", init: Interactor()) }
}

final class KeyTests: ContextTestCase {
    private var assembly: ModuleAssembly { ModuleAssembly.instance(from: context) }

    func testAPlaceholderIsTheObjectThatIsBeingInjected() {
        let view = View("screen")
        assembly.inject(into: view)
        XCTAssert(view.presenter?.view === view)
        XCTAssert(view.presenter?.interactor?.presenter === view.presenter)
    }

    func testEachInjectionHasItsOwnGraph() {
        let (first, second) = (View("first"), View("second"))
        assembly.inject(into: first)
        assembly.inject(into: second)
        XCTAssert(first.presenter?.view === first)
        XCTAssert(second.presenter?.view === second)
        XCTAssert(first.presenter !== second.presenter)
    }

    func testObjectsOfTwoTypesUnderOneKey() {
        for _ in 0..<2 {
            let (view, other) = (View("screen"), OtherView())
            assembly.inject(into: view)
            assembly.inject(into: other)
            XCTAssert(view.presenter?.view === view)
            XCTAssert(other.presenter?.view === other)
        }
    }

    func testAnInjectionBeginsNoSecondObjectUnderItsKey() {
        XCTAssertEqual(assembly.viewOrNew.title, "new")
        let view = View("screen")
        assembly.inject(into: view)
        XCTAssertEqual(assembly.viewOrNew.title, "new", "the graph is over")
        XCTAssert(assembly.injectAndFind(view) === view)
    }

    func testAPlaceholderIsThePrototypeThatIsBeingInjected() {
        let view = assembly.prototype
        XCTAssert(view.presenter?.view === view)
        let other = assembly.prototype
        XCTAssert(other !== view && other.presenter?.view === other)
    }

    func testAPlaceholderIsThePrototypeOfAPropertyOfThatName() {
        let first = assembly.ownPrototype
        XCTAssert(first.presenter?.view === first)
        let second = assembly.ownPrototype
        XCTAssert(second !== first && second.presenter?.view === second)
    }

    func testAPlaceholderIsThePrototypeOfAProtocolOrAnOptional() {
        for _ in 0..<3 {
            let view = assembly.existential as? View
            XCTAssert(view != nil && view?.presenter?.view === view)
            let optional = assembly.optional
            XCTAssert(optional != nil && optional?.presenter?.view === optional)
        }
    }

    func testAPlaceholderIsTheSingletonThatIsBeingInjectedAndLaterTheOneThatIsThere() {
        let view = assembly.single
        XCTAssert(view.presenter?.view === view)
        XCTAssert(assembly.view === view)
    }

    func testKeysAreMadeAtRunTime() {
        let several = assembly.several
        XCTAssertEqual(several.map(\.title), ["1", "2", "1"])
        XCTAssert(several[0] === several[2])
        XCTAssert(several[0] !== several[1])
    }

    func testKeysThatAreMadeAtRunTimeTakeNoMemory() {
        let assembly = assembly
        let count = StressScale.scaled(20_000)
        var number = 0
        // A definition that stays takes some hundred bytes.
        let growth = Heap.growth { _ in
            for _ in 0..<count {
                number += 1
                XCTAssertEqual(assembly.numbered(number).title, "\(number)")
            }
        }
        XCTAssertLessThan(growth, 20 * count)
    }

    func testAGenericMethodHasAnObjectOfEachType() {
        let (one, text, two) = assembly.twoTypes
        XCTAssertEqual(one, 1)
        XCTAssertEqual(text, "text")
        XCTAssertEqual(two, 1, "that of the first call")
    }

    func testOneKeyIsOneObjectThoughTheResultsDiffer() {
        for _ in 0..<2 {
            let objects = assembly.presenterTwice
            XCTAssert(objects[0] === objects[1])
            let others = assembly.presenterTwiceTheOtherWay
            XCTAssert(others[0] === others[1])
        }
    }

    func testTwoAssembliesMayUseOneKey() {
        class Other: ModuleAssembly, @unchecked Sendable {}
        let view = View("screen")
        Other.instance(from: context).inject(into: view)
        XCTAssert(view.presenter?.view === view)
        XCTAssertEqual(assembly.viewOrNew.title, "new")
    }
}
