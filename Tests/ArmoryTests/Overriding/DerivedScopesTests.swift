import Armory
import ArmoryTestSupport
import XCTest

/// Derived containers and scopes: scopes in them, and those that are derived from scopes.
final class DerivedScopesTests: EveryHashTestCase {
    final class Clock: Sendable {
        private let life = Counted()
        let name: String
        init(_ name: String = "real") { self.name = name }
    }
    final class Unit: Sendable {
        private let life = Counted()
        let clock: Clock
        init(clock: Clock) { self.clock = clock }
    }
    final class Plain: Sendable {
        private let life = Counted()
    }
    final class Service: Sendable {
        private let life = Counted()
        let clock: Clock
        init(clock: Clock) { self.clock = clock }
    }

    private func base() throws -> Container {
        try Container {
            Singleton { Clock() }
            Singleton(Service.init)
            Scoped(Unit.init)
            Scoped { Plain() }
        }
    }

    func testO4_AScopeInADerivedContainerSeesTheOverrides() throws {
        let base = try base()
        let derived = try base.overriding { Singleton { Clock("test") } }
        let request = Container(parents: [derived], scope: .request)
        let unit = try request.resolve(Unit.self)
        XCTAssertEqual(unit.clock.name, "test")
        XCTAssertTrue(try request.resolve(Unit.self) === unit)
        XCTAssertEqual(try request.resolve(Service.self).clock.name, "test")
        XCTAssertTrue(try request.resolve(Service.self) === derived.resolve(Service.self), "the derived one keeps it")
        XCTAssertFalse(try Container(parents: [derived], scope: .request).resolve(Unit.self) === unit)
        failure(.outsideScope) { try derived.resolve(Unit.self) }
        // A grandchild, and one whose parents have the derived one among them.
        let inner = Container(parents: [Container(), request])
        XCTAssertTrue(try inner.resolve(Unit.self) === unit)
        XCTAssertEqual(try inner.resolve(Clock.self).name, "test")
    }

    func testO4_AContainerDerivedFromAScopeKeepsWhatIsAffected() throws {
        let base = try base()
        let request = try Container(parents: [base], scope: .request) { Singleton { "request 7" } }
        let (unit, plain) = (try request.resolve(Unit.self), try request.resolve(Plain.self))
        let derived = try request.overriding { Singleton { Clock("test") } }
        let own = try derived.resolve(Unit.self)
        XCTAssertEqual(own.clock.name, "test")
        XCTAssertTrue(try derived.resolve(Unit.self) === own)
        XCTAssertTrue(try derived.resolve(Plain.self) === plain)
        XCTAssertEqual(try derived.resolve(String.self), "request 7")
        XCTAssertTrue(try request.resolve(Unit.self) === unit)
        try derived.reset(Unit.self)
        XCTAssertFalse(try derived.resolve(Unit.self) === own)
        XCTAssertTrue(try request.resolve(Unit.self) === unit)
    }

    func testO4_AnOverrideThatIsScopedIsKeptByWhoOverrides() throws {
        let base = try base()
        let request = Container(parents: [base], scope: .request)
        let derived = try request.overriding { Scoped { (clock: Clock) in Unit(clock: Clock("scoped " + clock.name)) } }
        let own = try derived.resolve(Unit.self)
        XCTAssertEqual(own.clock.name, "scoped real")
        XCTAssertTrue(try derived.resolve(Unit.self) === own)
        XCTAssertEqual(try request.resolve(Unit.self).clock.name, "real")
        let weak = WeakReference(try derived.resolve(Unit.self))
        try derived.reset(Unit.self)
        XCTAssertFalse(try derived.resolve(Unit.self) === own)
        derived.close()
        _ = own
        XCTAssertTrue(weak.object === own)
        // Below it, a scope of its own keeps its own.
        let other = try base.overriding { Scoped { Unit(clock: Clock("other")) } }
        let inside = Container(parents: [other], scope: .request)
        XCTAssertEqual(try inside.resolve(Unit.self).clock.name, "other")
        XCTAssertTrue(try inside.resolve(Unit.self) === inside.resolve(Unit.self))
    }

    func testO4_AScopeOfAClosedDerivedContainerDoesNotFallBack() throws {
        let base = try base()
        let derived = try base.overriding { Singleton { Clock("test") } }
        let request = Container(parents: [derived], scope: .request)
        derived.close()
        failure(.closed) { try request.resolve(Clock.self) }
        failure(.closed) { try request.resolve(Unit.self) }
        failure(.closed) { try request.resolveOptional(Service.self) }
        // Nobody keeps a transient, so that nobody but the lookup notices.
        let transient = try Container { Transient { Clock() } }
        let other = try transient.overriding { Transient { Clock("test") } }
        let child = Container(parents: [other])
        XCTAssertEqual(try child.resolve(Clock.self).name, "test")
        other.close()
        failure(.closed) { try child.resolve(Clock.self) }
    }

    func testO4_OwnedAndOneAtATime() throws {
        struct Import: Sendable {
            let clock: Clock
        }
        final class Importer {
            let session: Owned<Import>
            init(session: Owned<Import>) { self.session = session }
        }
        let base = try Container(configuration: .init(building: .oneAtATime)) {
            Singleton { Clock() }
            Scoped(Import.init).in(.owned)
            Transient(Importer.init)
            Singleton(Service.init)
        }
        let derived = try base.overriding { Singleton { Clock("test") } }
        XCTAssertEqual(try derived.resolve(Importer.self).session.value.clock.name, "test")
        XCTAssertEqual(try derived.resolve(Service.self).clock.name, "test")
        XCTAssertEqual(derived.configuration.building, .parallel, "its factories run inside the base's gate as it is")
    }

    func testO4_PromisesMayBeOverridden() throws {
        let base = try Container {
            Promised(String.self, in: .request)
            Scoped { (text: String) in text.count }
        }
        let derived = try base.overriding { Singleton { "seven" } }
        XCTAssertEqual(try derived.resolve(String.self), "seven")
        XCTAssertEqual(try Container(parents: [derived], scope: .request).resolve(Int.self), 5)
    }
}
