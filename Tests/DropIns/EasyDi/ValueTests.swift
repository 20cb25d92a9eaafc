// Structs, results behind a protocol, and implicitly unwrapped optionals.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private final class Engine {
    let life = Counted()
    var power = 0
}

private struct Settings {
    var host = ""
    var port = 0
    var engine: Engine?
}

private protocol Running: AnyObject {
    var settings: Settings { get }
    var partner: (any Running)? { get }
}

private final class Runner: Running {
    let life = Counted()
    var settings = Settings()
    weak var partner: (any Running)?
}

private protocol Describing {
    var text: String { get set }
}

private struct Note: Describing {
    var text = ""
}

private protocol Facing {
    var name: String { get }
    var other: (any Facing)? { get }
}

private struct Side: Facing {
    let name: String
    var other: (any Facing)?
}

private class CircleAssembly: Assembly, @unchecked Sendable {
    lazy var others: OtherCircleAssembly = self.context.assembly()

    var left: any Facing {
        define(init: Side(name: "left")) {
            $0.other = self.right
            return $0
        }
    }
    var right: any Facing { define(init: Side(name: "right")) { $0.other = self.left } }

    var singleLeft: any Facing {
        define(scope: .lazySingleton, init: Side(name: "left")) { $0.other = self.others.singleRight }
    }
    var loop: Side { define(init: Side(name: "loop")) { $0.other = self.loop } }

    var pair: [any Facing] { define(init: []) { $0 = [self.left, self.left, self.right] } }
}

private class OtherCircleAssembly: Assembly, @unchecked Sendable {
    lazy var others: CircleAssembly = self.context.assembly()

    var singleRight: any Facing {
        define(scope: .lazySingleton, init: Side(name: "right")) { $0.other = self.others.singleLeft }
    }
}

private class ValueAssembly: Assembly, @unchecked Sendable {
    lazy var others: OtherValueAssembly = self.context.assembly()

    var mutated: Settings {
        define(init: Settings()) {
            $0.host = self.host
            $0.port = self.others.port
            $0.engine = self.engine
        }
    }

    var returned: Settings {
        define(init: Settings()) {
            $0.host = self.host
            $0.port = 81
            return $0
        }
    }

    var copied: Settings {
        define(init: Settings()) {
            var settings = $0
            settings.host = self.host
            return settings
        }
    }

    var single: Settings {
        define(scope: .lazySingleton, init: Settings()) { $0.engine = self.engine }
    }

    var host: String { define(init: "example.org") }
    var engine: Engine { define(init: Engine()) { $0.power = 3 } }

    var runner: any Running {
        define(init: Runner()) {
            $0.settings = self.mutated
            $0.partner = self.partner
        }
    }

    var partner: any Running {
        define(init: Runner()) { $0.partner = self.runner }
    }

    var plain: any Running { define(init: Runner()) }
    var singleRunner: any Running { define(scope: .lazySingleton, init: Runner()) { $0.partner = self.plain } }
    var weakRunner: any Running { define(scope: .weakSingleton, init: Runner()) }

    var note: any Describing {
        define(init: Note()) { $0.text = "injected" }
    }

    var changedAsItsProtocol: any Describing {
        define(init: Note() as any Describing) { $0.text = "injected" }
    }

    private func base() -> AnyObject { Runner() }
    /// Which type it is, is known when the program runs.
    var narrowed: Runner { define(init: self.base()) }

    var unwrapped: Runner! {
        define(init: Runner()) {
            $0.settings = self.unwrappedSettings
        }
    }
    var unwrappedSettings: Settings! { define(init: Settings()) { $0.port = 8 } }
    var unwrappedSingle: (any Running)! { define(scope: .lazySingleton, init: Runner()) }
    var unwrappedWeak: Runner! {
        define(scope: .weakSingleton, init: Runner()) { $0.settings.port = 9 }
    }
    var optional: Runner? { define(init: Runner()) { $0.settings.port = 10 } }
}

private class OtherValueAssembly: Assembly, @unchecked Sendable {
    var port: Int { define(init: 80) }
}

final class ValueTests: ContextTestCase {
    private var assembly: ValueAssembly { ValueAssembly.instance(from: context) }

    func testAStructIsInjectedWithItsFieldsAlsoFromAnotherAssembly() {
        let settings = assembly.mutated
        XCTAssertEqual(settings.host, "example.org")
        XCTAssertEqual(settings.port, 80)
        XCTAssertEqual(settings.engine?.power, 3)
    }

    func testAStructIsInjectedByAClosureThatReturnsIt() {
        XCTAssertEqual(assembly.returned.host, "example.org")
        XCTAssertEqual(assembly.returned.port, 81)
        XCTAssertEqual(assembly.copied.host, "example.org")
    }

    func testAStructMayBeASingleton() {
        XCTAssert(assembly.single.engine === assembly.single.engine)
    }

    func testResultsBehindAProtocol() throws {
        let runner = assembly.runner
        XCTAssertEqual(runner.settings.host, "example.org")
        XCTAssertNil(runner.partner, "it is held weakly, and nobody else holds it")
        XCTAssert(assembly.singleRunner === assembly.singleRunner)
        let weak = assembly.weakRunner
        XCTAssert(assembly.weakRunner === weak)
        XCTAssert(assembly.plain !== assembly.plain)
    }

    func testAStructBehindAProtocolIsInjected() {
        XCTAssertEqual(assembly.note.text, "injected")
        XCTAssertEqual(assembly.changedAsItsProtocol.text, "injected")
    }

    /// A value closes a circle by a copy without its injection, as in the original.
    func testStructsBehindProtocolsMayNeedEachOther() {
        let circle = CircleAssembly.instance(from: context)
        XCTAssertEqual(names(circle.left), ["left", "right", "left"])
        XCTAssertEqual(names(circle.right), ["right", "left", "right"])
        XCTAssertEqual(names(circle.loop), ["loop", "loop"])
    }

    func testSingletonStructsBehindProtocolsMayNeedEachOther() {
        let circle = CircleAssembly.instance(from: context)
        XCTAssertEqual(names(circle.singleLeft), ["left", "right", "left"])
        XCTAssertEqual(names(circle.others.singleRight), ["right", "left"], "it was created with the first one")
        XCTAssertEqual(names(circle.singleLeft), ["left", "right", "left"])
    }

    func testAGraphHasTheInjectedStructAfterItsCircle() {
        let pair = CircleAssembly.instance(from: context).pair
        XCTAssertEqual(pair.map(names), [["left", "right", "left"], ["left", "right", "left"], ["right", "left"]])
    }

    /// The names along a chain of structs.
    private func names(_ first: any Facing) -> [String] { [first.name] + (first.other.map(names) ?? []) }

    func testAResultOfATypeThatIsKnownWhenTheProgramRuns() {
        XCTAssertEqual(assembly.narrowed.settings.port, 0)
    }

    func testImplicitlyUnwrappedOptionals() {
        XCTAssertEqual(assembly.unwrapped.settings.port, 8)
        XCTAssert(assembly.unwrappedSingle === assembly.unwrappedSingle)
        let weak = assembly.unwrappedWeak
        XCTAssert(assembly.unwrappedWeak === weak)
        XCTAssertEqual(weak?.settings.port, 9)
        XCTAssertEqual(assembly.optional?.settings.port, 10)
    }
}
