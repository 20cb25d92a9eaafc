import Armory
import ArmoryTestSupport
import XCTest

/// E4: every code has its name in the text, one heading on the page of errors, and examples that end with it.
final class ErrorCodeTests: LeakCheckedTestCase {
    /// The codes as the source declares them: the constant and its text.
    private func codes() throws -> [(constant: String, text: String)] {
        let file = Project.root.appending(path: "Sources/Armory/Errors/ResolutionError.swift")
        return try String(contentsOf: file, encoding: .utf8)
            .matches(of: #/static let (\w+) = Code\(description: "(.*)"\)/#).map { (String($0.1), String($0.2)) }
    }

    /// The sections of the page that are about a code, by their headings.
    private func sections() throws -> [(heading: String, text: String)] {
        try Documentation.page("Sources/Armory/Armory.docc/Know/Errors.md").components(separatedBy: "\n### ")
            .dropFirst()
            .map { section in
                let lines = section.split(separator: "\n", maxSplits: 1)
                return (String(lines[0]), String(lines[1]))
            }
    }

    func testE4_EachCodeHasOneHeadingAndEachHeadingACode() throws {
        let codes = try codes()
        XCTAssertGreaterThan(codes.count, 40)
        for code in codes { XCTAssertEqual(code.constant, code.text) }
        XCTAssertEqual(codes.map(\.text).sorted(), try sections().map(\.heading).sorted())
    }

    func testE4_EachExampleUnderAHeadingIsATextOfTheTableAndEndsItsFirstLineWithTheCode() throws {
        let texts = Set(try ErrorTexts().sections.values)
        for section in try sections() {
            let examples = blocks(of: section.text)
            XCTAssertFalse(examples.isEmpty, "\(section.heading) has no example")
            for example in examples {
                let first = example.prefix { $0 != "\n" }
                XCTAssertTrue(first.hasSuffix(" [\(section.heading)]"), "\(section.heading): \(first)")
                XCTAssertTrue(texts.contains(example), "no section of the table has the text:\n\(example)")
            }
        }
    }

    func testE4_EachErrorInTheReadmeIsATextOfTheTable() throws {
        let errors = try blocks(of: Documentation.page("README.md"))
            .filter { $0.prefix { $0 != "\n" }.contains(#/ \[\w+\]$/#) }
        XCTAssertFalse(errors.isEmpty)
        XCTAssertEqual(Set(errors).subtracting(try ErrorTexts().sections.values), [])
    }

    func testE4_EachCodeHasATextInTheTable() throws {
        let texts = try ErrorTexts().sections
        for code in try codes() {
            XCTAssertTrue(
                texts.contains { name, text in
                    name.prefix { $0 != ":" } == code.text && text.prefix { $0 != "\n" }.hasSuffix(" [\(code.text)]")
                }, "\(code.text) has no section in Tests/Texts/errors.txt")
        }
    }

    /// The blocks of output on a page.
    private func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```text\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    }

    func testE4_TheSourceHasNoOtherCodes() throws {
        let made = try Project.swiftFiles(in: "Sources").flatMap { file in
            file.text.matches(of: #/Code\(description:/#).map { _ in file.path }
        }
        XCTAssertEqual(made, Array(repeating: "Sources/Armory/Errors/ResolutionError.swift", count: try codes().count))
    }
}

protocol NearOrders: Sendable {}
private struct Database: Sendable {}
private struct Shop: Sendable { init(orders: any NearOrders) {} }
private struct Hen: Sendable { init(egg: Egg) {} }
private struct Egg: Sendable { init(hen: Hen) {} }
private struct Report: Sendable { let number: Int }
private struct Cover: Sendable { init(report: Report) {} }
private struct CardOrders: NearOrders {}

/// E4: a fault has one text, wherever it is found.
final class OneTextTests: LeakCheckedTestCase {
    /// The registrations of one fault, which the check of the graph and an outermost resolve of `T` both find.
    private func check<T>(
        _ type: T.Type, _ code: ResolutionError.Code, line: UInt = #line,
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws {
        let built = failure(.invalid, line: line) { try Container(contents) }
        let fault = built?.faults.first { $0.code == code }
        XCTAssertNotNil(fault, "\(built.map(String.init(describing:)) ?? "")", line: line)
        let unchecked = try Container(configuration: .init(validates: false), contents)
        let resolved = failure(code, line: line) { try unchecked.resolve(type) }
        XCTAssertEqual(resolved?.description, fault?.description, line: line)
    }

    func testE4_AtBuildAndAtAResolve() throws {
        try check(Shop.self, .missing) { Singleton(Shop.init) }
        try check(Shop.self, .missing) {
            Singleton(Shop.init)
            Singleton((any NearOrders).self) { CardOrders() }.named("main")
            Singleton((any NearOrders).self) { CardOrders() }.named("second")
        }
        try check(Shop.self, .missing) {
            Singleton(Shop.init)
            Singleton { CardOrders() }
            Singleton { Database() }
        }
        try check(Hen.self, .cycle) {
            Singleton(Hen.init)
            Singleton(Egg.init)
        }
        try check(Cover.self, .wrongArguments) {
            Singleton(Cover.init)
            Transient(arguments: Int.self) { Report(number: $1) }
        }
        try check(Shop.self, .asynchronous) {
            Singleton(Shop.init)
            Singleton((any NearOrders).self) { () async -> any NearOrders in CardOrders() }
        }
    }

    func testE4_AtStart() async throws {
        let registration = Singleton { (orders: any NearOrders) async in Shop(orders: orders) }.eager()
        let built = failure(.invalid) { try Container { registration } }
        let container = try Container(configuration: .init(validates: false)) { registration }
        do {
            try await container.start()
            XCTFail("it has started")
        } catch {
            XCTAssertEqual(error.faults.first?.description, built?.faults.first?.description)
            XCTAssertEqual(error.code, .startFailed)
            XCTAssertEqual(error.faults.map(\.code), [.missing])
        }
    }
}
