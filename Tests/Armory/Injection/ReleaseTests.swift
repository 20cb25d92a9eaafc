import Armory
import ArmoryTestSupport
import XCTest

// S2: a thread does not release objects of a graph that another thread may be using, because their `deinit` may use other
// objects of that graph. So the library holds none of them once it has handed them over.
final class ReleaseTests: LeakCheckedTestCase {
    fileprivate struct Token: Sendable {}

    /// Not `Sendable`.
    fileprivate final class Child {
        private let life: Tracked
        init(_ tracker: LifetimeTracker) { life = Tracked(tracker) }
    }

    fileprivate final class Holder {
        var child: Child?
        let tokens: Provider<Token>
        init(child: Child, tokens: Provider<Token>) { (self.child, self.tokens) = (child, tokens) }
    }

    fileprivate struct Kept: @unchecked Sendable {  // Used by one thread at a time.
        let holder: Holder
    }

    func testS2_ACallThatMayComeFromAnotherThreadHoldsNoObjectOfTheGraph() throws {
        let (tracker, kept, alive) = (LifetimeTracker(), Shelf<Kept?>(nil), Shelf<[Int]>([]))
        let container = try Container {
            Graph { Child(tracker) }
            Transient(Holder.init)
            Transient { () -> Token in
                alive.value.append(tracker.alive)
                kept.value?.holder.child = nil
                alive.value.append(tracker.alive)
                return Token()
            }
        }
        let holder = try container.resolve(Holder.self)
        kept.value = Kept(holder: holder)
        _ = try holder.tokens()
        XCTAssertEqual(alive.value, [1, 0], "only the program holds it")
        kept.value = nil
        assertThreadIsIdle()
    }

    private struct Bag {
        let content: Child
    }

    private final class BagHolder {
        let bag: Bag
        let tokens: Provider<Token>
        init(bag: Bag, tokens: Provider<Token>) { (self.bag, self.tokens) = (bag, tokens) }
    }

    func testS2_AProviderOfASendableTypeHoldsNoValueOfItsGraph() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Graph { Bag(content: Child(tracker)) }
            Transient { Token() }
            Transient(BagHolder.init)
        }
        var holder: BagHolder? = try container.resolve(BagHolder.self)
        let tokens = try XCTUnwrap(holder?.tokens)
        XCTAssertEqual(tracker.alive, 1)
        holder = nil
        XCTAssertEqual(tracker.alive, 0)
        _ = try tokens()
        XCTAssertEqual(tracker.alive, 0)
    }

    private final class Log: Tracked, @unchecked Sendable {  // Immutable.
        let tokens: Provider<Token>
        init(_ tracker: LifetimeTracker, _ tokens: Provider<Token>) {
            self.tokens = tokens
            super.init(tracker)
        }
    }

    private struct Session: Sendable {
        let log: Log
    }

    func testM1_AShareableValueWithADeferredDependencyOfItsGraphEndsWithItsContainer() throws {
        let tracker = LifetimeTracker()
        var container: Container? = try Container {
            Transient { Token() }
            Transient { try Log(tracker, $0.resolve()) }
            Graph { Session(log: try $0.resolve()) }
        }
        for _ in 0..<10 {
            try container?.withScope { scope in
                let session = try scope.resolve(Session.self)
                _ = try session.log.tokens()
            }
            XCTAssertEqual(tracker.alive, 0, "the scope has ended")
        }
        _ = try container?.resolve(Session.self)
        container = nil
        XCTAssertEqual(tracker.alive, 0)
    }

    /// A resolve in a factory, whose result the caller may hand to another task.
    private typealias Apart = @Sendable (Container, borrowing Resolver) throws -> Holder

    func testS2_AResolveInAFactoryHoldsNothingThatItHasHandedOver() throws {
        let ways: [Apart] = [
            { container, _ in try container.resolve(Holder.self) },
            { _, resolver in try resolver.resolveInNewGraph(Holder.self) },
        ]
        for resolve in ways {
            for hasMore in [false, true] {
                let (tracker, reference) = (LifetimeTracker(), WeakReference<Container>())
                let container = try Container {
                    Graph { Child(tracker) }
                    Graph { Token() }
                    Transient { resolver -> Holder in
                        let child: Child = try resolver.resolve()
                        // A shareable instance after it stays in the graph of the factory around.
                        if hasMore { _ = try resolver.resolve(Token.self) }
                        return Holder(child: child, tokens: try resolver.resolve())
                    }
                    Transient { resolver -> [Int] in
                        var alive: [Int] = []
                        for _ in 0..<3 {
                            let holder = try resolve(try XCTUnwrap(reference.object), resolver)
                            alive.append(tracker.alive)
                            holder.child = nil
                            alive.append(tracker.alive)
                        }
                        return alive
                    }
                }
                reference.object = container
                XCTAssertEqual(try container.resolve([Int].self), [1, 0, 1, 0, 1, 0], "more: \(hasMore)")
                assertThreadIsIdle()
            }
        }
    }

    fileprivate final class First: Sendable {}
    fileprivate final class Second: Sendable {}

    private final class Waiting {
        let child: Child
        init(child: Child, second: Second) { self.child = child }
    }

    /// It is complete only when the cycle is, but it is not held until then: another thread may complete the cycle.
    func testS2_AnInstanceThatHoldsAnUnfinishedOneIsReleasedByItsHolders() throws {
        let ways: [@Sendable (Container, borrowing Resolver) throws -> Void] = [
            { container, _ in _ = try container.resolve(Waiting.self) },
            { _, resolver in _ = try resolver.resolve(Waiting.self) },
        ]
        for resolve in ways {
            let (tracker, reference, alive) = (LifetimeTracker(), WeakReference<Container>(), Shelf<[Int]>([]))
            let container = try Container {
                Transient { Child(tracker) }
                Transient(Waiting.init).inject(dependsOn: Void.self) { _, _ in }
                Singleton { Second() }.inject { _, resolver in _ = try resolver.resolve(First.self) }
                Singleton { First() }
                    .inject { _, resolver in
                        try resolve(try XCTUnwrap(reference.object), resolver)
                        alive.value.append(tracker.alive)
                    }
            }
            reference.object = container
            _ = try container.resolve(First.self)
            XCTAssertEqual(alive.value.last, 0)
            XCTAssertEqual(tracker.alive, 0)
            assertThreadIsIdle()
        }
    }
}
