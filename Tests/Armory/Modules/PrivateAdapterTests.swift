import Armory
import ArmoryTestSupport
import XCTest

private protocol Service: Sendable { var name: String { get } }
private struct Named: Service { let name: String }
private struct Wrapped: Sendable { let name: String }
private protocol Prices: Sendable { var name: String { get } }

private final class RealPrices: SharedResolvable {
    let name: String
    init(resolver: Resolver, arguments: Void) { name = "real" }
}

/// MOD3: what is private does not leave its module by a layer around it.
final class PrivateAdapterTests: LeakCheckedTestCase {
    private func wiring(named name: RegistrationName? = nil) -> [any ModuleElement] {
        @Sendable func registered(_ text: String) -> Singleton<any Service> {
            let own = Singleton((any Service).self) { Named(name: text) }
            return name.map { own.named($0) } ?? own
        }
        return [
            Module("m") {
                registered("private").private()
                Adapter(from: (any Service).self, to: Wrapped.self) { service, _ in Wrapped(name: service.name) }
                Singleton { r in "\(try r.resolve(Wrapped.self, named: name ?? "inner").name)" }
            },
            registered("public"),
        ]
    }

    func testMOD3_AnAdapterOfAModuleMakesOfAPublicRegistrationAPublicOne() throws {
        let container = try Container { wiring() }
        XCTAssertEqual(try container.resolve(Wrapped.self).name, "public")
        XCTAssertEqual(try container.resolve([Wrapped].self).map(\.name), ["public"])
    }

    func testMOD3_ANamedOneToo() throws {
        let container = try Container { wiring(named: "x") }
        XCTAssertEqual(try container.resolve(Wrapped.self, named: "x").name, "public")
        XCTAssertEqual(try container.resolve(String.self), "private", "in the module, it is the private one")
    }

    /// REG14: a container that overrides a child has its own.
    func testREG14_AnOverrideOfAChildKeepsItsOwnOfATypeThatSaysHowItIsMade() throws {
        let root = try Container { Singleton { 7 } }
        let child = try Container(parents: [root]) { Singleton { 8.0 } }
        let real = child.resolve(RealPrices.self)
        XCTAssertTrue(root.resolve(RealPrices.self) === real)
        let derived = try child.overriding { Singleton { 9.0 } }
        let own = derived.resolve(RealPrices.self)
        XCTAssertFalse(own === real)
        XCTAssertTrue(try derived.openScope().resolve(RealPrices.self) === own)
        XCTAssertTrue(try Container(parents: [derived]) {}.resolve(RealPrices.self) === own)
    }

    /// REG11: who asks for all gets the list that a test has put in their place.
    func testREG11_AnOverrideOfAListIsWhatAllMeans() throws {
        let base = try Container {
            Singleton((any Service).self) { Named(name: "real") }.contributed()
            Transient { (all: [any Service]) in all.map(\.name) }
        }
        let test = try base.overriding { Singleton([any Service].self) { [Named(name: "a"), Named(name: "b")] } }
        XCTAssertEqual(try test.resolve([any Service].self).map(\.name), ["a", "b"])
        XCTAssertEqual(try test.resolve([any Service].self).map(\.name), ["a", "b"])
        XCTAssertEqual(try test.resolve([String].self), ["a", "b"])
        XCTAssertEqual(try base.resolve([any Service].self).map(\.name), ["real"])
    }

    /// LIFE2: a seed that a test has replaced is not taken in silence.
    func testLIFE2_ASeedThatAnOverrideHasReplacedSaysSo() throws {
        let base = try Container {
            Seeded(Wrapped.self, fileID: "Shop/Wiring.swift", line: 9)
            Scoped { (wrapped: Wrapped) in wrapped.name }
        }
        for (override, isScoped) in [
            (Scoped(fileID: "ShopTests/Tests.swift", line: 20) { Wrapped(name: "fake") } as any Registration, true),
            (Transient(fileID: "ShopTests/Tests.swift", line: 20) { Wrapped(name: "fake") }, false),
        ] {
            let test = try base.overriding { [override] }
            let error = failure(.seedNotDeclared) { try test.openScope(seeds: [ScopeSeed(Wrapped(name: "real"))]) }
            if isScoped { assertErrorText(error, "seedNotDeclared: an override has replaced it") }
            XCTAssertTrue(error?.description.contains("an override has replaced its Seeded registration") ?? false)
            XCTAssertEqual(try test.openScope().resolve(String.self), "fake")
        }
        let again = try base.overriding { Seeded(Wrapped.self) }
        XCTAssertEqual(try again.openScope(seeds: [ScopeSeed(Wrapped(name: "given"))]).resolve(String.self), "given")
    }
}
