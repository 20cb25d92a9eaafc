import Armory
import ArmoryTestSupport
import XCTest

final class SmokeTests: XCTestCase {
    final class A: @unchecked Sendable { var b: B? }
    final class B: @unchecked Sendable { var a: A?; init(a: A?) { self.a = a } }
    func testCycleClosedByInjection() throws {
        let c = try Container {
            Singleton { A() }.inject { a, r in a.b = try r() }
            Singleton { B(a: try $0()) }
        }
        let a = try c.resolve(A.self)
        XCTAssertTrue(a.b?.a === a)
        XCTAssertTrue(try c.resolve(B.self) === a.b)
    }
    func testCycleAcrossThreads() throws {
        for round in 0..<300 {
            let c = try Container {
                Singleton { A() }.inject { a, r in usleep(UInt32(round % 100)); a.b = try r() }
                Singleton { B(a: nil) }.inject { b, r in usleep(UInt32(round % 70)); b.a = try r() }
            }
            let results = race(threads: 8) { i in
                if i % 2 == 0 { let a = try c.resolve(A.self); return a.b?.a === a }
                let b = try c.resolve(B.self)
                return b.a?.b === b
            }
            for r in results { XCTAssertTrue(try r.get()) }
        }
    }
    func testConstructorCycle() throws {
        let c = try Container {
            Singleton { A() ; }.inject { a, r in a.b = try r() }
            Singleton { B(a: try $0()) }.named("x")
            Transient { B(a: try $0(A.self)) }
            Transient(Int.self) { Int(try $0(String.self))! }
            Transient(String.self) { String(try $0(Int.self)) }
            Graph { r in [try r.resolve([[Int]].self)] as [[[Int]]] }
            Graph { r in try r.resolve([[[Int]]].self)[0] }
        }
        _ = try c.resolve(A.self)
        do { _ = try c.resolve(Int.self); XCTFail() } catch { print(error) }
        do { _ = try c.resolve([[Int]].self); XCTFail() } catch { print(error) }
        do { _ = try c.resolve(UInt.self); XCTFail() } catch { print(error) }
        do { _ = try c.resolve(B.self, named: "y"); XCTFail() } catch { print(error) }
    }
    func testExactlyOnce() throws {
        for _ in 0..<200 {
            let n = Counter()
            let c = try Container { Singleton { () -> A in n.increment(); usleep(100); return A() } }
            let r = race(threads: 16) { _ in try ObjectIdentifier(c.resolve(A.self)) }
            XCTAssertEqual(Set(try r.map { try $0.get() }).count, 1)
            XCTAssertEqual(n.value, 1)
        }
    }
    func testReplaceUnderLoad() throws {
        let tracker = LifetimeTracker()
        let c = try Container { Singleton { Tracked(tracker) } }
        let stop = Counter()
        let r = race(threads: 4) { i in
            if i == 0 {
                for _ in 0..<20000 { try c.replace(Singleton { Tracked(tracker) }) }
                stop.increment()
            } else {
                while stop.value == 0 { _ = try c.resolve(Tracked.self).serial }
            }
            return 0
        }
        for x in r { _ = try x.get() }
        c.close()
        XCTAssertEqual(tracker.alive, 0)
    }
}
