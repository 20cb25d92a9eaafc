// RES2, RES3: lists and maps of what is resolved later. Each element is one of its registration, whether a key leads to that or not.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Sink: AnyObject, Sendable {
    var name: String { get }
}

private final class File: Sink {
    private let life = Counted()
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Fan: Sink {
    private let life = Counted()
    let sinks: [Lazy<any Sink>]
    var name: String { (try? sinks.map { try $0().name }.joined(separator: " ")) ?? "failed" }
    init(sinks: [Lazy<any Sink>]) { self.sinks = sinks }
}

private final class Hub: Sendable {
    private let life = Counted()
    let lazies: [Lazy<any Sink>]
    let weak: [WeakInjected<any Sink>]
    let providers: [Provider<any Sink>]
    let byName: [RegistrationName: Lazy<any Sink>]
    let named: [Lazy<any Sink>]
    init(
        lazies: [Lazy<any Sink>], weak: [WeakInjected<any Sink>], providers: [Provider<any Sink>],
        byName: [RegistrationName: Lazy<any Sink>], named: [Lazy<any Sink>]
    ) {
        (self.lazies, self.weak, self.providers, self.byName, self.named) = (lazies, weak, providers, byName, named)
    }
}

final class DeferredListTests: LeakCheckedTestCase {
    private let made = Counter()

    private var sinks: Module {
        let made = made
        return Module("sinks") {
            Transient((any Sink).self) {
                made.increment()
                return File("plain")
            }
            Singleton((any Sink).self) { File("kept") }.named("kept")
            Singleton((any Sink).self) { File("added") }.contributed()
            Transient((any Sink).self) { File("late") }.named("late").contributed()
        }
    }

    func testRES2_EachElementOfAListIsResolvedAtItsCall() throws {
        let container = try Container { sinks }
        let lazies = try container.resolve([Lazy<any Sink>].self)
        XCTAssertEqual(made.value, 0)
        XCTAssertEqual(try lazies.map { try $0().name }, ["plain", "kept", "added", "late"])
        XCTAssertEqual(made.value, 1)
        XCTAssertTrue(try lazies[0]() === lazies[0]())
        XCTAssertTrue(try lazies[1]() === container.resolve((any Sink).self, named: "kept"))
        let providers = try container.resolve([Provider<any Sink>].self)
        XCTAssertEqual(try providers.map { try $0().name }, ["plain", "kept", "added", "late"])
        XCTAssertFalse(try providers[3]() === providers[3]())
        XCTAssertTrue(try providers[2]() === lazies[2]())
        let weak = try container.resolve([WeakInjected<any Sink>].self)
        XCTAssertEqual(try weak.map { try $0().name }, ["plain", "kept", "added", "late"])
        XCTAssertTrue(weak[1].living === (try lazies[1]()))
        XCTAssertNil(weak[0].living)
        let nested = try container.resolve([Lazy<Provider<any Sink>>].self)
        XCTAssertEqual(try nested.map { try $0()().name }, ["plain", "kept", "added", "late"])
    }

    func testRES2_AMapHasTheQualifiedOnesAndAQualifierPicksTheirList() throws {
        let container = try Container { sinks }
        let byName = try container.resolve([RegistrationName: Lazy<any Sink>].self)
        XCTAssertEqual(try byName.mapValues { try $0().name }, ["kept": "kept", "late": "late"])
        let named = try container.resolve([Provider<any Sink>].self, named: "late")
        XCTAssertEqual(try named.map { try $0().name }, ["late"])
        XCTAssertEqual(try container.resolve([Lazy<any Sink>].self, named: "unused").count, 0)
    }

    func testRES2_TheyAreParameters() async throws {
        let container = try Container {
            sinks
            Transient(Hub.init, .registered, .registered, .registered, .registered, .named("kept"))
            Singleton { (resolver: AsyncResolver) async throws -> [String] in
                let lazies: [Lazy<any Sink>] = try await resolver.resolve()
                var names: [String] = []
                for lazy in lazies { names.append(try await lazy.resolveAsync().name) }
                return names
            }
            .named("awaited")
        }
        let hub = try container.resolve(Hub.self)
        let all = ["plain", "kept", "added", "late"]
        XCTAssertEqual(try hub.lazies.map { try $0().name }, all)
        XCTAssertEqual(try hub.weak.map { try $0().name }, all)
        XCTAssertEqual(try hub.providers.map { try $0().name }, all)
        XCTAssertEqual(try hub.byName.mapValues { try $0().name }, ["kept": "kept", "late": "late"])
        XCTAssertEqual(try hub.named.map { try $0().name }, ["kept"])
        let awaited: [String] = try await container.resolveAsync(named: RegistrationName("awaited"))
        XCTAssertEqual(awaited, all)
        let called = try container.call { (lazies: [Lazy<any Sink>]) in try lazies.map { try $0().name } }
        XCTAssertEqual(called, all)
    }

    func testRES2_WithoutRegistrationsAListOfProtocolsIsEmptyAndOneOfValuesIsMissing() throws {
        let container = try Container {}
        XCTAssertEqual(try container.resolve([Lazy<any Sink>].self).count, 0)
        XCTAssertEqual(try container.resolve([RegistrationName: WeakInjected<any Sink>].self).count, 0)
        let error = failure(.missing) { try container.resolve([Provider<Int>].self) }
        XCTAssertEqual(error?.key, "[Provider<Int>]")
        let error2 = failure(.missing) { try container.resolve([Int: Lazy<UInt8>].self) }
        XCTAssertEqual(error2?.key, "[Int: Lazy<UInt8>]")
    }

    func testRES2_MessagesNameTheProtocolInside() throws {
        let container = try Container {}
        let error = failure(.missing) { try container.resolve((any Sink).self) }
        XCTAssertEqual(error?.key, "any Sink")
        let set = failure(.missing) { try container.resolve(Set<String>.self) }
        XCTAssertEqual(set?.key, "Set<String>")
        let hub = failure(.missing) {
            try container.call { (_: Set<Int>, _: Provider<any Sink>) in XCTFail("there is no set") }
        }
        XCTAssertEqual(hub?.key, "Set<Int>")
        let provider = try container.resolve(Provider<any Sink>.self, named: "nowhere")
        let missing = failure(.missing) { try provider() }
        XCTAssertEqual(missing?.key, "any Sink named \"nowhere\"")
        let lists = try container.resolve(Lazy<[Int]>.self)
        XCTAssertEqual(failure(.missing) { try lists() }?.key, "[Int]")
    }

    func testRES2_ACompositeIsNoElementOfItsOwnList() throws {
        let container = try Container {
            Singleton((any Sink).self) { try Fan(sinks: $0.resolve()) }
            Singleton((any Sink).self) { File("one") }.contributed()
            Singleton((any Sink).self) { File("two") }.named("two")
        }
        XCTAssertEqual(try container.resolve((any Sink).self).name, "one two")
    }

    func testRES3_TheElementsAreThoseOfTheModuleAndTheScope() throws {
        let container = try Container {
            Module("bank") {
                Singleton((any Sink).self) { File("secret") }.named("secret").private()
                Transient { (lazies: [Lazy<any Sink>]) in Holder(lazies) }
            }
            Scoped((any Sink).self) { File("scoped") }
            Transient { (lazies: [Provider<any Sink>]) in Holder(lazies) }
        }
        let (lazies, providers) = try container.withScope { scope in
            let lazies = try scope.resolve(Holder<[Lazy<any Sink>]>.self).held
            XCTAssertEqual(try lazies.map { try $0().name }.sorted(), ["scoped", "secret"])
            let providers = try scope.resolve(Holder<[Provider<any Sink>]>.self).held
            XCTAssertEqual(providers.count, 1, "the module hides the other one")
            XCTAssertTrue(try providers[0]() === scope.resolve((any Sink).self))
            return (lazies, providers)
        }
        XCTAssertEqual(try lazies.map { try $0().name }.sorted(), ["scoped", "secret"], "they were resolved")
        failure(.closed) { try providers[0]() }
    }

    private final class Holder<Held: Sendable>: Sendable {
        let held: Held
        init(_ held: Held) { self.held = held }
    }

    func testRES3_AChildsListHasItsParentsElements() throws {
        let parent = try Container { sinks }
        let child = try Container(parents: [parent]) {
            Singleton((any Sink).self) { File("own") }.named("kept")
        }
        let names = try child.resolve([Lazy<any Sink>].self).map { try $0().name }
        XCTAssertEqual(names, ["plain", "own", "added", "late"])
    }

    func testRES8_AListOfOwnedOnesHasAScopeForEach() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Scoped { Tracked(tracker) }.in(.owned)
            Transient((any Sink).self) { try Session("plain", $0.resolve()) }
            Transient((any Sink).self) { try Session("added", $0.resolve()) }.contributed()
        }
        do {
            let sinks = try container.resolve([Owned<any Sink>].self)
            XCTAssertEqual(sinks.map(\.value.name), ["plain", "added"])
            withExtendedLifetime(sinks) { XCTAssertEqual(tracker.alive, 2) }
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    private final class Session: Sink {
        let name: String
        let tracked: Tracked
        init(_ name: String, _ tracked: Tracked) { (self.name, self.tracked) = (name, tracked) }
    }
}
