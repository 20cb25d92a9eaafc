// What is injected, in all forms of `define`.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private final class Client {
    let life = Counted()
    var url = ""
}

private final class Service {
    let life = Counted()
    var client: Client?
    var number = 0
}

private final class Controller {
    let life = Counted()
    var service: Service?
    var id: String?
}

private class InjectingAssembly: Assembly, @unchecked Sendable {
    var url: String { define(init: "https://example.org") }

    var client: Client {
        define(init: Client()) {
            $0.url = self.url
        }
    }

    var mutated: Service {
        define(init: Service()) {
            $0.client = self.client
        }
    }

    var returned: Service {
        define(init: Service()) {
            $0.client = self.client
            return $0
        }
    }

    var declared: Service {
        define(init: Service()) { (service: inout Service) in
            service.client = self.client
        }
    }

    var declaredAndReturned: Service {
        define(init: Service()) { (service: Service) -> Service in
            service.client = self.client
            return service
        }
    }

    var labelled: Service {
        define(key: "labelled", scope: .objectGraph, init: Service(), inject: { $0.client = self.client })
    }

    private func complete(_ service: Service) -> Service {
        service.client = client
        return service
    }

    var completedByAFunction: Service { define(init: Service(), inject: complete) }

    func item(_ number: Int) -> Service { define(init: Service()) { $0.number = number } }
    var twoItems: [Service] { define(init: [self.item(1), self.item(2)]) }

    func level(_ depth: Int) -> Service {
        define(scope: .prototype, init: Service()) {
            $0.number = depth
            if depth > 0 { $0.number += self.level(depth - 1).number }
        }
    }

    func inject(into controller: Controller, id: String) {
        define(init: controller) {
            $0.service = self.mutated
            $0.id = id
        }
    }

    func injectReturning(into controller: Controller) {
        defineInjection(into: controller) { (controller: Controller) -> Controller in
            controller.service = self.mutated
            return controller
        }
    }

    func injectAsResult(into controller: Controller) {
        define(key: "controller", init: controller) {
            $0.service = self.mutated
        }
    }

    func defineInjection(into controller: Controller) {
        defineInjection(into: controller) {
            $0.service = self.mutated
            return $0
        }
    }

    func defineInjectionInPlace(into controller: Controller) {
        defineInjection(key: "controller", into: controller) { $0.service = self.mutated }
    }

    var mayBeReplaced: Client {
        define(init: Client()) { _ in
            let other = Client()
            other.url = "another"
            return other
        }
    }
}

final class InjectionTests: ContextTestCase {
    private var assembly: InjectingAssembly { InjectingAssembly.instance(from: context) }

    func testAValueIsADependencyToo() {
        XCTAssertEqual(assembly.url, "https://example.org")
        XCTAssertEqual(assembly.client.url, "https://example.org")
    }

    func testAClosureThatMutates() {
        XCTAssertEqual(assembly.mutated.client?.url, "https://example.org")
    }

    func testAClosureThatReturns() {
        XCTAssertEqual(assembly.returned.client?.url, "https://example.org")
    }

    func testAClosureThatSaysItsParameter() {
        XCTAssertEqual(assembly.declared.client?.url, "https://example.org")
        XCTAssertEqual(assembly.declaredAndReturned.client?.url, "https://example.org")
    }

    func testAClosureBehindItsLabelAndAFunction() {
        XCTAssertEqual(assembly.labelled.client?.url, "https://example.org")
        XCTAssertEqual(assembly.completedByAFunction.client?.url, "https://example.org")
    }

    func testAnObjectThatIsThereIsInjected() {
        let controller = Controller()
        assembly.inject(into: controller, id: "7")
        XCTAssertEqual(controller.id, "7")
        XCTAssertNotNil(controller.service?.client)
    }

    func testEveryFormOfInjectionIntoAnObjectThatIsThere() {
        for inject in [
            assembly.injectReturning, assembly.injectAsResult, assembly.defineInjection,
            assembly.defineInjectionInPlace,
        ] {
            let controller = Controller()
            inject(controller)
            XCTAssertNotNil(controller.service?.client)
        }
    }

    func testEachObjectThatIsThereIsInjectedAndNoneIsKept() {
        weak var first: Controller?
        do {
            let (one, other) = (Controller(), Controller())
            assembly.inject(into: one, id: "1")
            assembly.inject(into: other, id: "2")
            XCTAssertEqual(one.id, "1")
            XCTAssertEqual(other.id, "2")
            XCTAssert(one.service !== other.service)
            first = one
        }
        XCTAssertNil(first)
    }

    func testParametersAreNoPartOfTheKey() {
        XCTAssertEqual(assembly.item(1).number, 1)
        XCTAssertEqual(assembly.item(2).number, 2, "another graph")
        let items = assembly.twoItems
        XCTAssert(items[0] === items[1], "one graph, one object")
        XCTAssertEqual(items[1].number, 1, "that of the first call")
    }

    func testAPrototypeMayNeedItselfWithOtherParameters() {
        XCTAssertEqual(assembly.level(4).number, 4 + 3 + 2 + 1)
    }

    func testTheClosureMayReturnAnotherObjectWhereNobodyHasTheFirst() {
        XCTAssertEqual(assembly.mayBeReplaced.url, "another")
    }
}
