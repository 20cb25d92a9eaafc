// REG2: a parameter of an initializer is resolved as `try $0.resolve()` resolves it, whatever its registration is and does.

import Armory
import ArmoryTestSupport
import XCTest

private struct Twice<Held> {
    let first: Held
    let second: Held
    init(_ first: Held, _ second: Held) {
        self.first = first
        self.second = second
    }
}

private protocol Numbered: Sendable { var number: Int { get } }
private final class Number: Numbered {
    private let life = Counted()
    let number: Int
    init(_ number: Int) { self.number = number }
}
private struct Wide: Numbered { var number: Int, text = "wide" }

/// Asks for itself through its parameter.
private final class Snake: Sendable {
    init(_ tail: Twice<Snake>) {}
}

private struct Listener: EventSubscriber {
    var kinds: ContainerEvent.Kinds { .resolved }
    func receive(_ event: ContainerEvent) {}
}

final class ParameterStateTests: LeakCheckedTestCase {
    /// Counts the instances that a container makes.
    private final class Counter: Sendable {
        let log = Log<Int>()
        func next() -> Int {
            log.add(0)
            return log.all.count
        }
    }

    /// What is made of two instances of a type, in four resolves of a container, of which the last is closed.
    ///
    /// - Parameter isAutowired: Whether the two are parameters; otherwise a closure resolves them.
    private func outcomes<Held>(
        _ type: Held.Type, isAutowired: Bool, _ parent: Container?, _ contents: [any ModuleElement],
        _ configuration: Container.Configuration, _ read: (Held) -> Any
    ) throws -> [String] {
        // On one line, so that errors are the same.
        let pair = isAutowired ? Transient(Twice<Held>.init) : Transient { try Twice<Held>($0.resolve(), $0.resolve()) }
        let container = try Container(parents: parent.map { [$0] } ?? [], configuration: configuration) {
            contents
            pair
        }
        return (0..<4).map { round in
            defer { assertThreadIsIdle() }
            if round == 3 { container.close() }
            do {
                let pair = try container.resolve(Twice<Held>.self)
                return "\(read(pair.first)) \(read(pair.second))"
            } catch {
                // A missing parameter has a fix of its own: `ErrorHintTests`.
                if (error as? ResolutionError)?.code == .missing { return "not registered" }
                // Only a parameter's type can be made optional; a closure uses another method.
                return "\(error)".replacing(#/make the parameter's type \S+\? if/#, with: "use resolveOptional if")
            }
        }
    }

    /// Fails unless parameters are what a closure resolves.
    ///
    /// - Parameter expected: A part of each outcome; a further one is of a closed container.
    private func check<Held>(
        _ type: Held.Type, _ expected: [String], line: UInt = #line,
        parent: (Counter) throws -> Container? = { _ in nil },
        _ configuration: Container.Configuration = .init(validates: false), read: (Held) -> Any,
        with contents: (Counter) throws -> [any ModuleElement]
    ) throws {
        func outcomes(isAutowired: Bool) throws -> [String] {
            let counter = Counter()
            return try self.outcomes(
                type, isAutowired: isAutowired, parent(counter), contents(counter), configuration, read)
        }
        let (parameters, closure) = try (outcomes(isAutowired: true), outcomes(isAutowired: false))
        XCTAssertEqual(parameters, closure, line: line)
        for (outcome, expected) in zip(parameters, expected + ["closed"]) {
            XCTAssertTrue(outcome.contains(expected), "\(outcome) is not \(expected)", line: line)
        }
        XCTAssertEqual(parameters.count, expected.count + 1, line: line)
    }

    func testREG2_AParameterInEachLifetime() throws {
        func check(_ expected: [String], line: UInt = #line, _ registration: (Counter) -> any Registration) throws {
            try self.check((any Numbered).self, expected, line: line, read: \.number) {
                [registration($0)]
            }
        }
        try check(["1 2", "3 4", "5 6"]) { counter in Transient((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "2 2", "3 3"]) { counter in Graph((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "1 1", "1 1"]) { counter in Singleton((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "1 1", "1 1"]) { counter in
            Kept((any Numbered).self) { Wide(number: counter.next()) }.lifetime(TimeToLive(.seconds(3600)))
        }
        try self.check(Number.self, ["1 1", "2 2", "3 3"], read: \.number) { counter in
            [Shared { Number(counter.next()) }]
        }
        var holder: HoldingShared?
        try self.check(
            Number.self, ["1 1", "1 1", "1 1"],
            parent: { counter in
                let parent = try Container {
                    Shared { Number(counter.next()) }
                    Singleton(HoldingShared.init)
                }
                holder = try parent.resolve(HoldingShared.self)
                return parent
            }, read: \.number
        ) { _ in [] }
        XCTAssertEqual(holder?.number.number, 1)
        try self.check(
            (any Numbered).self, ["1 1", "1 1", "1 1"],
            parent: { counter in
                try Container { Scoped((any Numbered).self) { Wide(number: counter.next()) } }.openScope()
            }, read: \.number
        ) { _ in [] }
    }

    func testREG2_AParameterThatAParentOrALayerOrAFormProvides() throws {
        let transient = { @Sendable (counter: Counter) in
            Transient((any Numbered).self) { Wide(number: counter.next()) }
        }
        try check(
            (any Numbered).self, ["1 2", "3 4", "5 6"], parent: { counter in try Container { transient(counter) } },
            read: \.number
        ) { _ in [] }
        try check(
            (any Numbered).self, ["1 2", "3 4", "5 6"], Container.Configuration(subscribers: [Listener()]),
            read: \.number
        ) { counter in [transient(counter)] }
        try check((any Numbered).self, ["11 12", "13 14", "15 16"], read: \.number) { counter in
            // A module sees that both are Sendable.
            let module = Module {
                transient(counter)
                Decorator((any Numbered).self) { Wide(number: $0.number + 10) }
            }
            return [module]
        }
        try check([any Numbered].self, ["[1] [2]", "[3] [4]", "[5] [6]"], read: { $0.map(\.number) }) { counter in
            [transient(counter)]
        }
        try check(Int?.self, ["nil nil", "nil nil", "nil nil"], read: { $0 as Any }) { _ in [] }
    }

    func testREG2_AParameterThatCannotBeMade() throws {
        try check(Int.self, ["not registered", "not registered", "not registered"], read: { $0 }) { _ in [] }
        let thrown = ["mishap 7", "mishap 7", "mishap 7"]
        try check(Int.self, thrown, read: { $0 }) { _ in [Transient { () throws -> Int in throw Mishap(7) }] }
        try check(Int.self, thrown, read: { $0 }) { _ in [Graph { () throws -> Int in throw Mishap(7) }] }
        try check(Int.self, thrown, read: { $0 }) { _ in [Singleton { () throws -> Int in throw Mishap(7) }] }
        try check(Snake.self, ["[cycle]", "[cycle]", "[cycle]"], read: { _ in 0 }) { _ in [Transient(Snake.init)] }
    }

    /// The first parameter is in the graph already.
    func testREG2_AParameterThatCannotBeMadeAfterOneOfTheGraph() throws {
        let alive = LifetimeTracker()
        let container = try Container {
            Graph { Tracked(alive) }
            Transient { () throws -> Int in throw Mishap(7) }
            Transient(Both.init)
        }
        let error = failure(.factoryFailed) { try container.resolve(Both.self) }
        XCTAssertEqual(error?.path, ["Both", "Int"])
        XCTAssertEqual(alive.alive, 0)
        assertThreadIsIdle()
    }

    private struct Both {
        init(_ first: Tracked, _ second: Int) {}
    }

    func testREG2_AParameterThatTakesArguments() throws {
        try check(Int.self, ["[wrongArguments]", "[wrongArguments]", "[wrongArguments]"], read: { $0 }) { _ in
            [Transient(arguments: String.self) { _, text in text.count }]
        }
    }

    /// More transients below each other than marks, so that marks meet.
    func testREG2_ParametersAtAnyDepth() throws {
        try check(Int.self, ["1 2", "3 4", "5 6"], read: { $0 }) { counter in
            var deep: [any ModuleElement] = [Transient { Level<Int>(counter.next()) }]
            func deepen<T: Numbered>(_ type: T.Type, by depth: Int) {
                deep.append(Transient(Level<T>.init))
                if depth == 0 {
                    deep.append(Transient { try $0.resolve(Level<T>.self).number })
                } else {
                    deepen(Level<T>.self, by: depth - 1)
                }
            }
            deepen(Level<Int>.self, by: 130)
            return deep
        }
    }
}

private struct Level<Inner: Sendable>: Numbered {
    let number: Int
    init(_ inner: Inner) { number = (inner as? any Numbered)?.number ?? inner as? Int ?? 0 }
}

/// Keeps the shared instance alive.
private final class HoldingShared: Sendable {
    let number: Number
    init(_ number: Number) { self.number = number }
}
