// Factories and injections that throw, under many threads.

import Armory
import ArmoryTestSupport
import Foundation
import Synchronization
import XCTest

/// C4, for instances that are `Kept` or `Shared`: a throw goes to the caller that made the instance and to all that wait for it, and the cell ends ready with one instance.
final class FailureStressTests: LeakCheckedTestCase {
    func testC4_WhatThrowsEverySecondTimeEndsReadyAndEveryThrowReachesACaller() {
        let threads = 16
        let seed: UInt64 = 4
        let label = "C4 every second attempt throws, \(threads) threads"
        let rounds = StressScale.scaled(10_000, underThreadSanitizer: 4_000)
        let thrown = Atomic<Int>(0)
        let shared = Atomic<Int>(0)
        let census = Census()
        let report = Barrage(
            "\(label), seed \(seed)", threads: threads, rounds: rounds, isJostled: true,
            describe: Waits.described
        ).run(
            prepare: { try Stage(round: $0, seed: seed, census) },
            body: { try $0.resolve(thread: $1) },
            check: { stage, results in
                shared.add(try stage.check(results), ordering: .relaxed)
                thrown.add(stage.dice.thrown, ordering: .relaxed)
            },
            after: { _ in try expect(census.alive == 0, "\(census.alive) objects outlive their container") })
        XCTAssertNil(report.miss)
        XCTAssertEqual(census.alive, 0)
        var stated = Stated(label)
        stated.add(report.rounds, "containers")
        stated.add(thrown.load(ordering: .relaxed), "throws")
        stated.add(shared.load(ordering: .relaxed), "errors that another caller has too")
        stated.add(census.made, "objects")
        stated.state(misses: report.misses)
    }
}

/// Thrown once, by the attempt of this number.
private struct Unlucky: Error {
    let number: Int
    /// What was being made.
    let key: String
}

/// Says which attempts of a round throw.
private final class Dice: Sendable {
    private let seed: UInt64
    private let attempts = Atomic<Int>(0)
    private let throwCount = Atomic<Int>(0)

    init(seed: UInt64) { self.seed = seed }

    var thrown: Int { throwCount.load(ordering: .relaxed) }

    func roll(_ key: String) throws {
        let number = attempts.add(1, ordering: .relaxed).newValue
        var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
        guard generator.next() & 1 == 0 else { return }
        throwCount.add(1, ordering: .relaxed)
        throw Unlucky(number: number, key: key)
    }
}

/// A container for one round: an outer instance that holds an inner one, and something of it throws.
private final class Stage: Sendable {
    final class Inner: Sendable {
        let widget: Widget
        init(_ census: Census, _ pace: Pace) { widget = Widget(census, pace) }
    }

    final class Outer: @unchecked Sendable {  // Written in its injection, before it is published.
        let widget: Widget
        var inner: Inner?
        init(_ census: Census, _ pace: Pace, _ inner: Inner?) {
            widget = Widget(census, pace)
            self.inner = inner
        }
    }

    /// What a thread gets.
    enum Catch: Sendable {
        case inner(Inner), outer(Outer)
    }

    let dice: Dice
    private let container: Container
    private let census: Census

    /// The factories throw, or the injections, or both; in the later half of eight rounds the instances are `Shared`.
    ///
    /// The outer instance asks in its factory, or in its injection.
    init(round: Int, seed: UInt64, _ census: Census) throws {
        let dice = Dice(seed: seed &* 7_919 &+ UInt64(round))
        self.dice = dice
        self.census = census
        let throwsInFactory = round % 4 != 1
        let throwsInInjection = round % 4 == 1 || round % 4 == 3
        let asksInFactory = round % 4 < 2
        let pace: Pace = [.atOnce, .yielding, .slow][round % 3]
        let inner: @Sendable () throws -> Inner = {
            if throwsInFactory { try dice.roll("Inner") }
            return Inner(census, pace)
        }
        let completeInner: @Sendable (inout Inner, Resolver) throws -> Void = { inner, _ in
            inner.widget.complete(pace)
            if throwsInInjection { try dice.roll("Inner") }
        }
        let outer: @Sendable (Resolver) throws -> Outer = { resolver in
            let inner: Inner? = asksInFactory ? try resolver.resolve(Inner.self) : nil
            if throwsInFactory { try dice.roll("Outer") }
            return Outer(census, pace, inner)
        }
        let completeOuter: @Sendable (inout Outer, Resolver) throws -> Void = { outer, resolver in
            outer.widget.complete(pace)
            if outer.inner == nil { outer.inner = try resolver.resolve(Inner.self) }
            if throwsInInjection { try dice.roll("Outer") }
        }
        container = try Container {
            if round % 8 < 4 {
                Kept(inner).inject(completeInner)
                Kept(outer).inject(completeOuter)
            } else {
                Shared(inner).inject(completeInner)
                Shared(outer).inject(completeOuter)
            }
        }
    }

    /// Every fourth thread asks for the inner instance alone.
    func resolve(thread: Int) throws -> Catch {
        if thread % 4 == 3 { return .inner(try complete(container.resolve(Inner.self))) }
        let outer = try container.resolve(Outer.self)
        try outer.widget.expectComplete("the outer instance")
        guard let inner = outer.inner else { throw Miss("the outer instance was seen half-made") }
        _ = try complete(inner)
        return .outer(outer)
    }

    private func complete(_ inner: Inner) throws -> Inner {
        try inner.widget.expectComplete("the inner instance")
        return inner
    }

    /// Returns how many callers have an error that another one has too.
    func check(_ results: [Result<Catch, any Error>]) throws -> Int {
        let before = dice.thrown
        var numbers: [Int] = []
        for case .failure(let error) in results { numbers.append(try Self.number(of: error)) }
        let told = Set(numbers).count
        try expect(before == told, "\(before) errors were thrown, and callers were told of \(told)")
        // What is left is one of each, the one that every lucky caller has.
        let (outer, inner) = try resolveUntilReady()
        try expect(outer.inner === inner, "the outer instance holds another inner one")
        for case .success(let got) in results {
            switch got {
            case .inner(let got): try expect(got === inner, "two callers have two inner instances")
            case .outer(let got): try expect(got === outer, "two callers have two outer instances")
            }
        }
        try expect(census.alive == 2, "\(census.alive) objects are alive, not 2")
        return numbers.count - told
    }

    /// The number of the attempt whose throw the error tells, as a caller has to get it: with the caller's own path.
    private static func number(of error: any Error) throws -> Int {
        guard let error = error as? ResolutionError, error.code == .factoryFailed,
            let unlucky = error.underlying as? Unlucky
        else { throw Miss("a caller got \(error)") }
        try expect(error.key == unlucky.key, "\(unlucky.key) threw, and the error names \(error.key)")
        let paths = unlucky.key == "Inner" ? [["Inner"], ["Outer", "Inner"]] : [["Outer"]]
        try expect(paths.contains(error.path), "the path of \(unlucky.key) is \(error.path)")
        return unlucky.number
    }

    /// Asks until nothing throws; every error is one of the dice's.
    private func resolveUntilReady() throws -> (outer: Outer, inner: Inner) {
        for _ in 0..<1_000 {
            do {
                let outer = try container.resolve(Outer.self)
                return (outer, try container.resolve(Inner.self))
            } catch {
                _ = try Self.number(of: error)
            }
        }
        throw Miss("the cell is not ready after a thousand attempts")
    }
}
