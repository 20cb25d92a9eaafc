import Armory
import ArmoryTestSupport
import XCTest

/// C3: an injection that meets an unfinished constructor further out runs again when that has returned, so a graph resolves
/// from whichever end.
final class PutOffInjectionTests: LeakCheckedTestCase {
    private final class Parent: @unchecked Sendable {  // One thread.
        let life = Counted()
        let child: Child
        var isInjected = false
        init(child: Child) { self.child = child }
    }

    private final class Child: @unchecked Sendable {  // One thread.
        let life = Counted()
        weak var parent: Parent?
        var injections = 0
    }

    private func assertWired(_ parent: Parent, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(parent.child.parent === parent, file: file, line: line)
        XCTAssertTrue(parent.isInjected, file: file, line: line)
    }

    private func register(
        _ container: Container, parent: some Registration<Parent>, child: some Registration<Child>
    ) throws {
        try container.register(parent.inject { parent, _ in parent.isInjected = true })
        try container.register(
            child.inject { child, resolver in
                child.parent = try resolver.resolve(Parent.self)
                child.injections += 1
            })
    }

    func testC3_SingletonsFromEitherEnd() throws {
        for isChildFirst in [false, true] {
            let container = Container()
            try register(
                container, parent: Singleton { Parent(child: try $0()) }, child: Singleton { Child() })
            if isChildFirst { _ = try container.resolve(Child.self) }
            let parent = try container.resolve(Parent.self)
            assertWired(parent)
            XCTAssertTrue(try container.resolve(Child.self) === parent.child)
            XCTAssertEqual(parent.child.injections, 1)
        }
    }

    func testC3_ASharedParentAndAGraphChild() throws {
        let container = Container()
        try register(container, parent: Shared { Parent(child: try $0()) }, child: Graph { Child() })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AGraphParentOnTheFastPathAndASingletonChild() throws {
        final class Plain { let life = Counted(); let child: Holder; init(child: Holder) { self.child = child } }
        final class Holder: @unchecked Sendable { let life = Counted(); weak var plain: Plain? }  // One thread.
        let container = try Container {
            Graph { Plain(child: try $0()) }
            Singleton { Holder() }.inject { holder, resolver in holder.plain = try resolver.resolve(Plain.self) }
        }
        let plain = try container.resolve(Plain.self)
        XCTAssertTrue(plain.child.plain === plain)
        XCTAssertFalse(try container.resolve(Plain.self) === plain)
    }

    func testC3_ATransientChildOfASingleton() throws {
        let container = Container()
        try register(
            container, parent: Singleton { Parent(child: try $0()) }, child: Transient { Child() })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_ATransientParentOfASingletonChildEnds() throws {
        final class Owner { let life = Counted(); let child: Kept; init(child: Kept) { self.child = child } }
        final class Kept: @unchecked Sendable { let life = Counted(); var owner: Owner? }  // One thread.
        let container = try Container {
            Transient { Owner(child: try $0()) }
            Singleton { Kept() }.inject { kept, resolver in kept.owner = try resolver.resolve(Owner.self) }
        }
        let owner = try container.resolve(Owner.self)
        defer { owner.child.owner = nil }
        XCTAssertTrue(owner.child.owner?.child === owner.child)
        XCTAssertFalse(owner.child.owner === owner, "transients are two")
    }

    func testC3_ATransientThatInjectsItselfForEverIsACycle() throws {
        final class Endless { let life = Counted(); var next: Endless? }
        let container = try Container {
            Transient { Endless() }.inject { endless, resolver in endless.next = try resolver.resolve(Endless.self) }
        }
        XCTAssertThrowsError(try container.resolve(Endless.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .cycle)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Endless", "Endless"])
        }
    }

    func testC4_AParentWhoseFactoryThrowsGivesUpTheChildThatWaited() throws {
        struct Unlucky: Error {}
        final class Attempts: @unchecked Sendable { let life = Counted(); var count = 0 }  // One thread.
        let attempts = Attempts()
        let container = Container()
        try register(
            container,
            parent: Singleton { resolver -> Parent in
                let child = try resolver.resolve(Child.self)
                attempts.count += 1
                if attempts.count == 1 { throw Unlucky() }
                return Parent(child: child)
            },
            child: Singleton { Child() })
        XCTAssertThrowsError(try container.resolve(Parent.self)) { error in
            XCTAssertTrue((error as? ResolutionError)?.underlying is Unlucky)
        }
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AnInjectionThatHidesTheErrorIsPutOffAllTheSame() throws {
        let container = Container()
        try container.register(
            Singleton { Parent(child: try $0()) }.inject { parent, _ in parent.isInjected = true })
        try container.register(
            Singleton { Child() }.inject { child, resolver in
                child.parent = try? resolver.resolve(Parent.self)
            })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AValueTypeCannotBeHandedOutUnfinished() throws {
        struct Leaf: Sendable { var parent: Parent? }
        final class Holder: Sendable { let life = Counted(); let leaf: Leaf; init(leaf: Leaf) { self.leaf = leaf } }
        let container = try Container {
            Singleton { Holder(leaf: try $0()) }
            Singleton { Leaf(parent: nil) }.inject { _, resolver in _ = try resolver.resolve(Holder.self) }
        }
        XCTAssertThrowsError(try container.resolve(Holder.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .cycle)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Holder", "Leaf", "Holder"])
        }
    }
}
