// What stands for a definition for a while.

import ArmoryEasyDi
import ArmoryTestSupport
import XCTest

private protocol Featuring: AnyObject {
    var version: Int { get }
}

private final class Feature: Featuring {
    let life = Counted()
    let version: Int
    init(_ version: Int) { self.version = version }
}

private final class Screen {
    let life = Counted()
    var feature: (any Featuring)?
    var again: (any Featuring)?
}

private class FeatureAssembly: Assembly, @unchecked Sendable {
    var feature: any Featuring { define(init: Feature(1)) }
    var single: any Featuring { define(scope: .lazySingleton, init: Feature(1)) { _ in } }
    var fresh: any Featuring { define(scope: .prototype, init: Feature(1)) }
    var weak: any Featuring { define(scope: .weakSingleton, init: Feature(1)) }
    var concrete: Feature { define(init: Feature(1)) }
    func numbered(id: Int) -> any Featuring { define(init: Feature(id)) }

    var screen: Screen {
        define(init: Screen()) {
            $0.feature = self.feature
            $0.again = self.feature
        }
    }

    func inject(into screen: Screen) {
        defineInjection(key: "screen", into: screen) { $0.feature = self.feature }
    }

    var screenFound: Screen { definePlaceholder(key: "screen") }
}

/// The A/B test of the document.
private class FeatureTestAssembly: Assembly, @unchecked Sendable {
    lazy var featureAssembly: FeatureAssembly = self.context.assembly()

    var feature: any Featuring { define(init: Feature(2)) }

    func activate(_ isActive: Bool) {
        if isActive {
            featureAssembly.addSubstitution(for: "feature") { self.feature }
        } else {
            featureAssembly.removeSubstitution(for: "feature")
        }
    }
}

private final class Parent {
    let life = Counted()
    var child: Child?
    let isFake: Bool
    init(isFake: Bool = false) { self.isFake = isFake }
}

private final class Child {
    let life = Counted()
    weak var parent: Parent?
}

private class FamilyAssembly: Assembly, @unchecked Sendable {
    var parent: Parent {
        define(init: Parent()) { $0.child = self.child }
    }

    var child: Child {
        define(init: Child()) { $0.parent = self.parent }
    }
}

final class SubstitutionTests: ContextTestCase {
    private var assembly: FeatureAssembly { FeatureAssembly.instance(from: context) }

    func testAReadyObjectStandsForADefinition() {
        let fake = Feature(9)
        assembly.addSubstitution(for: "feature") { () -> any Featuring in fake }
        XCTAssert(assembly.feature === fake)
        XCTAssert(assembly.screen.feature === fake)
        assembly.removeSubstitution(for: "feature")
        XCTAssertEqual(assembly.feature.version, 1)
        XCTAssertEqual(assembly.screen.feature?.version, 1)
    }

    func testTheClosureIsCalledEachTime() {
        let count = Counter()
        assembly.addSubstitution(for: "feature") { Feature(count.increment()) }
        let screen = assembly.screen
        XCTAssertEqual(screen.feature?.version, 1)
        XCTAssertEqual(screen.again?.version, 2, "in one graph too")
        XCTAssertEqual(assembly.feature.version, 3)
    }

    func testEveryScopeIsSubstitutedAndHasItsOwnBack() {
        let (single, weak) = (assembly.single, assembly.weak)
        for name in ["single", "weak", "fresh", "concrete"] {
            assembly.addSubstitution(for: name) { Feature(9) }
        }
        XCTAssertEqual(assembly.single.version, 9)
        XCTAssertEqual(assembly.weak.version, 9)
        XCTAssertEqual(assembly.fresh.version, 9)
        XCTAssertEqual(assembly.concrete.version, 9)
        for name in ["single", "weak", "fresh", "concrete"] { assembly.removeSubstitution(for: name) }
        XCTAssert(assembly.single === single, "the singleton that was there before")
        XCTAssert(assembly.weak === weak)
        XCTAssertEqual(assembly.fresh.version, 1)
        XCTAssertEqual(assembly.concrete.version, 1)
    }

    func testASubstitutionMayComeBeforeTheDefinitionWasEverAskedFor() {
        assembly.addSubstitution(for: "single") { Feature(9) }
        XCTAssertEqual(assembly.single.version, 9)
        assembly.removeSubstitution(for: "single")
        let single = assembly.single
        XCTAssertEqual(single.version, 1)
        XCTAssert(assembly.single === single)
    }

    func testASecondSubstitutionTakesThePlaceOfTheFirst() {
        assembly.addSubstitution(for: "feature") { Feature(8) }
        assembly.addSubstitution(for: "feature") { Feature(9) }
        XCTAssertEqual(assembly.feature.version, 9)
        assembly.removeSubstitution(for: "feature")
        XCTAssertEqual(assembly.feature.version, 1, "and not the first again")
        assembly.removeSubstitution(for: "feature")
        assembly.removeSubstitution(for: "nothing")
        XCTAssertEqual(assembly.feature.version, 1)
    }

    func testAMethodIsNamedWithItsLabels() {
        assembly.addSubstitution(for: "numbered(id:)") { Feature(9) }
        XCTAssertEqual(assembly.numbered(id: 3).version, 9)
        assembly.removeSubstitution(for: "numbered(id:)")
        XCTAssertEqual(assembly.numbered(id: 3).version, 3)
    }

    func testASubstitutionIsForANameAndNotForAKey() {
        let (screen, fake) = (Screen(), Screen())
        assembly.addSubstitution(for: "screen") { fake }
        assembly.inject(into: screen)
        XCTAssertNotNil(screen.feature, "what has the key is injected all the same")
        XCTAssertNil(fake.feature)
        assembly.addSubstitution(for: "inject(into:)") { fake }
        let other = Screen()
        assembly.inject(into: other)
        XCTAssertNil(other.feature)
    }

    func testAnotherAssemblySwitchesAFeature() {
        let test = FeatureTestAssembly.instance(from: context)
        test.activate(true)
        XCTAssertEqual(assembly.feature.version, 2)
        let screen = assembly.screen
        XCTAssertEqual(screen.feature?.version, 2)
        XCTAssert(screen.feature === screen.again, "the other definition is of the graph")
        test.activate(false)
        XCTAssertEqual(assembly.feature.version, 1)
    }

    func testAWholeDefinitionStandsForAnotherAndItsChildLeadsBackToIt() {
        let family = FamilyAssembly.instance(from: context)
        family.addSubstitution(for: "parent") { () -> Parent in
            family.define(key: "fake", init: Parent(isFake: true)) { $0.child = family.child }
        }
        let parent = family.parent
        XCTAssert(parent.isFake)
        XCTAssert(parent.child?.parent === parent)
        let child = family.child
        XCTAssert(child.parent == nil, "nobody else holds it")
        family.removeSubstitution(for: "parent")
        let real = family.parent
        XCTAssertFalse(real.isFake)
        XCTAssert(real.child?.parent === real)
    }

    func testASubstitutionIsOfItsContext() {
        assembly.addSubstitution(for: "feature") { Feature(9) }
        let other = DIContext()
        XCTAssertEqual(FeatureAssembly.instance(from: other).feature.version, 1)
    }

    func testTheClosureGoesWithTheSubstitution() {
        weak var held: Feature?
        do {
            let fake = Feature(9)
            held = fake
            assembly.addSubstitution(for: "feature") { fake }
        }
        XCTAssertNotNil(held)
        assembly.removeSubstitution(for: "feature")
        XCTAssertNil(held)
    }
}
