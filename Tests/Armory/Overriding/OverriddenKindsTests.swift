import Armory
import ArmoryTestSupport
import XCTest

/// Every kind of registration and of asking, where something is overridden.
final class OverriddenKindsTests: LeakCheckedTestCase {
    final class Part: Sendable {
        private let life = Counted()
        let name: String
        init(_ name: String = "base") { self.name = name }
    }
    protocol Naming: Sendable { var name: String { get } }
    final class Holder: Naming {
        private let life = Counted()
        let part: Part
        init(part: Part) { self.part = part }
        var name: String { part.name }
    }
    final class Other: Sendable {
        private let life = Counted()
    }

    private func holder(_ registration: some Registration<Holder>) throws -> (base: Container, derived: Container) {
        let base = try Container {
            Singleton { Part() }
            registration
        }
        return (base, try base.overriding { Singleton { Part("test") } })
    }

    func testO4_Shared() throws {
        let (base, derived) = try holder(Shared(Holder.init))
        let (one, other) = (try base.resolve(Holder.self), try derived.resolve(Holder.self))
        XCTAssertEqual([one.name, other.name], ["base", "test"])
        XCTAssertTrue(try derived.resolve(Holder.self) === other)
    }

    func testO4_TransientAndGraph() throws {
        for registration in [Transient(Holder.init), Transient { (part: Part) in Holder(part: part) }] {
            let (base, derived) = try holder(registration)
            XCTAssertEqual(try [base.resolve(Holder.self).name, derived.resolve(Holder.self).name], ["base", "test"])
        }
        let (base, derived) = try holder(Graph(Holder.init))
        XCTAssertEqual(try [base.resolve(Holder.self).name, derived.resolve(Holder.self).name], ["base", "test"])
    }

    func testO4_ASingletonThatOverridesByAnotherLifetime() throws {
        let base = try Container {
            Singleton { Part() }
            Singleton(Holder.init)
        }
        let derived = try base.overriding { Transient { Part("test") } }
        XCTAssertEqual(try derived.resolve(Holder.self).name, "test")
        XCTAssertFalse(try derived.resolve(Part.self) === derived.resolve(Part.self))
    }

    func testO4_NamedQualifiedAndOptional() throws {
        struct Both: Sendable {
            let names: [String]
        }
        let base = try Container {
            Singleton { Part("a") }.named("a")
            Singleton { Part("b") }.named(RegistrationName(7))
            Singleton { _ in Both(names: []) }.dependsOn(Part?.self)
            Singleton { (part: Part?) in Holder(part: part ?? Part("none")) }
        }
        let derived = try base.overriding { Singleton { Part("test") }.named("a") }
        XCTAssertEqual(try derived.resolve(Part.self, named: "a").name, "test")
        XCTAssertEqual(try derived.resolve(Part.self, named: RegistrationName(7)).name, "b")
        XCTAssertNil(try derived.resolve(Part?.self))
        XCTAssertNil(try derived.resolve(Part?.self))
        XCTAssertEqual(try derived.resolve(Part?.self, named: "a")?.name, "test")
        XCTAssertEqual(try derived.resolve(Part?.self, named: RegistrationName(7))?.name, "b")
        XCTAssertTrue(try derived.resolve(Holder.self) === base.resolve(Holder.self), "another key")
        XCTAssertEqual(try derived.with(Holder.self) { $0.name }, "none")
        failure(.missing) { try derived.resolve(Part.self, named: RegistrationName(8)) }
    }

    func testO4_AnOptionalIsTakenAway() throws {
        let base = try Container {
            Singleton { Part() }
            Singleton { (part: Part?) in [part?.name ?? "none"] }
        }
        XCTAssertEqual(try base.resolve([String].self), ["base"])
        let derived = try base.overriding { Singleton(Part?.self) { nil } }
        XCTAssertEqual(try derived.resolve([String].self), ["none"])
        XCTAssertNil(try derived.resolve(Part?.self))
        XCTAssertEqual(try derived.resolve(Part.self).name, "base")
        failure(.invalid) { try base.overriding { Singleton(Int?.self) { nil } } }
    }

    func testO4_RunTimeArguments() throws {
        let base = try Container {
            Singleton { Part() }
            Transient(arguments: String.self) { resolver, text in text + (try resolver.resolve(Part.self).name) }
            Transient(arguments: String.self) { resolver, text in text + (try resolver.resolve(Part.self).name) }
                .named("x")
        }
        let derived = try base.overriding { Singleton { Part("test") } }
        XCTAssertEqual(try derived.resolve(String.self, arguments: "a "), "a test")
        XCTAssertEqual(try derived.resolve(String.self, named: "x", arguments: "a "), "a test")
        failure(.missing) { try derived.resolve(Int.self, arguments: "a") }
        failure(.wrongArguments) { try derived.resolve(String.self, arguments: 1) }
    }

    func testO4_FurtherTypes() throws {
        let base = try Container {
            Singleton { Part() }
            Singleton(Holder.init).as { $0 as any Naming }
        }
        let naming = try base.resolve((any Naming).self)
        XCTAssertEqual(naming.name, "base")
        let derived = try base.overriding { Singleton { Part("test") } }
        let own = try derived.resolve((any Naming).self)
        XCTAssertEqual(own.name, "test")
        XCTAssertTrue(try derived.resolve(Holder.self) === own as AnyObject)
        // The type that is overridden may be a further one.
        let other = try base.overriding { Singleton { Double() }.as { $0 as any Naming } }
        XCTAssertEqual(try other.resolve((any Naming).self).name, "double")
        XCTAssertTrue(try other.resolve(Holder.self) === naming as AnyObject)
    }

    private struct Double: Naming {
        let name = "double"
    }

    func testO4_ListsAndMaps() throws {
        struct Names: Sendable { let all: [String] }
        struct Map: Sendable { let all: [RegistrationName: Part] }
        struct Wholly: Sendable { let parts: [Part] }
        let base = try Container {
            Singleton { Part("a") }.named("a")
            Singleton { (other: Other) in withExtendedLifetime(other) { Part("b") } }.named("b")
            Singleton { Other() }
            Singleton { (parts: [Part]) in Names(all: parts.map(\.name)) }
            Singleton { (parts: [RegistrationName: Part]) in Map(all: parts) }
            Singleton(Wholly.init)
        }
        let names = try base.resolve(Names.self)
        XCTAssertEqual(names.all, ["a", "b"])
        let derived = try base.overriding { Singleton { Part("test") }.named("a") }
        XCTAssertEqual(try derived.resolve(Names.self).all, ["test", "b"])
        XCTAssertEqual(try derived.resolve(Map.self).all["a"]?.name, "test")
        XCTAssertEqual(try derived.resolve([Part].self).map(\.name), ["test", "b"])
        XCTAssertTrue(try derived.resolve(Part.self, named: "b") === base.resolve(Part.self, named: "b"))
        // A member that depends on it.
        let other = try base.overriding { Singleton { Other() } }
        let (b, list) = (try other.resolve(Part.self, named: "b"), try other.resolve(Wholly.self).parts)
        XCTAssertFalse(try base.resolve(Part.self, named: "b") === b)
        XCTAssertTrue(list[1] === b)
        XCTAssertTrue(try list[0] === base.resolve(Part.self, named: "a"))
        // The list as a whole.
        let whole = try base.overriding { Singleton([Part].self) { [Part("only")] } }
        XCTAssertEqual(try whole.resolve(Wholly.self).parts.map(\.name), ["only"])
        XCTAssertEqual(try whole.resolve(Names.self).all, ["only"])
    }

    func testO4_WhatLooksUpLater() throws {
        struct Later: Sendable {
            let lazy: Lazy<Part>
            let provider: Provider<Part>
        }
        let base = try Container {
            Singleton { Part() }
            Singleton(Later.init)
            Singleton { Other() }
        }
        XCTAssertEqual(try base.resolve(Later.self).lazy().name, "base")
        let derived = try base.overriding { Singleton { Part("test") } }
        XCTAssertEqual(try derived.resolve(Later.self).lazy().name, "test")
        XCTAssertEqual(try derived.resolve(Later.self).provider().name, "test")
        XCTAssertTrue(try derived.resolve(Other.self) === base.resolve(Other.self))
    }

    func testO4_CyclesThatInjectionsClose() throws {
        final class Left: @unchecked Sendable {
            private let life = Counted()
            let part: Part
            weak var right: Right?
            init(part: Part) { self.part = part }
        }
        final class Right: @unchecked Sendable {
            private let life = Counted()
            let left: Left
            init(left: Left) { self.left = left }
        }
        let base = try Container {
            Singleton { Part() }
            Singleton(Left.init).inject(dependsOn: Right.self) { $0.right = try $1.resolve(Right.self) }
            Singleton(Right.init)
        }
        XCTAssertEqual(try base.resolve(Right.self).left.part.name, "base")
        for override in [0, 1] {
            let derived = try base.overriding {
                if override == 0 { Singleton { Part("test") } } else { Singleton { (left: Left) in Right(left: left) } }
            }
            let right = try derived.resolve(Right.self)
            XCTAssertTrue(right.left.right === right)
            XCTAssertTrue(try derived.resolve(Left.self) === right.left)
            XCTAssertFalse(try base.resolve(Left.self) === right.left)
        }
    }

    private final class Listed: Sendable {
        let parts: [Part]
        init(parts: [Part]) { self.parts = parts }
    }

    func testO4_ModulesThatHide() throws {
        let module = Module("m") {
            Singleton { Part("private") }.private()
            Singleton(Holder.init)
        }
        let base = try Container {
            module
            Singleton { Part("public") }
            Singleton { (part: Part) in part.name }
        }
        XCTAssertEqual(try base.resolve(Holder.self).name, "private")
        let derived = try base.overriding { Singleton { Part("test") } }
        XCTAssertTrue(try derived.resolve(Holder.self) === base.resolve(Holder.self), "it has a part of its own")
        XCTAssertEqual(try derived.resolve(String.self), "test")
        // An override's own helper, which no one else sees.
        let helper = Module("doubles") {
            Singleton { Other() }.private()
            Singleton { (other: Other) in withExtendedLifetime(other) { Part("helped") } }
        }
        let helped = try base.overriding { helper }
        XCTAssertEqual(try helped.resolve(String.self), "helped")
        XCTAssertNil(try helped.resolve(Other?.self))
        // A list with what a module hides.
        let hiding = Module("h") {
            Singleton { Other() }
            Singleton { (other: Other) in withExtendedLifetime(other) { Part("hidden") } }.private()
            Singleton { (parts: [Part]) in Listed(parts: parts) }
        }
        let list = try Container { hiding }
        XCTAssertEqual(try list.resolve(Listed.self).parts.map(\.name), ["hidden"])
        let again = try list.overriding { Singleton { Other() } }
        XCTAssertEqual(try again.resolve(Listed.self).parts.map(\.name), ["hidden"])
        XCTAssertFalse(try again.resolve(Listed.self) === list.resolve(Listed.self), "a hidden one in it is made anew")
    }

    func testO4_Eager() throws {
        let made = Log<String>()
        let base = try Container {
            Singleton { Part() }
            Singleton { (part: Part) -> Holder in
                made.add(part.name)
                return Holder(part: part)
            }.eager()
        }
        XCTAssertEqual(made.all, ["base"])
        let derived = try base.overriding { Singleton { Part("test") } }
        XCTAssertEqual(made.all, ["base"], "an eager instance of the base's is made when it is asked for")
        XCTAssertEqual(try derived.resolve(Holder.self).name, "test")
        let eager = try base.overriding {
            Singleton { () -> Part in
                made.add("eager")
                return Part("eager")
            }.eager()
        }
        XCTAssertEqual(made.all, ["base", "test", "eager"])
        XCTAssertEqual(try eager.resolve(Holder.self).name, "eager")
    }
}
