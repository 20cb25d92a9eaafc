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

    private func container(
        parent: some Registration<Parent>, child: some Registration<Child>
    ) throws -> Container {
        try Container {
            parent.inject { parent, _ in parent.isInjected = true }
            child.inject { child, resolver in
                child.parent = try resolver.resolve(Parent.self)
                child.injections += 1
            }
        }
    }

    func testC3_SingletonsFromEitherEnd() throws {
        for isChildFirst in [false, true] {
            let container = try container(
                parent: Singleton { Parent(child: try $0.resolve()) }, child: Singleton { Child() })
            if isChildFirst { _ = try container.resolve(Child.self) }
            let parent = try container.resolve(Parent.self)
            assertWired(parent)
            XCTAssertTrue(try container.resolve(Child.self) === parent.child)
            XCTAssertEqual(parent.child.injections, 1)
        }
    }

    func testC3_ASharedParentAndAGraphChild() throws {
        let container = try container(parent: Shared { Parent(child: try $0.resolve()) }, child: Graph { Child() })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AGraphParentOnTheFastPathAndASingletonChild() throws {
        final class Plain { let life = Counted(); let child: Holder; init(child: Holder) { self.child = child } }
        final class Holder: @unchecked Sendable { let life = Counted(); weak var plain: Plain? }  // One thread.
        let container = try Container {
            Graph { Plain(child: try $0.resolve()) }
            Singleton { Holder() }.inject { holder, resolver in holder.plain = try resolver.resolve(Plain.self) }
        }
        let plain = try container.resolve(Plain.self)
        XCTAssertTrue(plain.child.plain === plain)
        XCTAssertFalse(try container.resolve(Plain.self) === plain)
    }

    func testC3_ATransientChildOfASingleton() throws {
        let container = try container(
            parent: Singleton { Parent(child: try $0.resolve()) }, child: Transient { Child() })
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_ATransientParentOfASingletonChildEnds() throws {
        final class Owner { let life = Counted(); let child: Kept; init(child: Kept) { self.child = child } }
        final class Kept: @unchecked Sendable { let life = Counted(); var owner: Owner? }  // One thread.
        let container = try Container {
            Transient { Owner(child: try $0.resolve()) }
            Singleton { Kept() }.inject { kept, resolver in kept.owner = try resolver.resolve(Owner.self) }
        }
        let owner = try container.resolve(Owner.self)
        defer { owner.child.owner = nil }
        XCTAssertTrue(owner.child.owner?.child === owner.child)
        XCTAssertFalse(owner.child.owner === owner, "transients are two")
    }

    func testC3_ATransientThatInjectsWhatIsMadeOfOneResolvesFromEitherEnd() throws {
        final class Part { var whole: Whole? }
        final class Whole: @unchecked Sendable {  // One thread.
            let part: Part
            init(part: Part) { self.part = part }
        }
        let wholes: [any Registration<Whole>] = [
            Singleton { Whole(part: try $0.resolve()) }, Shared { Whole(part: try $0.resolve()) },
            Graph { Whole(part: try $0.resolve()) },
        ]
        for whole in wholes {
            for isPartFirst in [false, true] {
                let container = try Container {
                    whole
                    Transient { Part() }.inject { $0.whole = try $1.resolve(Whole.self) }
                }
                if isPartFirst {
                    let part = try container.resolve(Part.self)
                    XCTAssertTrue(part.whole?.part.whole === part.whole)
                    XCTAssertFalse(part.whole?.part === part, "transients are two")
                    part.whole?.part.whole = nil
                } else {
                    let whole = try container.resolve(Whole.self)
                    XCTAssertTrue(whole.part.whole === whole)
                    whole.part.whole = nil
                }
            }
        }
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
        let container = try container(
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

    func testE1_WhatAPutOffInjectionThrowsIsItsOwnError() throws {
        struct Unlucky: Error {}
        func error(_ child: some Registration<Child>) throws -> ResolutionError? {
            let container = try Container {
                Singleton { Parent(child: try $0.resolve()) }
                child.inject { child, resolver in
                    child.parent = try resolver.resolve(Parent.self)
                    throw Unlucky()
                }
            }
            return failure(.factoryFailed) { try container.resolve(Parent.self) }
        }
        for error in try [
            error(Singleton { Child() }), error(Shared { Child() }), error(Graph { Child() }),
            error(Transient { Child() }),
        ] {
            XCTAssertEqual(error?.key, "Child")
            XCTAssertEqual(error?.path, ["Parent", "Child"])
            XCTAssertTrue(error?.underlying is Unlucky)
        }
    }

    func testE1_AnObjectThatAPutOffInjectionReplacesIsNamed() throws {
        let container = try Container {
            Singleton { Parent(child: try $0.resolve()) }
            Singleton { Child() }.inject { child, resolver in
                _ = try resolver.resolve(Parent.self)
                child = Child()
            }
        }
        XCTAssertThrowsError(try container.resolve(Parent.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .replacedWhileInjecting)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Parent", "Child"])
        }
    }

    func testC3_WhatAnInjectionAssignedBeforeItWasPutOffIsDropped() throws {
        for isGraph in [false, true] {
            let runs = Counter()
            let inject: @Sendable (inout Child, Resolver) throws -> Void = { child, resolver in
                if runs.increment() == 1 { child = Child() }
                child.parent = try resolver.resolve(Parent.self)
            }
            let container = try Container {
                Singleton { Parent(child: try $0.resolve()) }
                if isGraph { Graph { Child() }.inject(inject) } else { Transient { Child() }.inject(inject) }
            }
            let parent = try container.resolve(Parent.self)
            XCTAssertEqual(runs.value, 2)
            XCTAssertTrue(parent.child.parent === parent)
        }
    }

    func testC3_AnInjectionThatHidesTheErrorIsPutOffAllTheSame() throws {
        let container = try Container {
            Singleton { Parent(child: try $0.resolve()) }.inject { parent, _ in parent.isInjected = true }
            Singleton { Child() }.inject { child, resolver in
                child.parent = try? resolver.resolve(Parent.self)
            }
        }
        assertWired(try container.resolve(Parent.self))
    }

    func testC3_AValueTypeCannotBeHandedOutUnfinished() throws {
        struct Leaf: Sendable { var parent: Parent? }
        final class Holder: Sendable { let life = Counted(); let leaf: Leaf; init(leaf: Leaf) { self.leaf = leaf } }
        let container = try Container {
            Singleton { Holder(leaf: try $0.resolve()) }
            Singleton { Leaf(parent: nil) }.inject { _, resolver in _ = try resolver.resolve(Holder.self) }
        }
        XCTAssertThrowsError(try container.resolve(Holder.self)) { error in
            XCTAssertEqual((error as? ResolutionError)?.code, .cycle)
            XCTAssertEqual((error as? ResolutionError)?.path, ["Holder", "Leaf", "Holder"])
        }
    }
}
