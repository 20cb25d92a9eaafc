import Armory
import ArmoryTestSupport
import XCTest

private class Held: @unchecked Sendable {}  // It has no state.
private final class Step: @unchecked Sendable {  // Immutable.
    let held: Held
    init(held: Held) { self.held = held }
}
private final class Keeper: @unchecked Sendable {  // Immutable.
    let step: Step
    init(step: Step) { self.step = step }
}
private protocol Face: Sendable {}
extension Held: Face {}

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
    fileprivate static let sessionRequest = ScopeTag("request", inside: .session)
    fileprivate static let job = ScopeTag("job")
}

/// E2: what lives longer than what it holds, and that what is said of it is what happens.
final class CaptiveTests: LeakCheckedTestCase {
    private enum Life: CaseIterable {
        case singleton, shared, transient, graph, session, request
    }

    /// A registration of this life that needs one type, or none.
    private func registered<T: Sendable>(
        _ life: Life, _ need: (any Any.Type)? = nil, _ factory: @escaping @Sendable (Resolver) throws -> T
    ) -> any Registration {
        func declaring(_ registration: some Registration) -> any Registration {
            need.map { registration.dependsOn($0) } ?? registration.dependsOn()
        }
        return switch life {
        case .singleton: declaring(Singleton(T.self, factory))
        case .shared: declaring(Shared(T.self, factory))
        case .transient: declaring(Transient(T.self, factory))
        case .graph: declaring(Graph(T.self, factory))
        case .session: declaring(Scoped(T.self, factory).in(.session))
        case .request: declaring(Scoped(T.self, factory).in(.sessionRequest))
        }
    }

    private func faults(
        parents: [Container] = [], @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> [String] {
        do {
            _ = try Container(parents: parents, contents)
            return []
        } catch {
            return listedFaults(error).map { "\($0.code) \($0.path.joined(separator: ", "))" }
        }
    }

    /// Every keeper, every step between and everything that is held: what the check says is what the innermost scope finds.
    func testE2_ACaptiveIsAFaultWhereAResolveFails() throws {
        var (cases, faulty) = (0, 0)
        for keeper in Life.allCases {
            for step in Life.allCases {
                for held in Life.allCases {
                    let container = try Container(configuration: .init(validates: false)) {
                        registered(keeper, Step.self) { Keeper(step: try $0.resolve()) }
                        registered(step, Held.self) { Step(held: try $0.resolve()) }
                        registered(held) { _ in Held() }
                    }
                    let found = checkedFaults(container)
                    XCTAssertEqual(found.filter { $0.code != .captive }.map(\.code), [])
                    let session = try container.openScope(.session)
                    let request = try session.openScope(.sessionRequest)
                    defer {
                        request.close()
                        session.close()
                    }
                    let way = "\(keeper) \(step) \(held)"
                    cases += 1
                    if found.isEmpty {
                        XCTAssertNoThrow(try request.resolve(Keeper.self), way)
                    } else {
                        faulty += 1
                        let error = failure(.captive) { try request.resolve(Keeper.self) }
                        XCTAssertTrue(found.contains { $0.key == error?.key && $0.path.last == error?.path.last }, way)
                    }
                }
            }
        }
        XCTAssertEqual(cases, 216)
        XCTAssertEqual(faulty, 30 + 38, "the step holds what it must not, or the keeper does")
    }

    func testE2_WhatAScopeHoldsOfAnOuterOneIsFine() {
        XCTAssertEqual(
            faults {
                Scoped { Held() }.in(.session)
                Scoped(Step.init).in(.sessionRequest)
            }, [])
    }

    func testE2_ASingletonOfAChildOfAScopeMayHoldAnInstanceOfTheScope() throws {
        let application = try Container { Scoped { Held() }.in(.session) }
        let session = try application.openScope(.session)
        let job = try application.openScope(.job)
        XCTAssertEqual(faults(parents: [session]) { Singleton(Step.init) }, [])
        XCTAssertEqual(faults(parents: [job]) { Singleton(Step.init) }, ["captive Step, Held"])
        let child = try Container(parents: [session]) { Singleton(Step.init) }
        XCTAssertTrue(try child.resolve(Step.self).held === session.resolve(Held.self))
    }

    func testE2_EachThingThatIsHeldIsAFault() {
        XCTAssertEqual(
            faults {
                Scoped { Held() }
                Scoped(Step.init)
                Singleton { 1 }.dependsOn(Held.self, Step.self, Held?.self, Lazy<Step>.self)
            }, ["captive Int, Held", "captive Int, Step"])
    }

    func testE2_AFurtherTypeOfAnInstanceIsNamedOnce() {
        XCTAssertEqual(
            faults {
                Scoped { Held() }.as { $0 as any Face }
                Singleton { 1 }.dependsOn((any Face).self)
            }, ["captive Int, any Face"])
    }

    func testE2_TwoScopesAreReportedWhereTheyMeet() {
        XCTAssertEqual(
            faults {
                Scoped { Held() }.in(.session)
                Scoped(Int8.self) { 1 }.in(.job)
                Transient(Int16.self) { 1 }.dependsOn(Held.self, Int8.self)
                Transient(Int32.self) { 1 }.dependsOn(Int16.self)
                Transient(Int64.self) { 1 }.dependsOn(Int32.self, Held.self)
            }, ["unreachableScope Int16, Held"])
    }

    func testE2_OwnedOpensItsScope() throws {
        let own = try Container {
            Scoped { Held() }.in(.owned)
            Transient(Step.init)
            Singleton { 1 }.dependsOn(Owned<Step>.self, Owned<Held>.self)
        }
        XCTAssertNoThrow(try own.resolve(Int.self))
        XCTAssertEqual(
            faults {
                Scoped { Held() }.in(.owned)
                Transient(Int8.self) { 1 }.dependsOn(Owned<Held>.self)
                Singleton { 1 }.dependsOn(Int8.self)
            }, [])
        XCTAssertEqual(
            faults {
                Scoped { Held() }.in(.owned)
                Transient(Step.init)
                Singleton { 1 }.dependsOn(Owned<Step>.self, Step.self)
            }, ["captive Int, Step, Held"])
    }

    func testE2_WhatIsOwnedMayHoldWhatTheAskerMay() throws {
        // A scope of the tag `owned` lies wherever it is opened.
        func contents(_ keeper: some Registration<Int>) -> [any Registration] {
            [
                Scoped { Held() }, Scoped(Step.init).in(.owned), keeper.dependsOn(Owned<Step>.self),
            ]
        }
        XCTAssertEqual(faults { contents(Scoped(Int.self) { 1 }) }, [])
        XCTAssertEqual(faults { contents(Transient(Int.self) { 1 }) }, [])
        XCTAssertEqual(faults { contents(Singleton(Int.self) { 1 }) }, ["captive Int, Step, Held"])
    }
}
