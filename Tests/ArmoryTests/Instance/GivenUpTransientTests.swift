import Armory
import ArmoryTestSupport
import XCTest

/// C4: a transient that holds what another thread's failure gave up is made anew, as every other instance is.
final class GivenUpTransientTests: XCTestCase {
    private struct Unlucky: Error {}

    private final class Whole: @unchecked Sendable { var part: Part? }  // Written before it is published.
    private final class Part: @unchecked Sendable { var near: Near? }  // As `Whole`.
    private final class Near: @unchecked Sendable { var far: Far? }  // As `Whole`.
    private final class Far: @unchecked Sendable { var isComplete = false }  // As `Whole`.
    private final class Tools: Sendable {}

    private let isNearInjecting = Latch()
    private let attempts = Counter()

    /// Returns when a thread sleeps for what the words say.
    private static func awaitSleeper(for words: String) {
        for _ in 0..<20_000 where !WaitForGraph.shared.description.contains("waits for \(words)") { usleep(1_000) }
    }

    private func near(whenAsleepFor words: String) -> some Registration<Near> {
        Singleton { Near() }.inject { [isNearInjecting, attempts] near, resolver in
            isNearInjecting.open()
            if attempts.value == 0 { Self.awaitSleeper(for: words) }
            near.far = try resolver.resolve(Far.self)
        }
    }

    /// Its injection asks for something of the other thread, and throws the first time.
    private func far(_ ask: @escaping @Sendable () throws -> Void) -> some Registration<Far> {
        Singleton { Far() }.inject { [attempts] far, _ in
            try ask()
            if attempts.increment() == 1 { throw Unlucky() }
            far.isComplete = true
        }
    }

    private func check(_ part: Part?, _ container: Container, line: UInt = #line) throws {
        XCTAssertTrue(try part?.near === container.resolve(Near.self), "what was given up is held", line: line)
        XCTAssertTrue(part?.near?.far?.isComplete == true, line: line)
    }

    // One thread makes Whole > Part > Near > Far, the other one Tools > Far > Whole, and Far throws once.
    func testC4_InsideAnInstanceThatIsKept() throws {
        let container = Container()
        try container.register(Singleton { Whole() }.inject { $0.part = try $1.resolve(Part.self) })
        try container.register(
            Transient { Part() }.inject { part, resolver in
                part.near = try resolver.resolve(Near.self)
                // Has the other thread go on, and fail, while this injection runs.
                _ = try resolver.resolve(Tools.self)
            })
        try container.register(near(whenAsleepFor: "Whole"))
        try container.register(far { [unowned container] in _ = try container.resolve(Whole.self) })
        try container.register(
            Singleton { resolver -> Tools in
                _ = try? resolver.resolve(Far.self)
                return Tools()
            })
        let results = race(threads: 2) { [isNearInjecting] thread -> Whole? in
            if thread == 0 { return try container.resolve(Whole.self) }
            isNearInjecting.wait()
            _ = try container.resolve(Tools.self)
            return nil
        }
        try check(results[0].get()?.part, container)
        XCTAssertNoThrow(try results[1].get())
    }

    // One thread makes Part, in a container that builds one at a time, > Near > Far; the other one Far > Tools, whose
    // turn does not come, and Far throws once.
    func testC4_AsTheOutermostOfAResolve() throws {
        let container = Container()
        let oneAtATime = Container(configuration: .init(building: .oneAtATime))
        try oneAtATime.register(
            Transient { Part() }.inject { part, _ in part.near = try container.resolve(Near.self) })
        try oneAtATime.register(Transient { Tools() })
        try container.register(near(whenAsleepFor: "its turn"))
        try container.register(far { [unowned oneAtATime] in _ = try oneAtATime.resolve(Tools.self) })
        let results = race(threads: 2) { [isNearInjecting] thread -> Part? in
            if thread == 0 { return try oneAtATime.resolve(Part.self) }
            isNearInjecting.wait()
            XCTAssertThrowsError(try container.resolve(Far.self)) { error in
                XCTAssertTrue((error as? ResolutionError)?.underlying is Unlucky)
            }
            return nil
        }
        try check(results[0].get(), container)
    }
}
