import Armory
import ArmoryTestSupport
import XCTest

/// M3: what a thread still uses of a registration that was replaced is there until the thread has left it.
///
/// AddressSanitizer and ThreadSanitizer judge these tests beside the assertions.
final class ReclamationTests: LeakCheckedTestCase {
    private final class Recipe: @unchecked Sendable {  // Written in its initializer and its `deinit`.
        private var amount: Int
        init(_ amount: Int) { self.amount = amount }
        deinit { amount = -1 }
        var dish: Dish { Dish(amount: amount) }
    }

    private struct Dish: Sendable {
        let amount: Int
    }

    private struct Missing {}

    /// A transient's slot is nothing but its place on the path while its factory runs.
    func testM3_AnErrorNamesARegistrationThatItsOwnFactoryReplaced() throws {
        for _ in 0..<20 {
            let container = try Container { Transient { Dish(amount: 0) } }
            try container.replace(
                Transient { [weak container] resolver -> Dish in
                    for amount in 1...3 { try container?.replace(Transient { Dish(amount: amount) }) }
                    _ = try resolver.resolve(Missing.self)
                    return Dish(amount: 0)
                })
            let error = failure(.missing) { try container.resolve(Dish.self) }
            XCTAssertEqual(error?.path, ["Dish", "Missing"])
            XCTAssertEqual(try container.resolve(Dish.self).amount, 3)
        }
    }

    func testM3_AFactoryThatIsReplacedWhileItRunsKeepsWhatItCaptured() throws {
        let first = Recipe(1)
        let container = try Container { Transient { first.dish } }
        let done = Latch()
        let readers = Counter()
        let counts = race(threads: 3) { thread -> Int in
            if thread == 0 {
                defer { done.open() }
                // The replacements begin when both readers read.
                while readers.value < 2 { sched_yield() }
                for amount in 1...StressScale.scaled(1_500, atLeast: 300) {
                    let recipe = Recipe(amount)
                    try container.replace(Transient { recipe.dish })
                }
                return 1
            }
            var count = 0
            readers.increment()
            repeat {
                for _ in 0..<20 {
                    XCTAssertGreaterThan(try container.resolve(Dish.self).amount, 0)
                    count += 1
                }
            } while !done.wait(seconds: 0)
            return count
        }
        for count in counts { XCTAssertGreaterThan(try count.get(), 0) }
    }

    func testM3_TwoThreadsReplaceAtOnceAndNothingIsLeft() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Singleton { Tracked(tracker) }.qualified(by: 0)
            Singleton { Tracked(tracker) }.qualified(by: 1)
        }
        let replacements = 1_000
        let results = race(threads: 2) { thread in
            for _ in 0..<replacements {
                _ = try container.resolve(Tracked.self, qualifier: thread)
                try container.replace(Singleton { Tracked(tracker) }.qualified(by: thread))
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
        XCTAssertEqual(tracker.made, 2 * replacements)
        // What the other thread used at the moment of a replacement goes with the next change.
        try container.replace(Singleton { Tracked(tracker) }.qualified(by: 0))
        XCTAssertEqual(tracker.alive, 0)
    }

    /// Its slot has left the path, so only its state says that it is in use.
    ///
    /// A freed one would keep the instance for ever.
    func testM3_ASlotWhoseInjectionIsPutOffStaysWhenItIsReplaced() throws {
        final class Parent: Sendable { let child: Child; init(child: Child) { self.child = child } }
        final class Child: @unchecked Sendable {  // One thread.
            let life = Counted()
            weak var parent: Parent?
        }
        @Sendable func child() -> some Registration<Child> {
            Singleton { Child() }.inject { child, resolver in child.parent = try resolver.resolve(Parent.self) }
        }
        let container = Container()
        try container.register(child())
        try container.register(Transient { Dish(amount: 0) })
        try container.register(
            Singleton { [weak container] resolver -> Parent in
                let parent = Parent(child: try resolver.resolve(Child.self))
                try container?.replace(child())
                // Whatever was freed is used again.
                for amount in 0..<100 { try container?.replace(Transient { Dish(amount: amount) }) }
                return parent
            })
        let parent = try container.resolve(Parent.self)
        XCTAssertTrue(parent.child.parent === parent)
        XCTAssertFalse(try container.resolve(Child.self) === parent.child)
    }

    /// One thread uses a registration and takes no lock afterwards; then another replaces it, which frees what was used.
    private func replaceAfterUse(
        _ old: @escaping @Sendable () -> any Registration, use: @escaping @Sendable (Container) throws -> Int
    ) throws {
        for _ in 0..<40 {
            let container = Container()
            try container.register(old())
            try container.register(Singleton { Counter() })
            _ = try use(container)
            let results = race(threads: 2) { thread -> Int in
                // The thread's context comes from under a lock: not after the use.
                _ = try container.resolve(Counter.self)
                if thread == 0 {
                    usleep(500)
                    let amount = try use(container)
                    usleep(8_000)
                    return amount
                }
                usleep(3_000)
                try container.replace(Transient { Dish(amount: 2) })
                return 1
            }
            // A thread that was held up comes after the other.
            XCTAssertTrue([[1, 1], [2, 1]].contains(try results.map { try $0.get() }))
            XCTAssertEqual(try container.resolve(Dish.self).amount, 2)
        }
    }

    func testM3_TheEndOfALookUpComesBeforeTheFree() throws {
        try replaceAfterUse({ Singleton { Dish(amount: 1) } }, use: { try $0.resolve(Dish.self).amount })
    }

    func testM3_TheEndOfALoanComesBeforeTheFree() throws {
        try replaceAfterUse({ Singleton { Dish(amount: 1) } }, use: { try $0.with(Dish.self) { $0.amount } })
    }

    func testM3_TheEndOfAFactoryComesBeforeTheFree() throws {
        try replaceAfterUse(
            {
                let recipe = Recipe(1)
                return Transient { recipe.dish }
            }, use: { try $0.resolve(Dish.self).amount })
    }
}
