import Armory
import ArmoryTestSupport
import XCTest

private protocol Ledger: AnyObject, Sendable {
    var text: String { get }
}

private final class Page: Ledger {
    let life = Counted()
    let text: String
    init(_ text: String = "page") { self.text = text }
    init(base: any Ledger, _ text: String) { self.text = "\(base.text) \(text)" }
    init(base: any Ledger, stamp: Stamp) { text = "\(base.text) \(stamp.text)" }
}

/// REG12 and E1: where decorators run, and what an error says of them.
final class LayerPlaceTests: LeakCheckedTestCase {
    // MARK: Errors

    func testE1_ADecoratorThatThrowsIsNamedWithItsPlace() throws {
        for isInjected in [false, true] {
            let container = try Container {
                if isInjected {
                    Singleton((any Ledger).self, fileID: "Shop/Wiring.swift", line: 4) { Page() }.inject { _, _ in }
                } else {
                    Singleton((any Ledger).self, fileID: "Shop/Wiring.swift", line: 4) { Page() }
                }
                Decorator((any Ledger).self, fileID: "Shop/Wiring.swift", line: 8) { $0 }
                Decorator((any Ledger).self, fileID: "Shop/Wiring.swift", line: 9) { _ in throw Mishap(3) }
            }
            let error = failure(.factoryFailed) { try container.resolve((any Ledger).self) }
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
            XCTAssertEqual(error?.path, ["any Ledger"])
            XCTAssertEqual(error?.location?.line, 4)
            let text = error?.description ?? ""
            XCTAssertTrue(text.contains("its decorator threw"), text)
            XCTAssertTrue(text.contains("any Ledger is registered at Shop/Wiring.swift:4"), text)
            XCTAssertTrue(text.contains("the decorator is at Shop/Wiring.swift:9"), text)
            assertThreadIsIdle()
        }
    }

    func testE1_ADecoratorThatThrowsIsNamedAlsoWhereTheFactoryAwaitsOrTakesArguments() async throws {
        let container = try Container {
            Singleton((any Ledger).self) { () async -> any Ledger in Page() }
            Transient((any Ledger).self, arguments: Int.self) { _, _ in Page() }.named("made")
            Decorator((any Ledger).self, fileID: "Shop/Wiring.swift", line: 9) { _ in throw Mishap(3) }
        }
        let awaited = await failure(.factoryFailed) { try await container.resolveAsync((any Ledger).self) }
        let made = failure(.factoryFailed) {
            try container.resolve((any Ledger).self, named: "made", arguments: 1) as any Ledger
        }
        for error in [awaited, made] {
            XCTAssertEqual(error?.underlying as? Mishap, Mishap(3))
            XCTAssertTrue(error?.description.contains("the decorator is at Shop/Wiring.swift:9") ?? false)
        }
    }

    func testE1_AnInjectionAndAnAdapterThatThrowAreNamedWithTheirPlaces() async throws {
        let container = try Container {
            Singleton { Page() }.inject(fileID: "Shop/Wiring.swift", line: 6) { _, _ in throw Mishap(1) }
            Singleton { Stamp() }.inject(fileID: "Shop/Wiring.swift", line: 7) { _, _ async throws in throw Mishap(2) }
            Adapter(from: Stamp.self, to: Int.self, fileID: "Shop/Wiring.swift", line: 8) { _ in throw Mishap(3) }
            Singleton { Stamp("ready") }.named("ready")
        }
        let plain = failure(.factoryFailed) { try container.resolve(Page.self) }
        XCTAssertTrue(plain?.description.contains("its injection threw") ?? false)
        XCTAssertTrue(plain?.description.contains("the injection is at Shop/Wiring.swift:6") ?? false)
        let awaiting = await failure(.factoryFailed) { try await container.resolveAsync(Stamp.self) }
        XCTAssertEqual(awaiting?.underlying as? Mishap, Mishap(2))
        XCTAssertTrue(awaiting?.description.contains("the injection is at Shop/Wiring.swift:7") ?? false)
        let adapter = failure(.factoryFailed) { try container.resolve(Int.self, named: "ready") }
        XCTAssertTrue(adapter?.description.contains("the adapter is at Shop/Wiring.swift:8") ?? false)
    }

    func testE1_AnErrorOfWhatADecoratorNeedsIsNotTheDecorators() throws {
        let container = try Container(configuration: .init(validates: false)) {
            Singleton((any Ledger).self) { Page() }
            Decorator((any Ledger).self, Page.init(base:stamp:))
            Singleton { () throws -> Stamp in throw Mishap(5) }
        }
        let error = failure(.factoryFailed) { try container.resolve((any Ledger).self) }
        XCTAssertEqual(error?.path, ["any Ledger", "Stamp"])
        XCTAssertFalse(error?.description.contains("decorator") ?? true)
    }

    func testREG12_WhatADecoratorThrowsIsTriedAgain() throws {
        for kind in KeptKind.allCases {
            let tried = Counter()
            let made = Counter()
            let container = try Container.of([
                kind.registration(made: made),
                Decorator((any Parcel).self) { parcel in
                    if tried.increment() == 1 { throw Mishap(3) }
                    return Wrapping(parcel, "a")
                },
            ])
            let asker = try kind.asker(container)
            failure(.factoryFailed) { try asker.resolve((any Parcel).self) }
            XCTAssertEqual(try asker.resolve((any Parcel).self).layers, ["core", "a"])
            XCTAssertEqual(made.value, 2, "what was made for the failed one is dropped")
            assertThreadIsIdle()
            asker.close()
        }
    }

    // MARK: Views

    func testREG12_ADecoratorSeesWhatItsModuleHidesAndTheRegistrationItsOwn() throws {
        let stamping = Module("stamping") {
            Singleton { Stamp("hidden") }.private()
            Decorator((any Ledger).self, Page.init(base:stamp:))
            Decorator((any Ledger).self) { ledger, resolver in Page(base: ledger, stamp: try resolver.resolve()) }
        }
        let ledgers = Module("ledgers") {
            Singleton { Stamp("of the ledger") }.private()
            Singleton((any Ledger).self) { Page(try $0.resolve(Stamp.self).text) }
            Transient((any Ledger).self, arguments: Int.self) { resolver, number in
                Page("\(try resolver.resolve(Stamp.self).text) \(number)")
            }
            .named("made")
        }
        let container = try Container {
            Singleton { Stamp("public") }
            stamping
            ledgers
            Decorator((any Ledger).self) { Page(base: $0, "last") }
        }
        XCTAssertEqual(try container.resolve((any Ledger).self).text, "of the ledger hidden hidden last")
        let made: any Ledger = try container.resolve((any Ledger).self, named: "made", arguments: 7)
        XCTAssertEqual(made.text, "of the ledger 7 hidden hidden last")
        let child = try Container(parents: [container]) {}
        let again: any Ledger = try child.resolve((any Ledger).self, named: "made", arguments: 8)
        XCTAssertEqual(again.text, "of the ledger 8 hidden hidden last")
    }

    func testMOD3_ADecoratorOfAnotherModuleSeesNothingThatTheRegistrationsModuleHides() throws {
        let ledgers = Module("ledgers") {
            Singleton { Stamp("hidden") }.private()
            Singleton((any Ledger).self) { Page(try $0.resolve(Stamp.self).text) }
        }
        let container = try Container {
            Singleton { Stamp("public") }
            ledgers
            Decorator((any Ledger).self, Page.init(base:stamp:))
            Decorator((any Ledger).self) { ledger, resolver in Page(base: ledger, stamp: try resolver.resolve()) }
            Adapter(from: (any Ledger).self, to: String.self) { ledger, resolver in
                "\(ledger.text) \(try resolver.resolve(Stamp.self).text)"
            }
        }
        XCTAssertEqual(try container.resolve((any Ledger).self).text, "hidden public public")
        XCTAssertEqual(try container.resolve(String.self), "hidden public public public")
    }

    func testREG12_APartOfAParentsTransientIsMadeForTheChild() throws {
        let parent = try Container {
            Transient((any Ledger).self) { Page() }.inject(dependsOn: Void.self) { _, _ in }
            Decorator((any Ledger).self, Page.init(base:stamp:))
            Singleton { Stamp("parent") }
        }
        let child = try Container(parents: [parent]) { Singleton { Stamp("child") } }
        XCTAssertEqual(try parent.resolve((any Ledger).self).text, "page parent")
        XCTAssertEqual(try child.resolve((any Ledger).self).text, "page child")
        XCTAssertEqual(try child.resolve([any Ledger].self).map(\.text), ["page child"])
    }

    func testREG12_WhatAwaitsIsInjectedAndDecoratedInEveryLifetime() async throws {
        @Sendable func make() async -> any Ledger {
            await Task.yield()
            return Page()
        }
        let inject: @Sendable (inout any Ledger, Resolver) throws -> Void = { ledger, resolver in
            ledger = Page(base: ledger, try resolver.resolve(Stamp.self).text)
        }
        let container = try Container {
            Singleton((any Ledger).self) { () async in await make() }.named("singleton").inject(inject)
            Scoped((any Ledger).self) { () async in await make() }.named("scoped").inject(inject)
            Transient((any Ledger).self) { () async in await make() }.named("transient").inject(inject)
            Graph((any Ledger).self) { () async in await make() }.named("graph").inject(inject)
            Decorator((any Ledger).self) { Page(base: $0, "decorated") }
            Singleton { Stamp("injected") }
        }
        try await container.withScope(.request) { scope in
            for name in ["singleton", "scoped", "transient", "graph"] as [RegistrationName] {
                let ledger = try await scope.resolveAsync((any Ledger).self, named: name)
                XCTAssertEqual(ledger.text, "page injected decorated", "\(name)")
                let again = try await scope.resolveAsync((any Ledger).self, named: name)
                XCTAssertEqual(again === ledger, ["singleton", "scoped"].contains(name), "\(name)")
            }
        }
    }

    func testREG12_ADecoratorOfAKeyThatAnotherRegistrationHasIsAroundThatOne() throws {
        let container = try Container(configuration: .init(duplicates: .replace)) {
            Singleton { Core("first") }.as { $0 as any Parcel }
            Singleton { Core("second") }
            Decorator(Core.self) { Core($0.label + "!") }
        }
        XCTAssertEqual(try container.resolve(Core.self).label, "second!")
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["second!"], "a further type leads to the key")
    }

    // MARK: Hooks and values

    func testREG12_HooksGetTheDecoratedInstance() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton((any Ledger).self) { Page() }
                .inject { _, _ in log.add("injected") }
                .onWired { log.add("wired \($0.text)") }
                .onShutdown { log.add("closed \($0.text)") }
            Singleton((any Ledger).self) { Page("plain") }.named("plain").onShutdown { log.add("closed \($0.text)") }
            Decorator((any Ledger).self) { Page(base: $0, "decorated") }
        }
        _ = try container.resolve((any Ledger).self)
        _ = try container.resolve((any Ledger).self, named: "plain")
        container.close()
        XCTAssertEqual(
            log.all, ["injected", "wired page", "closed plain decorated", "closed page decorated"])
    }

    func testREG12_AnInjectedValueIsDecoratedWithWhatWasInjected() throws {
        struct Counted: Sendable {
            var total = 1
        }
        let container = try Container {
            Singleton { Counted() }.inject { counted, _ in counted.total += 1 }
            Decorator(Counted.self) { Counted(total: $0.total * 10) }
        }
        XCTAssertEqual(try container.resolve(Counted.self).total, 20)
    }
}
