import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// C3, C8: circles that lead through a container which a factory or an injection has captured.
final class ApartCycleTests: WatchedTestCase {
    private final class Holder: @unchecked Sendable {  // One thread.
        let life = Counted()
        weak var kept: Kept?
    }

    private final class Kept: @unchecked Sendable {  // One thread.
        let life = Counted()
        let holder: Holder
        init(_ holder: Holder) { self.holder = holder }
    }

    private final class Part: @unchecked Sendable {  // One thread.
        let life = Counted()
        weak var owner: Owner?
        var isDone = false
    }

    private final class Owner: @unchecked Sendable {  // One thread.
        let life = Counted()
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    func testC3_ACircleThroughAnotherGraphIsClosedFromEitherEnd() throws {
        for beginsWithTheHolder in [true, false] {
            let own = Locked<Container?>(nil)
            let container = try Container(
                Plan { plan in
                    plan.injected(.graph, Holder.self) { _ in
                        Holder()
                    } inject: { holder, _ in
                        holder.kept = try own.withLock { $0 }?.resolve(Kept.self)
                    }
                    plan.singleton(Kept.self) { Kept(try $0.resolve()) }
                })
            own.withLock { $0 = container }
            if beginsWithTheHolder {
                let holder: Holder = try container.resolve()
                XCTAssert(holder.kept === (try container.resolve(Kept.self)))
                XCTAssert(holder.kept?.holder !== holder, "the kept instance's graph has a holder of its own")
            }
            let kept: Kept = try container.resolve()
            XCTAssert(kept.holder.kept === kept)
            assertThreadIsIdle()
            own.withLock { $0 = nil }
        }
    }

    func testC8_AGraphWithoutAnEndThroughACapturedContainerIsACycle() throws {
        let own = Locked<Container?>(nil)
        let made = Counter()
        let container = try Container(
            Plan { plan in
                plan.graph(Holder.self) { _ in
                    made.increment()
                    let holder = Holder()
                    holder.kept = try own.withLock { $0 }?.resolve(Kept.self)
                    return holder
                }
                plan.transient(Kept.self) { Kept(try $0.resolve()) }
            })
        own.withLock { $0 = container }
        XCTAssertThrowsError(try container.resolve(Holder.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .cycle)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Holder", "Kept", "Holder"])
        }
        XCTAssertEqual(made.value, 1, "the repetition ends at once")
        assertThreadIsIdle()
        own.withLock { $0 = nil }
    }

    func testE1_AnObjectThatWasHandedOutCannotBeReplacedLater() throws {
        let container = try Container(
            Plan { plan in
                plan.singleton(Owner.self) { Owner(try $0.resolve()) }
                plan.injected(.transient, Part.self) { _ in
                    Part()
                } inject: { part, resolver in
                    part.owner = try resolver.resolve(Owner.self)
                    part = Part()
                    part.isDone = true
                }
            })
        XCTAssertThrowsError(try container.resolve(Owner.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .replacedWhileInjecting, "\(error)")
        }
        assertThreadIsIdle()
    }
}
