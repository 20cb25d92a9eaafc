// O2, MOD3: what a parent makes at each resolve is made for the child, by a factory that sees what is private to its module.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class Listener: ResolveListener {
    let log = Log<String>()

    func observeResolve<T>(
        _ resolve: ResolveNotice, performing body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        log.add(resolve.path.map(\.key.description).joined(separator: ">"))
        return try body()
    }

    func observeResolveAsync<T>(
        _ resolve: ResolveNotice, performing body: () async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        try await body()
    }
}

final class PrivateOfParentTests: WatchedTestCase {
    private final class Part: Sendable {
        let owner: String
        init(_ owner: String) { self.owner = owner }
    }
    private struct Tool: Sendable {
        let name: String
        let part: Part
    }
    private struct Holder: Sendable {
        let (part, tool): (Part, Tool)
        let text: String
        var all: [String] { [part.owner, tool.name, tool.part.owner, text] }
    }

    /// A container with a module.
    private func parent() throws -> Container {
        var plan = Plan()
        let view = plan.addModuleView()
        plan.addRecord(
            Record(Part.self, .singleton, at: CodeLocation()) { _ in Part("outer") }, inView: view, isPrivate: true)
        plan.addRecord(
            Record(Tool.self, .graph, at: CodeLocation()) { Tool(name: "inner", part: try $0.resolve()) }, inView: view,
            isPrivate: true)
        plan.addRecord(Record(Part.self, .singleton, at: CodeLocation()) { _ in Part("public") })
        plan.addRecord(Record(String.self, .transient, at: CodeLocation()) { _ in "parent's" })
        plan.addRecord(
            Record(Holder.self, .transient, at: CodeLocation()) {
                Holder(part: try $0.resolve(), tool: try $0.resolve(), text: try $0.resolve())
            }, inView: view)
        plan.addRecord(
            Record([Int].self, .transient, at: CodeLocation()) { resolver in
                let (parts, tools) = (try resolver.resolve([Part].self), try resolver.resolve(Tool?.self))
                return [parts.count, parts.count { $0.owner == "outer" }, tools == nil ? 0 : 1]
            }, inView: view)
        plan.addRecord(
            Record(awaiting: Double.self, .transient, at: CodeLocation()) { resolver in
                let holder = try await (
                    part: resolver.resolve(Part.self), tool: resolver.resolve(Tool.self),
                    text: resolver.resolve(String.self)
                )
                return holder.part.owner == "outer" && holder.tool.part.owner == "outer" && holder.text == "child's"
                    ? 1 : 0
            }, inView: view)
        plan.addRecord(
            Record(
                Character.self, .transient, at: CodeLocation(),
                parts: Record.Parts { [Dependency(ServiceKey(Part.self))] }
            ) { resolver in
                try resolver.resolveParameter(at: 0, Part.self).owner.first ?? "-"
            }, inView: view)
        return try Container(plan)
    }

    private var own: Plan {
        Plan {
            $0.transient(String.self) { _ in "child's" }
            $0.singleton(Part.self) { _ in Part("child") }
        }
    }

    func testO2_AChildSeesWhatTheModuleSees() async throws {
        let parent = try parent()
        XCTAssertEqual(try parent.resolve(Holder.self).all, ["outer", "inner", "outer", "parent's"])
        let child = try Container(own, parents: [parent])
        let grandchild = try Container(Plan(), parents: [try Container(Plan()), child])
        let overriding = try child.overriding(Plan { $0.singleton(Part.self) { _ in Part("other") } })
        for container in [child, try child.openScope(), grandchild, overriding] {
            for _ in 0..<2 {
                let holder = try container.resolve(Holder.self)
                XCTAssertEqual(holder.all, ["outer", "inner", "outer", "child's"])
                XCTAssert(holder.part === (try parent.resolve(Holder.self)).part, "the parent keeps it")
                XCTAssertEqual(try container.resolve(Character.self), "o")
                let isRight = try await container.resolveAsync(Double.self)
                XCTAssertEqual(isRight, 1)
            }
            failure(.missing) { try container.resolve(Tool.self) }
            XCTAssertNotEqual(try container.resolve(Part.self).owner, "outer")
        }
    }

    func testO2_WhatIsPrivateGoesBeforeWhatTheChildHasMet() throws {
        let child = try Container(Plan(), parents: [try parent()])
        XCTAssertEqual(try child.resolve(Part.self).owner, "public")
        XCTAssertEqual(try child.resolve(Holder.self).all, ["outer", "inner", "outer", "parent's"])
    }

    func testO2_AListHasThePrivateMembers() throws {
        let parent = try parent()
        // The private one has the place of the public one.
        XCTAssertEqual(try parent.resolve([Int].self), [1, 1, 1])
        let child = try Container(own, parents: [parent])
        XCTAssertEqual(try child.resolve([Int].self), [1, 1, 1])
        XCTAssertEqual(try child.resolve([Part].self).map(\.owner), ["child"])
        let named = try Container(
            Plan { $0.singleton(Part.self, named: "more") { _ in Part("more") } }, parents: [parent])
        XCTAssertEqual(try named.resolve([Int].self), [2, 1, 1])
    }

    func testO2_ModulesOfTwoParentsAreApart() throws {
        let (one, other) = (try parent(), try parent())
        let child = try Container(own, parents: [one, other])
        let holder = try child.resolve(Holder.self)
        XCTAssert(holder.part === (try one.resolve(Holder.self)).part)
        XCTAssert(holder.part !== (try other.resolve(Holder.self)).part)
        var plan = Plan()
        let view = plan.addModuleView()
        plan.addRecord(
            Record(Part.self, .singleton, at: CodeLocation()) { _ in Part("third") }, inView: view, isPrivate: true)
        plan.addRecord(Record([Part].self, .transient, at: CodeLocation()) { [try $0.resolve()] }, inView: view)
        let third = try Container(plan, parents: [child])
        XCTAssertEqual(try third.resolve([Part].self).map(\.owner), ["third"])
        XCTAssertEqual(try third.resolve(Holder.self).all, ["outer", "inner", "outer", "child's"])
        let more = try third.overriding(
            Plan(),
            adding: Plan { plan in
                let view = plan.addModuleView()
                plan.addRecord(
                    Record(Part.self, .singleton, at: CodeLocation()) { _ in Part("fourth") }, inView: view,
                    isPrivate: true)
                plan.addRecord(
                    Record(Set<String>.self, .transient, at: CodeLocation()) { [try $0.resolve(Part.self).owner] },
                    inView: view)
            })
        XCTAssertEqual(try more.resolve(Set<String>.self), ["fourth"])
        XCTAssertEqual(try more.resolve(Holder.self).all, ["outer", "inner", "outer", "child's"])
        XCTAssertEqual(try more.resolve([Part].self).map(\.owner), ["third"])
    }

    func testK5_AListenerOfTheChildIsToldOfThem() throws {
        let listener = Listener()
        var told = own
        told.listener = listener
        let child = try Container(told, parents: [try parent()])
        XCTAssertEqual(try child.resolve(Holder.self).all, ["outer", "inner", "outer", "child's"])
        let paths = ["Holder", "Holder>Part", "Holder>Tool", "Holder>Tool>Part", "Holder>String"]
        XCTAssertEqual(listener.log.all, paths)
        _ = try child.resolve(Holder.self)
        XCTAssertEqual(listener.log.all, paths + paths)
    }

    func testO2_FromManyThreads() throws {
        for _ in 0..<StressScale.scaled(200, underThreadSanitizer: 40) {
            let child = try Container(own, parents: [try parent()])
            let seen = Log<[String]>()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                if let holder = try? child.resolve(Holder.self) { seen.add(holder.all) }
            }
            XCTAssertEqual(seen.all, Array(repeating: ["outer", "inner", "outer", "child's"], count: 8))
        }
    }

    func testC10_TheOrderOfTheEndKnowsThem() throws {
        let log = Log<String>()
        var plan = Plan()
        let view = plan.addModuleView()
        plan.addRecord(
            Record(
                Int.self, .transient, at: CodeLocation(),
                parts: Record.Parts { [Dependency(ServiceKey(String.self))] }
            ) { try $0.resolve(String.self).count }, inView: view, isPrivate: true)
        plan.addRecord(
            Record(
                Double.self, .transient, at: CodeLocation(),
                parts: Record.Parts { [Dependency(ServiceKey(Int.self))] }
            ) { Double(try $0.resolve(Int.self)) }, inView: view)
        let child = try Container(
            Plan {
                $0.closed(.singleton, Float.self, needs: [Double.self]) {
                    Float(try $0.resolve(Double.self))
                } close: { _, _ in
                    log.add("asker")
                }
                $0.closed(.singleton, String.self, needs: []) { _ in
                    "four"
                } close: { _, _ in
                    log.add("asked")
                }
            }, parents: [try Container(plan)])
        // Newest first would be the other way round.
        XCTAssertEqual(try child.resolve(Float.self), 4)
        XCTAssertEqual(try child.resolve(String.self), "four")
        child.close()
        XCTAssertEqual(log.all, ["asker", "asked"])
    }

    func testMOD3_AModuleOfAnOverrideIsNoModuleOfAParent() throws {
        let child = try Container(own, parents: [try parent()])
        for isTold in [false, true] {
            var (changes, additions) = (Plan(), Plan())
            if isTold { changes.listener = Listener() }
            let view = additions.addModuleView()
            additions.addRecord(
                Record(Int8.self, .singleton, at: CodeLocation()) { _ in 8 }, inView: view, isPrivate: true)
            additions.addRecord(
                Record(Set<String>.self, .transient, at: CodeLocation()) { resolver in
                    let tool = try resolver.resolve(Tool?.self)?.name ?? "no tool"
                    return ["\(try resolver.resolve(Int8.self))", try resolver.resolve(Part.self).owner, tool]
                }, inView: view)
            let overriding = try child.overriding(changes, adding: additions)
            XCTAssertEqual(try overriding.resolve(Set<String>.self), ["8", "child", "no tool"])
            XCTAssertEqual(try overriding.resolve(Holder.self).all, ["outer", "inner", "outer", "child's"])
            failure(.missing) { try overriding.resolve(Int8.self) }
        }
    }
}
