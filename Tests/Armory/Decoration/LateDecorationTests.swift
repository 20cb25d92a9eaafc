import Armory
import ArmoryTestSupport
import XCTest

private final class OnDemand: Parcel, @unchecked Sendable {  // Immutable.
    let life = Counted()
    let inner: Lazy<any Parcel>
    let text: String

    init(inner: Lazy<any Parcel>) {
        self.inner = inner
        text = "on demand"
    }

    init(inner: Lazy<any Parcel>, stamp: Stamp) {
        self.inner = inner
        text = stamp.text
    }

    var layers: [String] { ((try? inner().layers) ?? []) + [text] }
    var core: Core { (try? inner().core) ?? Core("none") }
}

/// REG12: a decorator whose first parameter is a `Lazy` of what it decorates.
final class LateDecorationTests: LeakCheckedTestCase {
    func testREG12_ADecoratorMayGetTheInstanceLaterInEveryLifetime() throws {
        for kind in KeptKind.allCases {
            let made = Counter()
            let container = try Container.of([
                kind.registration(made: made), Decorator((any Parcel).self, OnDemand.init(inner:)),
            ])
            let asker = try kind.asker(container)
            let parcel = try asker.resolve((any Parcel).self)
            XCTAssertEqual(made.value, 0, "\(kind): it is made when it is asked for")
            XCTAssertEqual(parcel.layers, ["core", "on demand"], kind.rawValue)
            XCTAssertTrue(parcel.core === parcel.core, kind.rawValue)
            XCTAssertEqual(made.value, 1, kind.rawValue)
            XCTAssertEqual(try asker.resolve((any Parcel).self) === parcel, kind.isOne, kind.rawValue)
            asker.close()
        }
    }

    func testREG12_OthersAreAroundAndInsideOfIt() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
                .inject { parcel, _ in parcel.core.guests = [Core("guest")] }
                .onShutdown { log.add($0.layers.joined(separator: " ")) }
            Decorator.wrapping("inside")
            Decorator((any Parcel).self, OnDemand.init(inner:stamp:))
            Decorator.wrapping("around")
            Singleton { Stamp("late") }
        }
        let parcel = try container.resolve((any Parcel).self)
        XCTAssertEqual(parcel.layers, ["core", "inside", "late", "around"])
        XCTAssertEqual(parcel.core.guests.count, 1, "injected once")
        XCTAssertEqual(try container.resolve([any Parcel].self).count, 1, "what it gets later is in no list")
        XCTAssertTrue(try container.resolve([RegistrationName: any Parcel].self).isEmpty)
        container.close()
        XCTAssertEqual(log.all, ["core inside late around"])
    }

    func testREG12_ContributedAndNamedOnesHaveTheirOwn() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core("one") }.contributed()
            Singleton((any Parcel).self) { Core("two") }.contributed()
            Transient((any Parcel).self) { Core("named") }.named("n")
            Decorator((any Parcel).self, OnDemand.init(inner:))
        }
        XCTAssertEqual(
            try container.resolve([any Parcel].self).map(\.layers),
            [["one", "on demand"], ["two", "on demand"], ["named", "on demand"]])
        let child = try Container(parents: [container]) {}
        XCTAssertEqual(try child.resolve((any Parcel).self, named: "n").layers, ["named", "on demand"])
    }

    func testREG12_ACycleLeadsThroughIt() throws {
        let container = try Container {
            Singleton((any Parcel).self) { (partner: Partner) in
                let core = Core()
                core.partner = partner
                return core
            }
            Singleton { (parcel: any Parcel) in Partner(parcel) }
            Decorator((any Parcel).self, OnDemand.init(inner:))
        }
        let parcel = try container.resolve((any Parcel).self)
        XCTAssertTrue(parcel.core.partner?.parcel === parcel)
        parcel.core.partner = nil
    }

    func testE1_WhatItsInstanceThrowsNamesIt() throws {
        let container = try Container {
            Singleton((any Parcel).self) { () throws -> any Parcel in throw Mishap(4) }
            Decorator((any Parcel).self, OnDemand.init(inner:))
        }
        let parcel = try container.resolve((any Parcel).self)
        let late = try XCTUnwrap(parcel as? OnDemand)
        let error = failure(.factoryFailed) { try late.inner() }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(4))
        XCTAssertEqual(error?.key, "any Parcel inside of its decorator")
    }

    func testE2_ARegistrationWithArgumentsIsAFault() {
        let error = failure(.invalid) {
            try Container {
                Transient((any Parcel).self, arguments: String.self) { _, label in Core(label) }
                Decorator((any Parcel).self, OnDemand.init(inner:))
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.refusedArguments])
    }
}
