// REG2: a parameter of an initializer is resolved as `try $0()` resolves it, whatever its registration is and does.

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
        _ type: Held.Type, isAutowired: Bool, _ container: Container, _ read: (Held) -> Any
    ) throws -> [String] {
        // On one line, so that errors are the same.
        try container.register(isAutowired ? Transient(Twice<Held>.init) : Transient { try Twice<Held>($0(), $0()) })
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
        _ type: Held.Type, _ expected: [String], line: UInt = #line, read: (Held) -> Any,
        in make: (Counter) throws -> Container
    ) throws {
        let parameters = try outcomes(type, isAutowired: true, make(Counter()), read)
        let closure = try outcomes(type, isAutowired: false, make(Counter()), read)
        XCTAssertEqual(parameters, closure, line: line)
        for (outcome, expected) in zip(parameters, expected + ["closed"]) {
            XCTAssertTrue(outcome.contains(expected), "\(outcome) is not \(expected)", line: line)
        }
        XCTAssertEqual(parameters.count, expected.count + 1, line: line)
    }

    private func container(
        with registration: any Registration, _ configuration: Container.Configuration = .init()
    ) throws -> Container {
        let container = Container(configuration: configuration)
        try container.register(registration)
        return container
    }

    func testREG2_AParameterInEachLifetime() throws {
        func check(_ expected: [String], line: UInt = #line, _ registration: (Counter) -> any Registration) throws {
            try self.check((any Numbered).self, expected, line: line, read: \.number) {
                try container(with: registration($0))
            }
        }
        try check(["1 2", "3 4", "5 6"]) { counter in Transient((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "2 2", "3 3"]) { counter in Graph((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "1 1", "1 1"]) { counter in Singleton((any Numbered).self) { Wide(number: counter.next()) } }
        try check(["1 1", "1 1", "1 1"]) { counter in
            Kept((any Numbered).self) { Wide(number: counter.next()) }.lifetime(TimeToLive(.seconds(3600)))
        }
        try self.check(Number.self, ["1 1", "2 2", "3 3"], read: \.number) { counter in
            try container(with: Shared { Number(counter.next()) })
        }
        try self.check(Number.self, ["1 1", "1 1", "1 1"], read: \.number) { counter in
            let holder = try container(with: Shared { Number(counter.next()) })
            try holder.register(Singleton(HoldingShared.init))
            _ = try holder.resolve(HoldingShared.self)
            return holder
        }
        try self.check((any Numbered).self, ["1 1", "1 1", "1 1"], read: \.number) { counter in
            let parent = try container(with: Scoped((any Numbered).self) { Wide(number: counter.next()) })
            return Container(parents: [try parent.openScope()])
        }
    }

    func testREG2_AParameterThatAParentOrALayerOrAFormProvides() throws {
        let transient = { (counter: Counter) in Transient((any Numbered).self) { Wide(number: counter.next()) } }
        try check((any Numbered).self, ["1 2", "3 4", "5 6"], read: \.number) { counter in
            Container(parents: [try container(with: transient(counter))])
        }
        try check((any Numbered).self, ["1 2", "3 4", "5 6"], read: \.number) { counter in
            try container(with: transient(counter), Container.Configuration(subscribers: [Listener()]))
        }
        try check((any Numbered).self, ["11 12", "13 14", "15 16"], read: \.number) { counter in
            let container = Container()
            try container.register(transient(counter))
            try container.register(Decorator((any Numbered).self) { Wide(number: $0.number + 10) })
            return container
        }
        try check([any Numbered].self, ["[1] [2]", "[3] [4]", "[5] [6]"], read: { $0.map(\.number) }) { counter in
            try container(with: transient(counter))
        }
        try check(Int?.self, ["nil nil", "nil nil", "nil nil"], read: { $0 as Any }) { _ in Container() }
    }

    func testREG2_AParameterThatCannotBeMade() throws {
        try check(Int.self, ["not registered", "not registered", "not registered"], read: { $0 }) {
            _ in
            Container()
        }
        let thrown = ["mishap 7", "mishap 7", "mishap 7"]
        try check(Int.self, thrown, read: { $0 }) { _ in
            try container(with: Transient { () throws -> Int in throw Mishap(7) })
        }
        try check(Int.self, thrown, read: { $0 }) { _ in
            try container(with: Graph { () throws -> Int in throw Mishap(7) })
        }
        try check(Int.self, thrown, read: { $0 }) { _ in
            try container(with: Singleton { () throws -> Int in throw Mishap(7) })
        }
        try check(Snake.self, ["[cycle]", "[cycle]", "[cycle]"], read: { _ in 0 }) { _ in
            try container(with: Transient(Snake.init))
        }
    }

    /// The first parameter is in the graph already.
    func testREG2_AParameterThatCannotBeMadeAfterOneOfTheGraph() throws {
        let alive = LifetimeTracker()
        let container = Container()
        try container.register(Graph { Tracked(alive) })
        try container.register(Transient { () throws -> Int in throw Mishap(7) })
        try container.register(Transient(Both.init))
        let error = failure(.factoryFailed) { try container.resolve(Both.self) }
        XCTAssertEqual(error?.path, ["Both", "Int"])
        XCTAssertEqual(alive.alive, 0)
        assertThreadIsIdle()
    }

    private struct Both {
        init(_ first: Tracked, _ second: Int) {}
    }

    func testREG2_AParameterThatWasRemovedOrTakesArguments() throws {
        try check(Int.self, ["[removed]", "[removed]", "[removed]"], read: { $0 }) { _ in
            let container = try container(with: Transient { 1 })
            try container.remove(Int.self)
            return container
        }
        try check(Int.self, ["[wrongArguments]", "[wrongArguments]", "[wrongArguments]"], read: { $0 }) { _ in
            try container(with: Transient(arguments: String.self) { _, text in text.count })
        }
    }

    /// More transients below each other than marks, so that marks meet.
    func testREG2_ParametersAtAnyDepth() throws {
        try check(Int.self, ["1 2", "3 4", "5 6"], read: { $0 }) { counter in
            let deep = try container(with: Transient { Level<Int>(counter.next()) })
            func deepen<T: Numbered>(_ type: T.Type, by depth: Int) throws {
                try deep.register(Transient(Level<T>.init))
                if depth == 0 {
                    try deep.register(Transient { try $0(Level<T>.self).number })
                } else {
                    try deepen(Level<T>.self, by: depth - 1)
                }
            }
            try deepen(Level<Int>.self, by: 130)
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
