import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class A: Sendable { let life = Counted(); init(_ next: B) {} }
private final class B: Sendable { let life = Counted(); init(_ next: C) {} }
private final class C: Sendable { let life = Counted(); init(_ next: A) {} }
private final class Outside: Sendable { let life = Counted(); init(_ next: A) {} }

/// C3, E1: constructors that need one another are the error `cycle` with the path, whatever their lifetimes.
final class ConstructorCycleTests: WatchedTestCase {
    private func add<T>(
        _ lifetime: Lifetime, to plan: inout Plan, isInjected: Bool, _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        if isInjected {
            plan.injected(lifetime, T.self, make) { _, _ in }
        } else {
            plan.register(lifetime, T.self, make)
        }
    }

    /// Calls `body` for every choice of three lifetimes, without injections and with injections that need nothing.
    private func forEachContainer(_ body: (Container, String) -> Void) throws {
        let lifetimes: [Lifetime] = [.singleton, .graph, .transient]
        for isInjected in [false, true] {
            for a in lifetimes {
                for b in lifetimes {
                    for c in lifetimes {
                        let container = try Container(
                            Plan { plan in
                                add(a, to: &plan, isInjected: isInjected) { A(try $0.resolve()) }
                                add(b, to: &plan, isInjected: isInjected) { B(try $0.resolve()) }
                                add(c, to: &plan, isInjected: isInjected) { C(try $0.resolve()) }
                                plan.transient { Outside(try $0.resolve()) }
                                plan.singleton { _ in 1 }
                            })
                        body(container, "\(a), \(b), \(c), with injections: \(isInjected)")
                    }
                }
            }
        }
    }

    func testC3_ACycleOfThreeConstructorsIsNamedFromEveryMember() throws {
        try forEachContainer { container, label in
            for _ in 0..<2 {
                let errors = [
                    failure(.cycle) { try container.resolve(A.self) },
                    failure(.cycle) { try container.resolve(B.self) },
                    failure(.cycle) { try container.resolve(C.self) },
                    failure(.cycle) { try container.resolve(Outside.self) },
                ]
                let circles = [["A", "B", "C", "A"], ["B", "C", "A", "B"], ["C", "A", "B", "C"]]
                for (error, circle) in zip(errors, circles) { Self.expect(error, circle, label) }
                Self.expect(errors[3], ["Outside", "A", "B", "C", "A"], label)
                assertThreadIsIdle()
            }
            XCTAssertEqual(try? container.resolve(Int.self), 1)
        }
    }

    /// A circle of what is made anew may be noticed later, at any of its members; it is the same one.
    private static func expect(_ error: ResolutionError?, _ path: [String], _ label: String) {
        guard let error else { return }
        XCTAssertEqual(error.path.first, path.first, label)
        guard let last = error.path.last, let start = error.path.dropLast().lastIndex(of: last) else {
            return XCTFail("an open path: \(error.path), \(label)")
        }
        let prefix = Array(error.path[..<start])
        XCTAssertEqual(error.path.count - start, 4, "once round: \(error.path), \(label)")
        XCTAssertLessThanOrEqual(prefix.count, path.count, "\(error.path), \(label)")
        XCTAssertEqual(Array(error.path.prefix(path.count)), path, label)
        XCTAssertNil(error.underlying, label)
    }

    func testC3_AConstructorThatNeedsItself() throws {
        final class Own: Sendable { let life = Counted(); init(_ own: Own) {} }
        for lifetime in [Lifetime.singleton, .graph, .transient] {
            for isInjected in [false, true] {
                let container = try Container(
                    Plan { plan in add(lifetime, to: &plan, isInjected: isInjected) { Own(try $0.resolve()) } })
                let error = failure(.cycle) { try container.resolve(Own.self) }
                XCTAssertEqual(error?.path, ["Own", "Own"], "\(lifetime), \(isInjected)")
                XCTAssertEqual(error?.key, "Own")
                assertThreadIsIdle()
            }
        }
    }

    /// Whatever the path's length is when its end is looked for: the last slot on it may be one that is no part of the circle.
    func testC3_ACycleIsFoundAlsoIfEachRoundMakesSomethingElseFirst() throws {
        struct Leaf: Sendable { let number: Int }
        struct Beside: Sendable { let leaf: Leaf }
        final class Own: Sendable { let life = Counted(); init(_ beside: Beside, _ own: Own) {} }
        for own in [Lifetime.singleton, .graph, .transient] {
            for beside in [Lifetime.graph, .transient] {
                let container = try Container(
                    Plan { plan in
                        plan.transient { _ in Leaf(number: 1) }
                        plan.register(beside) { Beside(leaf: try $0.resolve()) }
                        plan.register(own) { Own(try $0.resolve(), try $0.resolve()) }
                    })
                XCTAssertEqual(
                    failure(.cycle) { try container.resolve(Own.self) }?.path, ["Own", "Own"], "\(own), \(beside)")
                assertThreadIsIdle()
            }
        }
    }

    func testC3_AFactoryThatHidesTheCycleGetsItsInstance() throws {
        struct Careful: Sendable { let isAlone: Bool }
        let container = try Container(
            Plan { plan in
                plan.singleton { Careful(isAlone: (try? $0.resolve(A.self)) == nil) }
                plan.singleton { A(try $0.resolve()) }
                plan.singleton { B(try $0.resolve()) }
                plan.singleton { C(try $0.resolve()) }
            })
        XCTAssertTrue(try container.resolve(Careful.self).isAlone)
        assertThreadIsIdle()
    }

    func testC3_TransientsThatInjectOneAnotherForEverAreACycle() throws {
        final class Endless: @unchecked Sendable { let life = Counted(); var next: Endless? }  // One thread.
        let container = try Container(
            Plan { plan in
                plan.injected(.transient, Endless.self) { _ in
                    Endless()
                } inject: {
                    $0.next = try $1.resolve()
                }
            })
        XCTAssertEqual(failure(.cycle) { try container.resolve(Endless.self) }?.path, ["Endless", "Endless"])
        assertThreadIsIdle()
    }
}
