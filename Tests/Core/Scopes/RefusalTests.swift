// What is asked for in a way that its registration does not have is an error, and nothing else.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class RefusalTests: WatchedTestCase {
    private final class Part: Sendable {
        let life = Counted()
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private final class Holder: Sendable {
        let life = Counted()
        let part: Part
        init(_ part: Part) { self.part = part }
    }

    private func code(_ body: () throws -> Void) -> ResolutionError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ResolutionError)?.code
        }
    }

    func testE1_AFactoryWithArgumentsIsNotCalledWithout() async throws {
        let container = try Container(
            Plan {
                $0.transient(Part.self, taking: Int.self) { Part($1) }
                $0.singleton(Holder.self) { Holder(try $0.resolve()) }
            })
        XCTAssertEqual(code { _ = try container.resolve(Part.self) }, .wrongArguments)
        XCTAssertEqual(code { _ = try container.resolve(Holder.self) }, .wrongArguments)
        XCTAssertEqual(code { _ = try container.resolve(Part.self, arguments: "1") }, .wrongArguments)
        XCTAssertEqual(try container.resolve(Part.self, arguments: 7).number, 7)
        do {
            _ = try await container.resolveAsync(Part.self)
            XCTFail("it takes arguments")
        } catch {
            XCTAssertEqual(error.code, .wrongArguments)
        }
    }

    func testE1_AFactoryThatAwaitsIsNotCalledAtOnce() async throws {
        let container = try Container(Plan { $0.awaited(Part.self, taking: Int.self) { Part($1) } })
        XCTAssertEqual(code { _ = try container.resolve(Part.self, arguments: 1) }, .asynchronous)
        do {
            _ = try await container.resolveAsync(Part.self)
            XCTFail("it takes arguments")
        } catch {
            XCTAssertEqual(error.code, .wrongArguments)
        }
        let number = try await container.resolveAsync(Part.self, qualifiedBy: nil, arguments: 7).number
        XCTAssertEqual(number, 7)
    }

    func testO1_AScopeOfAChildSeesTheParents() throws {
        let parent = try Container(
            Plan {
                $0.singleton(Part.self) { _ in Part(1) }
                $0.transient(Holder.self) { Holder(try $0.resolve()) }
            })
        let child = try Container(Plan { _ in }, parents: [parent])
        try child.withScope { scope in
            XCTAssert(try scope.resolve(Part.self) === (try parent.resolve(Part.self)))
            XCTAssert(try scope.resolve(Holder.self).part === (try parent.resolve(Part.self)))
        }
    }

    func testO1_AFactoryOfAParentsViewDoesNotSeeTheChildsViews() throws {
        var plan = Plan()
        let view = plan.addModuleView()
        plan.addRecord(Record(Holder.self, .transient, at: CodeLocation()) { Holder(try $0.resolve()) }, inView: view)
        plan.addRecord(Record(Part.self, .singleton, at: CodeLocation()) { _ in Part(1) })
        let child = try Container(Plan { _ in }, parents: [try Container(plan)])
        XCTAssertEqual(try child.resolve(Holder.self).part.number, 1)
    }

    func testMOD3_AViewSeesItsPrivateKeysAndOthersDoNot() throws {
        var plan = Plan()
        let view = plan.addModuleView()
        plan.addRecord(
            Record(Part.self, .singleton, at: CodeLocation()) { _ in Part(2) }, inView: view, isPrivate: true)
        plan.addRecord(Record(Part.self, .singleton, at: CodeLocation()) { _ in Part(1) })
        plan.addRecord(Record(Holder.self, .transient, at: CodeLocation()) { Holder(try $0.resolve()) }, inView: view)
        let container = try Container(plan)
        XCTAssertEqual(try container.resolve(Part.self).number, 1)
        XCTAssertEqual(try container.resolve(Holder.self).part.number, 2)
    }

    func testM2_WhatADeinitResolvesIsAGraphOfItsOwn() throws {
        final class Last: @unchecked Sendable {  // One thread.
            let life = Counted()
            let resolve: () -> Void
            init(_ resolve: @escaping () -> Void) { self.resolve = resolve }
            deinit { resolve() }
        }
        struct Context {
            let first: Last
            let second: Part
        }
        let own = Locked<Container?>(nil)
        let numbers = Locked<[Int]>([])
        let container = try Container(
            Plan {
                $0.graph(Part.self) { _ in Part(3) }
                $0.graph(Context.self) { resolver in
                    let part: Part = try resolver.resolve()
                    return Context(
                        first: Last {
                            for _ in 0..<3 {
                                let number = try? own.withLock { $0 }?.resolve(Part.self).number
                                numbers.withLock { $0.append(number ?? 0) }
                            }
                        }, second: part)
                }
            })
        own.withLock { $0 = container }
        _ = try container.resolve(Context.self)
        assertThreadIsIdle()
        XCTAssertEqual(numbers.withLock { $0 }, [3, 3, 3])
        own.withLock { $0 = nil }
    }

    func testE1_TooManyScopesAreRefused() throws {
        var scope = try Container(Plan { $0.scoped(Part.self, in: ScopeTag("first")) { _ in Part(1) } })
        scope = try scope.openScope(ScopeTag("first"))
        let part = try scope.resolve(Part.self)
        for _ in 1..<255 { scope = try scope.openScope() }
        XCTAssert(try scope.resolve(Part.self) === part)
        let error = failure(.tooDeep) { try scope.openScope() }
        XCTAssertEqual(error?.fix, "open it in the container, or in a scope further out.")
        XCTAssert(error?.description.contains("255 scopes are around it") ?? false)
        XCTAssertFalse(error?.description.contains("stack") ?? true)
    }
}
