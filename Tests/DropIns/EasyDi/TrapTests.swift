// Where the process ends: with the key and the way to it.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private final class Node {
    var next: Node?
    init(_ next: Node? = nil) { self.next = next }
}

private struct Value {}

private protocol Wanted: AnyObject {}
extension Node: Wanted {}

private class TrapAssembly: Assembly, @unchecked Sendable {
    var placeholder: Node { definePlaceholder() }
    var root: Node { define(init: Node()) { $0.next = self.placeholder } }
    func inject(_ value: Int) -> Node {
        define(key: "placeholder", init: value) { _ in self.defineInjection(into: self.placeholder) }
    }

    var wanted: any Wanted { define(init: Node()) }
    var outer: [any Wanted] { define(init: [self.wanted]) }

    var endless: Node { define(scope: .prototype, init: Node()) { $0.next = self.endlessToo } }
    var endlessToo: Node { define(scope: .prototype, init: Node()) { $0.next = self.endless } }

    var first: Node { define(init: Node(self.second)) }
    var second: Node { define(init: Node(self.first)) }

    var maker: Node { define(init: Node(self.taker)) }
    var taker: Node { define(init: Node()) { $0.next = self.maker } }

    var single: Node { define(scope: .lazySingleton, init: Node(self.single)) }
    var weakValue: Value { define(scope: .weakSingleton, init: Value()) }
    var narrowed: Node { define(init: "text" as Any) }

    var replaced: Node {
        define(init: Node()) {
            $0.next = self.holder
            return Node()
        }
    }
    var holder: Node { define(init: Node()) { $0.next = self.replaced } }
}

private class NeedsItselfAssembly: Assembly, @unchecked Sendable {
    required init() {
        super.init()
        _ = other.instance(from: DIContext.defaultInstance)
    }
    var other: NeedsItselfAssembly.Type { OtherNeedsItselfAssembly.self }
}

private class OtherNeedsItselfAssembly: NeedsItselfAssembly, @unchecked Sendable {
    override var other: NeedsItselfAssembly.Type { NeedsItselfAssembly.self }
}

private class EarlyAssembly: Assembly, @unchecked Sendable {
    required init() {
        super.init()
        _ = thing
    }
    var thing: Node { define(init: Node()) }
}

final class TrapTests: XCTestCase {
    private let context = DIContext()
    private var assembly: TrapAssembly { TrapAssembly.instance(from: context) }

    func testAPlaceholderOutsideOfItsGraph() throws {
        try assertEndsProcess(
            "alone", saying: "TrapAssembly named \"placeholder\"", "[factoryFailed]", notSaying: Self.nativeWords
        ) { _ = self.assembly.placeholder }
        try assertEndsProcess(
            "nested", saying: "TrapAssembly named \"root\" → TrapAssembly named \"placeholder\"", "[factoryFailed]"
        ) { _ = self.assembly.root }
    }

    func testAPlaceholderOfAnotherType() throws {
        try assertEndsProcess(
            "placeholder", saying: "TrapAssembly named \"placeholder\"", "[factoryFailed]", "Int", "Node"
        ) { _ = self.assembly.inject(3) }
    }

    func testASubstitutionOfTheWrongType() throws {
        try assertEndsProcess(
            "substitution", saying: "TrapAssembly named \"outer\" → TrapAssembly named \"wanted\"",
            "[factoryFailed]", "String", "any Wanted"
        ) {
            self.assembly.addSubstitution(for: "wanted") { "text" }
            _ = self.assembly.outer
        }
    }

    func testACircleOfPrototypes() throws {
        try assertEndsProcess(
            "prototypes", saying: "[tooDeep]",
            "TrapAssembly named \"endless\" → TrapAssembly named \"endlessToo\" → TrapAssembly named \"endless\""
        ) { _ = self.assembly.endless }
    }

    func testACircleOfInitializers() throws {
        try assertEndsProcess(
            "initializers", saying: "[cycle]",
            "TrapAssembly named \"first\" → TrapAssembly named \"second\" → TrapAssembly named \"first\""
        ) { _ = self.assembly.first }
        try assertEndsProcess(
            "singleton", saying: "[cycle]",
            "TrapAssembly named \"single\" → TrapAssembly named \"single\"",
            "injection closure", notSaying: Self.nativeWords
        ) { _ = self.assembly.single }
    }

    func testAnInjectionThatNeedsWhatIsStillBeingMade() throws {
        try assertEndsProcess(
            "maker", saying: "[cycle]",
            "TrapAssembly named \"maker\" → TrapAssembly named \"taker\" → TrapAssembly named \"maker\""
        ) { _ = self.assembly.maker }
    }

    func testAWeakSingletonThatIsNoObject() throws {
        try assertEndsProcess(
            "weak",
            saying:
                "TrapAssembly named \"weakValue\" has the scope weakSingleton, but returned a value of type Value, not an object.",
            "fix: define a class, or choose another scope.\n", notSaying: Self.nativeWords
        ) {
            _ = self.assembly.weakValue
        }
    }

    func testAnObjectThatIsNotOfTheResultsType() throws {
        try assertEndsProcess("result", saying: "TrapAssembly named \"narrowed\"", "[factoryFailed]", "Node") {
            _ = self.assembly.narrowed
        }
    }

    func testAnObjectThatIsReplacedAfterTheGraphHasIt() throws {
        try assertEndsProcess(
            "replaced", saying: "TrapAssembly named \"replaced\" ", "[replacedWhileInjecting]",
            "fix: change the object that the injection closure receives, and return the same object.\n",
            notSaying: Self.nativeWords
        ) {
            _ = self.assembly.replaced
        }
    }

    func testUseAfterTheContextIsGone() throws {
        try assertEndsProcess(
            "gone", saying: "The context of TrapAssembly was released",
            "an assembly's initializer.\n  path: TrapAssembly named \"first\"\n"
        ) {
            let assembly = TrapAssembly.instance(from: DIContext())
            _ = assembly.first
        }
        try assertEndsProcess(
            "substituted", saying: "The context of TrapAssembly was released", "TrapAssembly named \"wanted\""
        ) {
            let assembly = TrapAssembly.instance(from: DIContext())
            assembly.addSubstitution(for: "wanted") { Node() }
        }
    }

    func testADefinitionInAnAssemblysInitializer() throws {
        try assertEndsProcess("early", saying: "EarlyAssembly", "EarlyAssembly named \"thing\"") {
            _ = EarlyAssembly.instance(from: self.context)
        }
    }

    func testAssembliesWhoseInitializersNeedEachOther() throws {
        try assertEndsProcess(
            "assemblies", saying: "[cycle]",
            "NeedsItselfAssembly → OtherNeedsItselfAssembly → NeedsItselfAssembly"
        ) { _ = NeedsItselfAssembly.instance(from: DIContext.defaultInstance) }
    }
}
