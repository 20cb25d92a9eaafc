import Armory
import ArmoryTestSupport
import XCTest

private final class Report {
    let life = Counted()
    let title: String
    let pages: Int
    init(title: String, pages: Int) {
        self.title = title
        self.pages = pages
    }
}

private struct Cover {
    let report: Report
    let colour: String
}

final class ArgumentsTests: LeakCheckedTestCase {
    func testTheResolverIsCalledForNamesQualifiersAndArguments() throws {
        let container = try Container {
            Singleton { "named" }.named("name")
            Singleton { "qualified" }.named(RegistrationName(7))
            Transient(arguments: Int.self) { _, number in "\(number)" }.named("number")
            Transient(arguments: Int.self) { _, number in [number] }
            Transient([String].self) { resolver in
                [
                    try resolver.resolve(named: "name"), try resolver.resolve(named: RegistrationName(7)),
                    try resolver.resolve(named: "number", arguments: 3),
                    "\(try resolver.resolve([Int].self, arguments: 4))",
                ]
            }
        }
        XCTAssertEqual(try container.resolve([String].self), ["named", "qualified", "3", "[4]"])
    }

    func testREG8_ArgumentsUnderANameAndAQualifier() throws {
        let container = try Container {
            Transient(arguments: Int.self) { _, pages in Report(title: "named", pages: pages) }.named("one")
            Transient(arguments: Int.self) { _, pages in Report(title: "qualified", pages: pages) }.named(
                RegistrationName(1))
            Transient(arguments: String.self, Int.self) { _, title, pages in Report(title: title, pages: pages) }
                .named("two")
            Transient(arguments: String.self, Int.self) { _, title, pages in Report(title: title, pages: pages) }
                .named(RegistrationName(2))
            Transient([Report].self) { resolver in
                [
                    try resolver.resolve(Report.self, named: "one", arguments: 5),
                    try resolver.resolve(Report.self, named: RegistrationName(1), arguments: 6),
                    try resolver.resolve(Report.self, named: "two", arguments: "both", 7),
                    try resolver.resolve(Report.self, named: RegistrationName(2), arguments: "last", 8),
                ]
            }
        }
        let direct = [
            try container.resolve(Report.self, named: "one", arguments: 5),
            try container.resolve(Report.self, named: RegistrationName(1), arguments: 6),
            try container.resolve(Report.self, named: "two", arguments: "both", 7),
            try container.resolve(Report.self, named: RegistrationName(2), arguments: "last", 8),
        ]
        for reports in [direct, try container.resolve([Report].self)] {
            XCTAssertEqual(reports.map(\.title), ["named", "qualified", "both", "last"])
            XCTAssertEqual(reports.map(\.pages), [5, 6, 7, 8])
        }
        failure(.missing) { try container.resolve(Report.self, named: "three", arguments: 5) }
        failure(.missing) { try container.resolve(Report.self, named: RegistrationName(3), arguments: "", 5) }
        failure(.wrongArguments) { try container.resolve(Report.self, named: "two", arguments: 5) }
        assertThreadIsIdle()
    }

    func testREG8_OneArgument() throws {
        let container = try Container {
            Transient(arguments: Int.self) { _, pages in Report(title: "one", pages: pages) }
        }
        for pages in 0..<5 {
            XCTAssertEqual(try container.resolve(Report.self, arguments: pages).pages, pages)
        }
        let inferred: Report = try container.resolve(arguments: 9)
        XCTAssertEqual(inferred.pages, 9)
    }

    func testREG8_TwoArguments() throws {
        let container = try Container {
            Transient(arguments: String.self, Int.self) { _, title, pages in
                Report(title: title, pages: pages)
            }
        }
        let report = try container.resolve(Report.self, arguments: "two", 2)
        XCTAssertEqual(report.title, "two")
        XCTAssertEqual(report.pages, 2)
    }

    func testREG8_SeveralArgumentsKeepTheirOrder() throws {
        let container = try Container {
            Transient(arguments: Int.self, Int.self, Int.self) { _, a, b, c in [a, b, c] }
            Transient(arguments: Int.self, Int.self, Int.self, String.self, Double.self) {
                _, a, b, c, d, e in "\(a)\(b)\(c)\(d)\(e)"
            }
        }
        XCTAssertEqual(try container.resolve([Int].self, arguments: 1, 2, 3), [1, 2, 3])
        XCTAssertEqual(try container.resolve(String.self, arguments: 1, 2, 3, "4", 5.0), "12345.0")
    }

    func testREG8_ANestedDependencyIsGivenArguments() throws {
        let container = try Container {
            Transient(arguments: String.self, Int.self) { _, title, pages in
                Report(title: title, pages: pages)
            }
            Transient(arguments: String.self) { resolver, colour in
                Cover(report: try resolver.resolve(arguments: colour + " report", 3), colour: colour)
            }
        }
        let cover = try container.resolve(Cover.self, arguments: "red")
        XCTAssertEqual(cover.report.title, "red report")
        XCTAssertEqual(cover.report.pages, 3)
        assertThreadIsIdle()
    }

    func testREG8_ArgumentsUnderAProtocolAndAsOptionalsAndReferences() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Transient((any CustomStringConvertible).self, arguments: Int?.self) { _, number in
                number.map { "\($0)" } ?? "none"
            }
            Transient(arguments: Tracked.self) { _, tracked in [tracked] }
        }
        XCTAssertEqual(
            try container.resolve((any CustomStringConvertible).self, arguments: Int?.none).description,
            "none")
        XCTAssertEqual(
            try container.resolve((any CustomStringConvertible).self, arguments: Int?.some(4)).description,
            "4")
        do {
            let tracked = Tracked(tracker)
            XCTAssertTrue(try container.resolve([Tracked].self, arguments: tracked)[0] === tracked)
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testREG8_ARegistrationMayRecurWithOtherArguments() throws {
        let container = try Container {
            Transient(arguments: Int.self) { resolver, count -> [Int] in
                count == 0 ? [] : try resolver.resolve([Int].self, arguments: count - 1) + [count]
            }
        }
        XCTAssertEqual(try container.resolve([Int].self, arguments: 20), Array(1...20))
        assertThreadIsIdle()
    }

    func testREG8_InjectionsFollowAFactoryWithArguments() throws {
        let container = try Container {
            Singleton(value: 100)
            Transient(arguments: Int.self) { _, number in [number] }
                .inject { list, resolver in list.append(try resolver.resolve()) }
        }
        XCTAssertEqual(try container.resolve([Int].self, arguments: 5), [5, 100])
    }

    func testREG8_ArgumentsShareTheGraphThatRuns() throws {
        final class Unit { let life = Counted() }
        let container = try Container {
            Graph { Unit() }
            Transient(arguments: Int.self) { resolver, count in
                try (0..<count).map { _ in try resolver.resolve(Unit.self) }
            }
        }
        let units = try container.resolve([Unit].self, arguments: 3)
        XCTAssertTrue(units[0] === units[1] && units[1] === units[2])
        XCTAssertFalse(try container.resolve([Unit].self, arguments: 1)[0] === units[0])
        assertThreadIsIdle()
    }

    func testC4_AThrowWithArgumentsIsRetryable() throws {
        let container = try Container {
            Transient(arguments: Int.self) { _, number -> String in
                if number < 0 { throw Mishap(number) }
                return "\(number)"
            }
        }
        let error = failure(.factoryFailed) { try container.resolve(String.self, arguments: -1) }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(-1))
        assertThreadIsIdle()
        XCTAssertEqual(try container.resolve(String.self, arguments: 1), "1")
    }

    func testREG8_OneTupleIsNoListOfArguments() throws {
        let container = try Container {
            Transient(arguments: (Int8, Int8, Int8, Int32).self) { _, value in [Int(value.3)] }
            Transient(arguments: Int8.self, Int8.self, Int8.self, Int32.self) { _, _, _, _, last in "\(last)" }
            Kept(
                { (number: Int, text: String) in Cover(report: Report(title: text, pages: number), colour: "red").colour
                }, .argument,
                .argument
            ).named("kept")
        }
        XCTAssertEqual(try container.resolve([Int].self, arguments: (Int8(1), Int8(2), Int8(3), Int32(4))), [4])
        XCTAssertEqual(try container.resolve(String.self, arguments: Int8(1), Int8(2), Int8(3), Int32(4)), "4")
        failure(.wrongArguments) { try container.resolve([Int].self, arguments: Int8(1), Int8(2), Int8(3), Int32(4)) }
        failure(.wrongArguments) {
            try container.resolve(String.self, arguments: (Int8(1), Int8(2), Int8(3), Int32(4)))
        }
        failure(.wrongArguments) { try container.resolve(String.self, named: "kept", arguments: (1, "x")) }
        XCTAssertEqual(try container.resolve(String.self, named: "kept", arguments: 1, "x"), "red")
        assertErrorText(.wrongArguments, "wrongArguments: more than three") {
            _ = try container.resolve(String.self, arguments: 1, 2, 3)
        }
    }
}
