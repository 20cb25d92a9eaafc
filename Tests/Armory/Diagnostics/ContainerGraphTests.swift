import Armory
import ArmoryTestSupport
import XCTest

private protocol Ticking: Sendable {}
private final class Clock: Ticking {}
private struct Watch: Sendable { init(clock: Clock) {} }
private struct Careful: Sendable { init(clock: Clock?, spare: Watch?) {} }
private struct Patient: Sendable { init(clock: Lazy<Clock>, maker: Provider<Watch>) {} }
private struct Fan: Sendable { init(clocks: [any Ticking], byName: [RegistrationName: any Ticking]) {} }
private struct Box<Content>: Sendable { init() {} }
private struct Opener: Sendable { init(box: Box<Int>) {} }
private final class Late: @unchecked Sendable { var clock: Clock? }
private struct Double8: Sendable { init(a: Clock, b: Clock, c: Lazy<Clock>, d: Clock?) {} }
private struct Numbers: Sendable { init(numbers: [Int8]) {} }
private struct Said: Resolvable, Sendable {
    init(resolver: Resolver, arguments: Void) {}
}
private struct Asking: Sendable { init(said: Said) {} }

/// SEE2: the graph as a value.
final class ContainerGraphTests: LeakCheckedTestCase {
    func testSEE2_ANodeSaysWhatItsRegistrationSays() throws {
        let module = Module("time") {
            Singleton(Clock.init).named("wall")
            Transient { Clock() }
        }
        let graph = try Container {
            module
            Scoped { Watch(clock: Clock()) }
            Kept(Int8.self) { 1 }.lifetime(PerThread())
            Graph { Late() }
            Shared(Late.init).named("shared")
        }.graph
        let wall = graph.only("Clock named \"wall\"")
        XCTAssertEqual(wall?.lifetime, .singleton)
        XCTAssertEqual(wall?.module, "time")
        XCTAssertEqual(wall?.file, #fileID)
        XCTAssertEqual(wall?.line, #line - 14)
        XCTAssertEqual(wall?.state, .empty)
        XCTAssertEqual(wall?.isOpaque, false)
        XCTAssertNil(wall?.scope)
        XCTAssertNil(wall?.activity, "nobody measures")
        XCTAssertEqual(wall?.isInherited, false)
        XCTAssertEqual(wall?.isAlias, false)
        XCTAssertEqual(graph.only("Clock")?.lifetime, .transient)
        let watch = graph.only("Watch")
        XCTAssertEqual(watch?.lifetime, .scoped)
        XCTAssertEqual(watch?.scope, "request")
        XCTAssertNil(watch?.module)
        XCTAssertEqual(graph.only("Int8")?.lifetime, .custom)
        XCTAssertEqual(graph.only("Late")?.lifetime, .graph)
        XCTAssertEqual(graph.only("Late named \"shared\"")?.lifetime, .shared)
        XCTAssertEqual(graph.cycles, [])
        XCTAssertEqual(graph.nodes.flatMap(\.faults), [])
        XCTAssertEqual(graph.nodes.map(\.id), Array(graph.nodes.indices))
    }

    func testSEE2_NodesAreOrderedByModuleFileLineAndKey() throws {
        @Sendable func register(_ number: Int, _ file: StaticString, _ line: Int) -> some Registration {
            Singleton(Int.self, fileID: file, line: line) { number }.named(RegistrationName(number))
        }
        let graph = try Container.unchecked {
            Module("b") { register(1, "A.swift", 1) }
            Module("a") {
                register(3, "B.swift", 9)
                register(4, "B.swift", 10)
                register(5, "A.swift", 30)
            }
            register(6, "Z.swift", 7).dependsOn(Clock.self)
            register(7, "Z.swift", 7)
        }.graph
        XCTAssertEqual(
            graph.keys,
            [6, 7, 5, 3, 4, 1].map { "Int named \($0)" } + ["Clock"])
    }

    func testSEE2_EachEdgeSaysHowItIsKnownAndWhenItIsAskedFor() throws {
        let graph = try Container {
            Singleton(Clock.init)
            Transient(Watch.init)
            Singleton(Careful.init)
            Singleton(Patient.init)
            Singleton(Late.init).inject(\.clock)
            Singleton(Int8.self) { 1 }.dependsOn(Clock.self, Watch?.self)
            Singleton(Int16.self) { 1 }.inject(dependsOn: Clock.self) { _, _ in }
        }.graph
        XCTAssertEqual(
            graph.arrows,
            [
                "Watch -> Clock: parameter construction",
                "Careful -> Clock: parameter construction?",
                "Careful -> Watch: parameter construction?",
                "Patient -> Clock: parameter later",
                "Patient -> Watch: parameter later",
                "Late -> Clock: parameter injection",
                "Int8 -> Clock: declared construction",
                "Int8 -> Watch: declared construction?",
                "Int16 -> Clock: declared injection",
            ])
    }

    func testSEE2_NeedsOfOneTimeAreOneEdge() throws {
        let graph = try Container {
            Singleton(Clock.init)
            Singleton(Double8.init).dependsOn(Clock.self)
        }.graph
        XCTAssertEqual(
            graph.arrows, ["Double8 -> Clock: parameter construction", "Double8 -> Clock: parameter later"])
    }

    func testSEE2_AListHasAnEdgeToEachOfItsMembers() throws {
        let graph = try Container {
            Singleton((any Ticking).self) { Clock() }
            Singleton((any Ticking).self) { Clock() }.named("a")
            Singleton(Fan.init)
        }.graph
        XCTAssertEqual(
            graph.arrows,
            [
                "Fan -> any Ticking: parameter construction",
                "Fan -> any Ticking named \"a\": parameter construction",
            ])
    }

    func testSEE2_GenericTypesAreWrittenAsInSource() throws {
        let graph = try Container {
            Singleton(Box<Int>.init)
            Singleton(Box<[String: Int?]>.init)
            Singleton(Opener.init)
        }.graph
        XCTAssertEqual(graph.keys, ["Box<Int>", "Box<Dictionary<String, Optional<Int>>>", "Opener"])
        XCTAssertEqual(graph.arrows, ["Opener -> Box<Int>: parameter construction"])
    }

    // MARK: What is not there

    func testSEE2_WhatIsMissingIsANodeWithItsEdges() throws {
        let graph = try Container.unchecked {
            Singleton(Watch.init)
            Singleton(Careful.init)
            Singleton(Int8.self) { 1 }.dependsOn(Clock.self)
            Singleton(Int16.self) { 1 }.dependsOn(Lazy<Late>.self)
            Singleton(Numbers.init)
        }.graph
        XCTAssertEqual(graph.only("Clock")?.state, .missing)
        XCTAssertNil(graph.only("Clock")?.lifetime)
        XCTAssertNil(graph.only("Clock")?.file)
        XCTAssertEqual(graph.keys.suffix(2), ["Clock", "Late"])
        XCTAssertEqual(
            graph.arrows,
            [
                "Watch -> Clock: parameter construction",
                "Careful -> Watch: parameter construction?",
                "Int8 -> Clock: declared construction",
                "Int16 -> Late: declared later",
                "Numbers -> Int8: parameter construction",
            ], "what may be missing, and is, is no node's need")
        let faults = try XCTUnwrap(graph.only("Watch")?.faults)
        XCTAssertEqual(faults.map { $0.hasPrefix("Watch needs Clock, which is not registered. [missing]\n") }, [true])
        XCTAssertEqual(graph.only("Int8")?.faults.count, 1)
        XCTAssertEqual(graph.only("Clock")?.faults, [])
    }

    func testSEE2_AListThatMustNotBeEmptyIsMissing() throws {
        let graph = try Container.unchecked { Singleton(Numbers.init) }.graph
        XCTAssertEqual(graph.arrows, ["Numbers -> [Int8]: parameter construction"])
        XCTAssertEqual(graph.only("[Int8]")?.state, .missing)
    }

    func testSEE2_WhatATypeSaysItselfIsANodeWithoutAPlace() throws {
        let container = try Container { Singleton(Asking.init) }
        for round in ["before it is asked for", "after"] {
            let said = container.graph.only("Said")
            XCTAssertEqual(said?.lifetime, .transient, round)
            XCTAssertNil(said?.file, round)
            XCTAssertEqual(said?.isInherited, false, round)
            XCTAssertEqual(container.graph.arrows, ["Asking -> Said: parameter construction"], round)
            _ = try container.resolve(Asking.self)
        }
    }

    func testSEE2_ClosuresThatHideWhatTheyAskForAreOpaque() throws {
        let graph = try Container {
            Singleton(Clock.init)
            Singleton(Watch.self) { Watch(clock: try $0.resolve()) }
            Singleton(Int8.self) { 1 }
            Singleton(Int16.self) { _ in 1 }.dependsOn(Clock.self)
        }.graph
        XCTAssertEqual(graph.nodes.filter(\.isOpaque).map(\.key), ["Watch"])
    }

    func testSEE2_AnObservedGraphHasWhatClosuresAskFor() throws {
        let container = try Container {
            Singleton(Clock.init)
            Singleton(Watch.self) { Watch(clock: try $0.resolve()) }
            Singleton(Careful.init)
            Singleton(Int8.self) { _ in throw Mishap(7) }
        }
        XCTAssertEqual(container.graph.arrows.filter { $0.contains("Watch ->") }, [])
        let graph = container.graphFromDryRun()
        XCTAssertEqual(
            graph.arrows,
            [
                "Watch -> Clock: observed construction",
                "Careful -> Clock: parameter construction?",
                "Careful -> Watch: parameter construction?",
            ])
        XCTAssertEqual(graph.only("Watch")?.isOpaque, false, "that was all")
        XCTAssertEqual(graph.only("Clock")?.state, .empty, "it ran in a copy")
        XCTAssertEqual(graph.only("Int8")?.faults.count, 1, "what fails is told, not thrown")
        XCTAssertEqual(graph.only("Int8")?.faults.first?.contains("mishap 7"), true)
    }
}
