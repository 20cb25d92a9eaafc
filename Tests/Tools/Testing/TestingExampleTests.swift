// The examples of Testing.md, as they stand there.

import Armory
import ArmoryTestSupport
import ArmoryTesting
import Testing
import XCTest

protocol ShopCalendar: Sendable {
    var hour: Int { get }
}

struct WallCalendar: ShopCalendar {
    let hour = 23
}

struct FixedCalendar: ShopCalendar {
    let hour: Int
}

final class Greeting: Sendable {
    let calendar: any ShopCalendar
    init(calendar: any ShopCalendar) { self.calendar = calendar }
    var text: String { calendar.hour < 12 ? "Good morning" : "Good evening" }
}

final class PriceTable: Sendable {}

let greetings = Module("greetings") {
    Singleton((any ShopCalendar).self, WallCalendar.init)
    Singleton(Greeting.init)
    Singleton(PriceTable.init)
}

@Suite(.container(try Container { greetings }))
struct GreetingTests {
    @Test(.container { Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) } })
    func greetsInTheMorning() throws {
        let greeting = try #require(Container.current).resolve(Greeting.self)
        #expect(greeting.text == "Good morning")
    }

    @Test func greetsAtNight() throws {
        let greeting = try #require(Container.current).resolve(Greeting.self)
        #expect(greeting.text == "Good evening")
    }
}

final class MorningCalendar: ShopCalendar {
    let hour = 9
}

final class Reports: Sendable {
    let title: String
    init(greeting: Greeting) async { title = "\(greeting.text), reports" }
}

let reporting = Module("reporting") {
    greetings
    Singleton(Reports.init).eager()
}

let startedProgram = Task {
    let program = try Container { reporting }
    try await program.start()
    return program
}

@Suite(.container(from: { try await startedProgram.value }))
struct ReportTests {
    @Test func theReportsAreShared() throws {
        let reports = try #require(Container.current).resolve(Reports.self)
        #expect(reports.title == "Good evening, reports")
    }
}

@Suite struct TestingExampleTests {
    @Test(.container(try Container { reporting }) { Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) } })
    func theReportsAreThere() throws {
        let reports = try #require(Container.current).resolve(Reports.self)
        #expect(reports.title == "Good morning, reports")
    }

    @Test(
        .container(try Container { greetings }, .onlyOverridden(allowing: Greeting.self)) {
            Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) }
        })
    func greetsWithoutTheWallClock() throws {
        let greeting = try #require(Container.current).resolve(Greeting.self)
        #expect(greeting.text == "Good morning")
    }

    @Test func asksTheCalendarOnce() throws {
        let spy = ResolveSpy()
        let container = try spy.watch(try Container { greetings }) {
            Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) }
        }
        _ = try container.resolve(Greeting.self)
        #expect(spy.count(of: (any ShopCalendar).self) == 1)
        #expect(spy.keys == ["Greeting", "any ShopCalendar"])
    }

    @Test func theWiringIsSound() throws {
        try expectValid(greetings)
    }

    @Test func aRequestLeavesNothing() throws {
        let program = try Container {
            greetings
            Scoped { (greeting: Greeting) in [greeting.text] }
        }
        try expectReleased(in: program, scope: .request) { request in
            let lines = try request.resolve([String].self)
            #expect(lines == ["Good evening"])
        }
    }

    @Test func aDoubleIsFoundUnderItsOwnType() throws {
        let program = try Container { greetings }
        let container = try program.overriding {
            Singleton(MorningCalendar.init).as { $0 as any ShopCalendar }
        }
        let fake = try container.resolve(MorningCalendar.self)
        let early = try container.resolve(Greeting.self)
        #expect(early.calendar as? MorningCalendar === fake)
        #expect(try container.resolve((any ShopCalendar).self) as? MorningCalendar === fake)
    }
}

final class TestingExampleFromXCTest: XCTestCase {
    func testDependentsOfAnOverrideAreCreatedAnewAndOthersAreShared() throws {
        let printed = Printed()
        func print(_ line: String) { printed(line) }
        let program = try Container { greetings }
        let morning = try program.overriding {
            Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) }
        }
        let greeting = try morning.resolve(Greeting.self)
        let (prices, same) = (try morning.resolve(PriceTable.self), try program.resolve(PriceTable.self))
        print(greeting.text)
        print("The price table is shared: \(prices === same)")
        XCTAssertFalse(try program.resolve(Greeting.self) === greeting)
        try printed.assertOutput(on: "Use/Testing.md")
    }

    func testGreetsInTheMorning() throws {
        let program = try Container { greetings }
        let fixed = Singleton((any ShopCalendar).self) { FixedCalendar(hour: 9) }
        try withTestContainer(program, overriding: { fixed }) { container in
            XCTAssertEqual(try container.resolve(Greeting.self).text, "Good morning")
        }
        try expectValid(greetings)
    }
}
