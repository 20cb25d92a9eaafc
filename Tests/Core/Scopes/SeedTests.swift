// LIFE2: values that a scope has from its beginning.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class SeedTests: LeakCheckedTestCase {
    func testLIFE2_AScopeIsGivenWhatItHasFromItsBeginning() async throws {
        struct Call: Equatable, Sendable { let (path, number): (String, Int) }
        let closed = Locked<[Int]>([])
        let container = try Container(
            Plan {
                $0.closed(.scoped, Call.self, in: .request, needs: []) { _ in
                    throw Declined("no call")
                } close: { call, _ in
                    closed.withLock { $0.append(call.number) }
                }
                $0.scoped(String.self, named: "user") { _ in "nobody" }
                $0.singleton(Int.self) { _ in 1 }
                $0.autowired(.transient, [String].self) { (call: Call) in [call.path] }
            })
        for number in 0..<3 {
            let call = Call(path: "/\(number)", number: number)
            try await container.withScope(seeds: [ScopeSeed(call), ScopeSeed("somebody").named("user")]) { scope in
                XCTAssertEqual(try scope.resolve(Call.self), call)
                XCTAssertEqual(try scope.resolve([String].self), ["/\(number)"])
                XCTAssertEqual(try scope.resolve(String.self, named: "user"), "somebody")
            }
        }
        XCTAssertEqual(closed.withLock { $0 }, [0, 1, 2])
        let empty = try container.openScope()
        XCTAssertNil(try empty.resolve(Call?.self))
        XCTAssertEqual(try empty.resolve(String.self, named: "user"), "nobody")
        failure(.seedNotDeclared) { try container.openScope(seeds: [ScopeSeed(2)]) }
        failure(.seedNotDeclared) { try container.openScope(seeds: [ScopeSeed("unnamed")]) }
        let call = Call(path: "", number: 9)
        failure(.seededTwice) { try container.openScope(seeds: [ScopeSeed(call), ScopeSeed(call)]) }
        XCTAssertEqual(closed.withLock { $0 }, [0, 1, 2, 9], "the refused one is closed")
    }

    func testC10_AnEndDoesNotWaitForASeed() async throws {
        let container = try Container(
            Plan {
                $0.closed(.scoped, Int.self, in: .request, needs: []) { _ in
                    0
                } close: { _, _ in
                }
            })
        let scope = try container.openScope(seeds: [ScopeSeed(7)])
        XCTAssertEqual(try scope.resolve(Int.self), 7)
        // Nothing is being made, so that it is over at once.
        try await scope.shutdown()
        failure(.closed) { try scope.resolve(Int.self) }
        try await container.shutdown()
    }
}
