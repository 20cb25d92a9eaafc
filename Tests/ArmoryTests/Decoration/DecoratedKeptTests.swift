import Armory
import ArmoryTestSupport
import XCTest

/// REG12 and REG13 for custom lifetimes: an instance for each place and value of the arguments, decorated once.
final class DecoratedKeptTests: LeakCheckedTestCase {
    func testREG12_EachValueOfTheArgumentsHasOneDecoratedInstance() throws {
        for (injected, intercepted) in [(false, false), (true, false), (false, true), (true, true)] {
            let text = "injected: \(injected), intercepted: \(intercepted)"
            let made = Counter()
            let injections = Counter()
            let log = Log<String>()
            var kept = Kept((any Parcel).self, arguments: String.self) { _, label in
                made.increment()
                return Core(label)
            }
            if injected { kept = kept.inject { _, _ in injections.increment() } }
            var elements: [any ModuleElement] = [kept, Decorator.wrapping("a"), Decorator.wrapping("b")]
            if intercepted { elements.append(Intercepted(by: InterceptionTests.Writing(label: "i", log: log))) }
            let container = try Container.of(elements)
            let one = try container.resolve((any Parcel).self, arguments: "one")
            let two = try container.resolve((any Parcel).self, arguments: "two")
            XCTAssertEqual(one.layers, ["one", "a", "b"], text)
            XCTAssertEqual(two.layers, ["two", "a", "b"], text)
            XCTAssertTrue(try container.resolve((any Parcel).self, arguments: "one") === one, text)
            XCTAssertEqual(made.value, 2, text)
            XCTAssertEqual(injections.value, injected ? 2 : 0, text)
            XCTAssertEqual(log.all.count, intercepted ? 6 : 0, text)
            failure(.wrongArguments) { try container.resolve((any Parcel).self) }
            failure(.wrongArguments) { try container.resolve((any Parcel).self, arguments: 1) }
        }
    }

    func testREG13_AnInterceptedKeptInstanceIsMadeOncePerValueOfSeveralArguments() throws {
        let container = try Container {
            Kept((any Parcel).self, arguments: String.self, Int.self, Bool.self) { _, label, number, flag in
                Core("\(label) \(number) \(flag)")
            }
            Intercepted(by: Untouched())
        }
        let one: any Parcel = try container.resolve((any Parcel).self, arguments: "one", 1, true)
        XCTAssertEqual(one.layers, ["one 1 true"])
        let same: any Parcel = try container.resolve((any Parcel).self, arguments: "one", 1, true)
        XCTAssertTrue(same === one)
        let other: any Parcel = try container.resolve((any Parcel).self, arguments: "one", 1, false)
        XCTAssertFalse(other === one)
    }

    func testREG12_AnAdapterOfAKeptInstanceIsKeptForEachValueToo() throws {
        let container = try Container {
            Kept((any Parcel).self, arguments: String.self) { _, label in Core(label) }
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers[0]) }
        }
        let one = try container.resolve(Stamp.self, arguments: "one")
        XCTAssertEqual(one.text, "one")
        XCTAssertTrue(try container.resolve(Stamp.self, arguments: "one") === one)
        XCTAssertEqual(try container.resolve(Stamp.self, arguments: "two").text, "two")
    }

    func testREG12_AFurtherTypeOfAKeptInstanceIsDecoratedAndAdaptedAsLongAsItLives() throws {
        let container = try Container {
            Kept { Core() }.as { $0 as any Parcel }
            Kept(arguments: String.self) { _, label in Core(label) }.named("n").as { $0 as any Parcel }
            Decorator.wrapping("a")
            Adapter(from: (any Parcel).self, to: Stamp.self) { Stamp($0.layers.joined()) }
        }
        let parcel = try container.resolve((any Parcel).self)
        XCTAssertEqual(parcel.layers, ["core", "a"])
        XCTAssertTrue(try container.resolve((any Parcel).self) === parcel)
        XCTAssertTrue(try container.resolve(Core.self) === parcel.core)
        let stamp = try container.resolve(Stamp.self)
        XCTAssertEqual(stamp.text, "corea")
        XCTAssertTrue(try container.resolve(Stamp.self) === stamp)
        let one: any Parcel = try container.resolve((any Parcel).self, named: "n", arguments: "one")
        XCTAssertEqual(one.layers, ["one", "a"])
        let same: any Parcel = try container.resolve((any Parcel).self, named: "n", arguments: "one")
        XCTAssertTrue(same === one)
        let adapted: Stamp = try container.resolve(Stamp.self, named: "n", arguments: "one")
        XCTAssertEqual(adapted.text, "onea")
    }

    func testREG12_ADecoratedInstanceLastsAsLongAsItsLifetimeSays() throws {
        let clock = ManualClock()
        let made = Counter()
        let container = try Container {
            Kept((any Parcel).self) { Core("\(made.increment())") }
                .inject { _, _ in }
                .lifetime(TimeToLive(.seconds(60), clock: clock))
            Decorator.wrapping("a")
            Intercepted(by: Untouched())
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["1", "a"])
        clock.advance(by: .seconds(59))
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["1", "a"])
        clock.advance(by: .seconds(1))
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["2", "a"])
        try container.reset((any Parcel).self)
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["3", "a"])
    }

    func testREG6_AFurtherTypeOfWhatTakesArgumentsIsValid() throws {
        let container = try Container {
            Transient((any Parcel).self, arguments: String.self) { _, label in Core(label) }.as { $0.core }
            Kept(Core.self, arguments: String.self) { _, label in Core(label) }.named("kept").as { $0 as any Parcel }
        }
        XCTAssertEqual(try container.resolve(Core.self, arguments: "one").label, "one")
        let kept: any Parcel = try container.resolve((any Parcel).self, named: "kept", arguments: "two")
        XCTAssertEqual(kept.layers, ["two"])
    }
}
