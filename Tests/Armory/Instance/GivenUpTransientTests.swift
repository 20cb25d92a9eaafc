import Armory
import ArmoryTestSupport
import XCTest

/// C4: a transient that holds what another thread's failure gave up is made anew, as every other instance is.
final class GivenUpTransientTests: LeakCheckedTestCase {
    private struct Unlucky: Error {}

    private final class Whole: @unchecked Sendable { var part: Part? }  // Written before it is published.
    private final class Part: @unchecked Sendable { var near: Near? }  // As `Whole`.
    private final class Near: @unchecked Sendable { var far: Far? }  // As `Whole`.
    private final class Far: @unchecked Sendable { var isComplete = false }  // As `Whole`.
    private final class Tools: Sendable {}

    // One thread makes Whole > Part > Near > Far, the other one Tools > Far > Whole, and Far throws once.
    func testC4_InsideAnInstanceThatIsKept() throws {
        let isNearInjecting = Latch()
        let attempts = Counter()
        let container = try Container {
            Singleton { Whole() }.inject { $0.part = try $1.resolve(Part.self) }
            Transient { Part() }.inject { part, resolver in
                part.near = try resolver.resolve(Near.self)
                // Has the other thread go on, and fail, while this injection runs.
                _ = try resolver.resolve(Tools.self)
            }
            Singleton { Near() }.inject { near, resolver in
                isNearInjecting.open()
                if attempts.value == 0 { XCTAssertTrue(Waits.come(to: "waits for Whole")) }
                near.far = try resolver.resolve(Far.self)
            }
            Singleton { Far() }.inject { far, resolver in
                _ = try resolver.resolve(Whole.self)
                if attempts.increment() == 1 { throw Unlucky() }
                far.isComplete = true
            }
            Singleton { resolver -> Tools in
                _ = try? resolver.resolve(Far.self)
                return Tools()
            }
        }
        let results = race(threads: 2) { thread -> Part? in
            if thread == 0 { return try container.resolve(Whole.self).part }
            isNearInjecting.wait()
            _ = try container.resolve(Tools.self)
            return nil
        }
        let part = try results[0].get()
        XCTAssertNoThrow(try results[1].get())
        XCTAssertTrue(try part?.near === container.resolve(Near.self), "what was given up is held")
        XCTAssertTrue(part?.near?.far?.isComplete == true)
    }
}
