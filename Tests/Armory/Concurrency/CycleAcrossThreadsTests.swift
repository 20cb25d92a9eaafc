import Armory
import ArmoryTestSupport
import XCTest

/// C3: a graph that resolves from one thread resolves from any number; what cannot be built is an error, never a hang.
final class CycleAcrossThreadsTests: LeakCheckedTestCase {
    private final class Left: @unchecked Sendable {  // Written in its injection, before it is published.
        let life = Counted()
        var right: Right?
        var isComplete = false
    }

    private final class Right: @unchecked Sendable {  // As `Left`.
        let life = Counted()
        weak var left: Left?
        var isComplete = false
    }

    func testC3_ACycleClosedByInjectionIsCompletedAsOneGroup() throws {
        for round in 0..<500 {
            let made = Counter()
            let container = try Container {
                Singleton { () -> Left in
                    made.increment()
                    return Left()
                }
                .inject { left, resolver in
                    usleep(UInt32(round % 50))
                    left.right = try resolver.resolve()
                    usleep(UInt32(round % 30))
                    left.isComplete = true
                }
                Singleton { () -> Right in
                    made.increment()
                    return Right()
                }
                .inject { right, resolver in
                    usleep(UInt32(round % 40))
                    right.left = try resolver.resolve()
                    usleep(UInt32(round % 60))
                    right.isComplete = true
                }
            }
            let results = race(threads: 6) { index in
                if index % 2 == 0 {
                    let left = try container.resolve(Left.self)
                    XCTAssertTrue(left.isComplete && left.right?.isComplete == true, "half-made in round \(round)")
                    XCTAssertTrue(left.right?.left === left)
                } else {
                    let right = try container.resolve(Right.self)
                    XCTAssertTrue(right.isComplete && right.left?.isComplete == true, "half-made in round \(round)")
                    XCTAssertTrue(right.left?.right === right)
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
            XCTAssertEqual(made.value, 2)
        }
    }

    func testC3_AConstructorCycleAcrossThreadsIsTheNamedErrorForEach() throws {
        final class A: Sendable { let life = Counted(); init(_ b: B) {} }
        final class B: Sendable { let life = Counted(); init(_ a: A) {} }
        for _ in 0..<200 {
            let container = try Container {
                Singleton { resolver -> A in
                    usleep(100)
                    return A(try resolver.resolve())
                }
                Singleton { resolver -> B in
                    usleep(100)
                    return B(try resolver.resolve())
                }
                Singleton { Left() }
            }
            let results = race(threads: 4) { index in
                if index % 2 == 0 { _ = try container.resolve(A.self) } else { _ = try container.resolve(B.self) }
            }
            for result in results {
                XCTAssertThrowsError(try result.get()) { error in
                    guard let error = error as? ResolutionError else { return XCTFail("\(error)") }
                    XCTAssertEqual(error.code, .cycle)
                    XCTAssertTrue([["A", "B", "A"], ["B", "A", "B"]].contains(error.path), "\(error.path)")
                }
            }
            XCTAssertNoThrow(try container.resolve(Left.self))
        }
    }

    func testC3_TwoContainersThatNeedEachOtherDoNotHang() throws {
        for round in 0..<200 {
            let other = WeakReference<Container>()
            let first = try Container {
                Singleton { Left() }.inject { left, _ in
                    usleep(UInt32(round % 60))
                    left.right = try other.object?.resolve(Right.self)
                }
            }
            let second = try Container {
                Singleton { Right() }.inject { right, _ in
                    usleep(UInt32(round % 50))
                    right.left = try first.resolve(Left.self)
                }
            }
            other.object = second
            let results = race(threads: 4) { index in
                if index % 2 == 0 {
                    let left = try first.resolve(Left.self)
                    XCTAssertTrue(left.right?.left === left)
                } else {
                    let right = try second.resolve(Right.self)
                    XCTAssertTrue(right.left?.right === right)
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
        }
    }

    func testC4_AnInjectionThatThrowsGivesUpTheWholeGroupOnEveryThread() throws {
        struct Unlucky: Error {}
        for round in 0..<300 {
            let attempts = Counter()
            let container = try Container {
                Singleton { Left() }.inject { left, resolver in
                    left.right = try resolver.resolve()
                    usleep(UInt32(round % 40))
                    if attempts.increment() <= 2 { throw Unlucky() }
                    left.isComplete = true
                }
                Singleton { Right() }.inject { right, resolver in
                    usleep(UInt32(round % 30))
                    right.left = try resolver.resolve()
                    right.isComplete = true
                }
            }
            let results = race(threads: 6) { index -> Bool in
                do {
                    if index % 2 == 0 {
                        let left = try container.resolve(Left.self)
                        return left.isComplete && left.right?.left === left
                    }
                    let right = try container.resolve(Right.self)
                    return right.left?.isComplete == true && right.left?.right === right
                } catch {
                    XCTAssertEqual((error as? ResolutionError)?.code, .factoryFailed)
                    return true
                }
            }
            for result in results { XCTAssertTrue(try result.get(), "a half-made object in round \(round)") }
            let left = (0..<4).lazy.compactMap { _ in try? container.resolve(Left.self) }.first
            XCTAssertTrue(left?.right?.left === left)
        }
    }
}
