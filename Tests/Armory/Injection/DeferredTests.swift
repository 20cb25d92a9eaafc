// RES3, RES6, M1: where what is resolved later is resolved, and which container is current.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
    let name: String
    init(_ name: String = "") { self.name = name }
}

private final class Part: Sendable {
    private let life = Counted()
}

private final class Editor: Sendable {
    private let life = Counted()
    let part: Part
    let again: Provider<Part>
    let lazy: Lazy<Part>
    init(part: Part, again: Provider<Part>, lazy: Lazy<Part>) {
        (self.part, self.again, self.lazy) = (part, again, lazy)
    }
}

private final class Pool: Sendable {
    private let life = Counted()
    let things: Provider<Thing>
    let thing: Lazy<Thing>
    init(things: Provider<Thing>, thing: Lazy<Thing>) { (self.things, self.thing) = (things, thing) }
}

final class DeferredTests: LeakCheckedTestCase {
    func testRES3_EachCallIsAGraphOfItsOwn() throws {
        let container = try Container {
            Graph(Part.init)
            Transient(Editor.init)
        }
        let editor = try container.resolve(Editor.self)
        XCTAssertFalse(try editor.again() === editor.part)
        XCTAssertFalse(try editor.again() === editor.again())
        XCTAssertFalse(try editor.lazy() === editor.part)
        XCTAssertTrue(try editor.lazy() === editor.lazy())
        assertThreadIsIdle()
    }

    func testS2_InAFactoryEachIsAGraphOfItsOwnToo() throws {
        let container = try Container {
            Unchecked { _ in Part() }.lifetime(.graph)
            Transient { resolver -> [Bool] in
                let part = try resolver.resolve(Part.self)
                let all = [
                    try Lazy<Part>()(), try Provider<Part>()(), Injected<Part>().value, try WeakInjected<Part>()(),
                    try XCTUnwrap(Container.current).call { (part: Part) in part },
                    try XCTUnwrap(Container.current).resolve(),
                ]
                XCTAssertTrue(try resolver.resolve(Part.self) === part, "the graph goes on")
                XCTAssertTrue(try resolver.call { (part: Part) in part } === part)
                return all.map { $0 === part }
            }
        }
        XCTAssertEqual(try container.resolve([Bool].self), [false, false, false, false, false, false])
        assertThreadIsIdle()
    }

    func testRES3_BornInAScopeItResolvesThereUntilTheScopeEnds() throws {
        let container = try Container {
            Scoped { Thing() }
            Transient(Pool.init)
        }
        let scope = try container.openScope()
        let pool = try scope.resolve(Pool.self)
        XCTAssertTrue(try pool.things() === scope.resolve(Thing.self))
        scope.close()
        failure(.closed) { try pool.things() }
        failure(.closed) { try pool.thing() }
        let outside = try container.resolve(Pool.self)
        failure(.outsideScope) { try outside.things() }
    }

    func testRES3_AKeptOneAsksItsOwner() throws {
        let container = try Container {
            Singleton { Thing("own") }
            Singleton(Pool.init)
            Scoped { Thing("scoped") }.named("scoped")
        }
        try container.withScope { scope in
            XCTAssertEqual(try scope.resolve(Pool.self).things().name, "own")
        }
        XCTAssertEqual(try container.resolve(Pool.self).thing().name, "own", "the scope has not taken it along")
    }

    func testM1_ItKeepsNoContainer() throws {
        var container: Container? = try Container {
            Singleton { Thing() }
            Transient(Pool.init)
        }
        let gone = WeakReference(container)
        let pool = try XCTUnwrap(container?.resolve(Pool.self))
        let thing = try pool.thing()
        container = nil
        XCTAssertNil(gone.object)
        failure(.closed) { try pool.things() }
        XCTAssertTrue(try pool.thing() === thing, "it keeps what it got")
        XCTAssertNil(WeakReference(gone.object).object)
    }

    func testM1_DuringACallItHoldsTheContainer() throws {
        let container = Shelf<Container?>(nil)
        container.value = try Container {
            Singleton { Part() }
            Transient { resolver -> Thing in
                container.value = nil
                _ = try resolver.resolve(Part.self)
                return Thing("made")
            }
            Transient(Pool.init)
        }
        let pool = try XCTUnwrap(container.value?.resolve(Pool.self))
        XCTAssertEqual(try pool.things().name, "made")
        failure(.closed) { try pool.things() }
    }

    func testC3_AReaderOfALazyWaitsNoLongerThanTheContainersLimit() throws {
        let (isMaking, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let calls = Counter()
        let container = try Container(configuration: .init(waitLimit: .milliseconds(50))) {
            Transient { () -> Thing in
                guard calls.increment() == 1 else { return Thing("second") }
                isMaking.signal()
                goesOn.wait()
                return Thing("first")
            }
        }
        let lazy = Lazy<Thing>(container: container)
        let results = race(threads: 2) { thread in
            if thread == 1 { isMaking.wait() }
            defer { if thread == 1 { goesOn.signal() } }
            return try lazy().name
        }
        XCTAssertEqual(try results.map { try $0.get() }, ["second", "second"], "the one that was there first")
    }

    // MARK: What is current

    func testRES6_TheInnermostOfScopesAndOfWhatWasMadeCurrentCounts() async throws {
        let container = try Container { Scoped { Thing() } }
        let other = try Container { Singleton { Part() } }
        try await other.asCurrent {
            try await container.withScope { scope in
                XCTAssertTrue(Container.current === scope)
                await other.asCurrent {
                    await Task.yield()
                    XCTAssertTrue(Container.current === other)
                }
                try Self.assertInnermost(of: container, and: other)
                async let child = Container.current === scope
                let isSame = await child
                XCTAssertTrue(isSame)
            }
            XCTAssertTrue(Container.current === other)
        }
        XCTAssertNil(Container.current)
    }

    private static func assertInnermost(of container: Container, and other: Container) throws {
        other.asCurrent { XCTAssertTrue(Container.current === other) }
        try container.withScope { inner in XCTAssertTrue(Container.current === inner) }
        try other.asCurrent {
            try container.withScope { inner in XCTAssertTrue(Container.current === inner) }
            XCTAssertTrue(Container.current === other)
        }
    }

    func testLIFE4_ATaskThatOutlivesItsScopeGetsClosedAndNotTheDefault() async throws {
        let fallback = try Container { Singleton { Thing("default") } }
        try Container.setDefault(fallback)
        defer { Container.clearDefaultContainer() }
        let container = try Container { Scoped { Thing("scoped") } }
        let gate = AsyncStream.makeStream(of: Void.self)
        let scope = WeakReference<Container>()
        let task = try await container.withScope { current in
            scope.object = current
            XCTAssertEqual(try Lazy<Thing>()().name, "scoped")
            return Task { () -> ResolutionError.Code? in
                for await _ in gate.stream { break }
                XCTAssertNil(Container.current)
                do throws(ResolutionError) { _ = try Lazy<Thing>()() } catch { return error.code }
                return nil
            }
        }
        XCTAssertNil(scope.object, "the task pins nothing")
        gate.continuation.yield()
        let code = await task.value
        XCTAssertEqual(code, .closed)
        XCTAssertEqual(try Lazy<Thing>()().name, "default")
    }

    func testRES6_AShutdownInWhatWasMadeCurrentKnowsTheBodyAround() async throws {
        let container = try Container { Scoped { Thing() } }
        let other = try Container {}
        try await container.withScope { _ in
            try await other.asCurrent { try await container.shutdown(within: .seconds(60)) }
        }
        failure(.closed) { try container.openScope() }
    }

    func testRES5_ReflectionFindsNoFields() async throws {
        let seen = Shelf<[Int]>([])
        let container = try Container {
            Transient { Thing() }
            Transient(Pool.init)
            Singleton { (resolver: AsyncResolver) async throws -> Int in
                seen.value = [Mirror(reflecting: resolver).children.count]
                return 1
            }
        }
        let pool = try container.resolve(Pool.self)
        let subjects: [Any] = [
            container, pool.thing, pool.things, WeakInjected<Thing>(container: container),
            Injected<Thing>(container: container),
        ]
        for subject in subjects {
            XCTAssertEqual(Mirror(reflecting: subject).children.count, 0, "\(type(of: subject))")
            XCTAssertNil(Mirror(reflecting: subject).superclassMirror, "\(type(of: subject))")
        }
        _ = try await container.resolveAsync(Int.self)
        XCTAssertEqual(seen.value, [0])
    }
}
