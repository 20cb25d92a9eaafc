import Armory
import ArmoryTestSupport
import XCTest

/// REG12: for everything that is registered under one type, an adapter offers another one.
final class AdaptingTests: LeakCheckedTestCase {
    final class Box: Sendable {
        let life = Counted()
        let parcel: any Parcel
        let text: String

        init(_ parcel: any Parcel, _ stamp: Stamp) {
            self.parcel = parcel
            text = stamp.text
        }
    }

    func testREG12_AnAdapterLivesAsLongAsWhatItAdapts() throws {
        for kind in KeptKind.allCases {
            let container = try Container.of([
                kind.registration(), Adapter(from: (any Parcel).self, to: Box.self, Box.init), Singleton { Stamp() },
                Decorator.wrapping("a"),
            ])
            let asker = try kind.asker(container)
            let box = try asker.resolve(Box.self)
            XCTAssertEqual(box.parcel.layers, ["core", "a"], "it adapts what is handed out")
            XCTAssertEqual(box.text, "stamped")
            XCTAssertEqual(try asker.resolve(Box.self) === box, kind.isOne, kind.rawValue)
            if kind.isOne { XCTAssertTrue(try asker.resolve((any Parcel).self) === box.parcel) }
            asker.close()
        }
    }

    func testREG12_EachRegistrationIsAdaptedUnderItsQualifier() throws {
        let container = try Container {
            Adapter(from: (any Parcel).self, to: Stamp.self) { parcel in Stamp(parcel.layers[0]) }
            Singleton((any Parcel).self) { Core("named") }.named("n")
            Singleton((any Parcel).self) { Core("one") }.contributed()
            Transient((any Parcel).self, arguments: String.self) { _, label in Core(label) }.named("made")
            Singleton((any Parcel).self) { Core("two") }.named("tag").contributed()
        }
        XCTAssertEqual(try container.resolve(Stamp.self, named: "n").text, "named")
        let made: Stamp = try container.resolve(Stamp.self, named: "made", arguments: "argument")
        XCTAssertEqual(made.text, "argument")
        XCTAssertEqual(try container.resolve([Stamp].self, named: "tag").map(\.text), ["two"])
        failure(.missing) { try container.resolve(Stamp.self) }
    }

    func testREG12_AdaptersAreDecoratedInterceptedAndAdaptedThemselves() throws {
        struct Tag: Sendable { let text: String }
        let log = Log<String>()
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers.joined()) }
            Decorator(Stamp.self) { Stamp($0.text + "!") }
            Adapter(from: Stamp.self, to: Tag.self) { Tag(text: $0.text) }
            Intercepted(Stamp.self, by: Writing(label: "i", log: log))
            // A circle of adapters ends.
            Adapter(from: Tag.self, to: Core.self) { Core($0.text) }
        }
        XCTAssertEqual(try container.resolve(Tag.self).text, "core!")
        XCTAssertEqual(log.all.count, 2)
        XCTAssertEqual(try container.resolve(Core.self).label, "core!")
    }

    func testREG12_AFurtherTypeIsAdaptedAsLongAsTheInstanceLives() throws {
        let container = try Container {
            Singleton { Core() }.as { $0 as any Parcel }
            Adapter(from: (any Parcel).self, to: Box.self, Box.init)
            Singleton { Stamp() }
        }
        let box = try container.resolve(Box.self)
        XCTAssertTrue(try container.resolve(Box.self) === box)
        XCTAssertTrue(box.parcel === (try container.resolve(Core.self)))
    }

    func testREG12_WhatIsAdaptedConformsToo() throws {
        let log = Log<String>()
        let container = try Container {
            Singleton { Stamp("inside") }
            Adapter(from: Stamp.self, to: (any Parcel).self) { Core($0.text) }
            Decorator(all: (any Parcel).self) { Wrapping($0, "a") }
            Intercepted(by: Writing(label: "i", log: log))
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["inside", "a"])
        XCTAssertEqual(
            log.all,
            ["i before any Parcel", "i before Stamp", "i after any Parcel>Stamp", "i after any Parcel"])
    }

    func testREG12_AnAdaptedTypeThatIsRegisteredTooIsADuplicate() throws {
        let error = failure(.invalid) {
            try Container {
                Singleton((any Parcel).self) { Core() }
                Singleton { Stamp() }
                Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) }
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.duplicate])
    }
}
