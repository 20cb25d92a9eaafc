import Armory
import ArmoryTestSupport
import XCTest

private struct A: Sendable { let text = "a" }
private struct B: Sendable { let text = "b" }
private struct C: Sendable { let text = "c" }
private struct D: Sendable { let text = "d" }
private struct E: Sendable { let text = "e" }
private struct F: Sendable { let text = "f" }

private protocol Texted: Sendable {
    var text: String { get }
}

private final class Note: Texted {
    let text: String
    init(_ text: String) { self.text = text }
}

private struct Frame: Sendable {
    let text: String
}

// What a factory that awaits can be written as, and what can be asked of it: each form, once.
final class AsyncFormsTests: LeakCheckedTestCase {
    private static func one(_ a: A) async -> Note { Note(a.text) }
    private static func two(_ a: A, _ b: B) async -> Note { Note(a.text + b.text) }
    private static func three(_ a: A, _ b: B, _ c: C) async -> Note { Note(a.text + b.text + c.text) }
    private static func four(_ a: A, _ b: B, _ c: C, _ d: D) async -> Note { Note(a.text + b.text + c.text + d.text) }
    private static func five(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) async -> Note {
        Note(a.text + b.text + c.text + d.text + e.text)
    }
    private static func six(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) async -> Note {
        Note(a.text + b.text + c.text + d.text + e.text + f.text)
    }

    private var values: Module {
        Module("values") {
            Singleton(value: A())
            Singleton(value: B())
            Singleton(value: C())
            Singleton(value: D())
            Singleton(value: E())
            Singleton(value: F())
        }
    }

    func testREG7_FunctionsOfUpToSixParametersAwait() async throws {
        let container = try Container {
            values
            Transient(Self.one).named("1")
            Transient(Self.two).named("2")
            Transient(Self.three).named("3")
            Transient(Self.four).named("4")
            Transient(Self.five).named("5")
            Transient(Self.six).named("6")
        }
        for (number, text) in ["a", "ab", "abc", "abcd", "abcde", "abcdef"].enumerated() {
            let note = try await container.resolveAsync(Note.self, named: Name("\(number + 1)"))
            XCTAssertEqual(note.text, text)
        }
    }

    func testREG7_TheSameUnderAProtocol() async throws {
        let container = try Container {
            values
            Singleton((any Texted).self) { (a: A) async in await Self.one(a) }.named("1")
            Singleton((any Texted).self) { (a: A, b: B) async in await Self.two(a, b) }.named("2")
            Singleton((any Texted).self) { (a: A, b: B, c: C) async in await Self.three(a, b, c) }.named("3")
            Singleton((any Texted).self) { (a: A, b: B, c: C, d: D) async in await Self.four(a, b, c, d) }.named("4")
            Singleton((any Texted).self) { (a: A, b: B, c: C, d: D, e: E) async in await Self.five(a, b, c, d, e) }
                .named("5")
            Singleton((any Texted).self) { (a: A, b: B, c: C, d: D, e: E, f: F) async in
                await Self.six(a, b, c, d, e, f)
            }.named("6")
            Singleton((any Texted).self) { (r: AsyncResolver) async throws in await Self.one(try r.resolve()) }
        }
        for (number, text) in ["a", "ab", "abc", "abcd", "abcde", "abcdef"].enumerated() {
            let note = try await container.resolveAsync((any Texted).self, named: Name("\(number + 1)"))
            XCTAssertEqual(note.text, text)
        }
        let plain = try await container.resolveAsync((any Texted).self)
        XCTAssertEqual(plain.text, "a")
    }

    private var withArguments: Module {
        Module("with arguments") {
            Transient(Note.self, arguments: Int.self) { _, a async in Note("\(a)") }
            Transient(Note.self, arguments: Int.self, Int.self) { _, a, b async in Note("\(a)\(b)") }.named("two")
            Transient(Note.self, arguments: Int.self, Int.self, Int.self) { _, a, b, c async in Note("\(a)\(b)\(c)") }
                .qualified(by: 3)
            Transient(Note.self, arguments: Int.self) { _, a async in Note("one \(a)") }.named("one")
            Transient(Note.self, arguments: Int.self) { _, a async in Note("q \(a)") }.qualified(by: 1)
            Transient(Note.self, arguments: Int.self, Int.self) { _, a, b async in Note("q \(a)\(b)") }.qualified(by: 2)
            Kept(Frame.self, arguments: Int.self) { _, a async in Frame(text: "\(a)") }
            Kept(Frame.self, arguments: Int.self, Int.self) { _, a, b async in Frame(text: "\(a)\(b)") }.named("two")
            Kept(Frame.self, arguments: Int.self, Int.self, Int.self) { _, a, b, c async in Frame(text: "\(a)\(b)\(c)")
            }
            .named("three")
        }
    }

    func testREG8_ArgumentsReachWhatAwaits() async throws {
        let container = try Container { withArguments }
        var texts: [String] = []
        texts.append(try await container.resolveAsync(Note.self, arguments: 1).text)
        texts.append(try await container.resolveAsync(Note.self, named: "one", arguments: 1).text)
        texts.append(try await container.resolveAsync(Note.self, named: "two", arguments: 1, 2).text)
        texts.append(try await container.resolveAsync(Note.self, qualifier: 1, arguments: 1).text)
        texts.append(try await container.resolveAsync(Note.self, qualifier: 2, arguments: 1, 2).text)
        texts.append(try await container.resolveAsync(Note.self, qualifier: 3, arguments: 1, 2, 3).text)
        texts.append(try await container.resolveAsync(Frame.self, arguments: 4).text)
        texts.append(try await container.resolveAsync(Frame.self, named: "two", arguments: 4, 5).text)
        texts.append(try await container.resolveAsync(Frame.self, named: "three", arguments: 4, 5, 6).text)
        XCTAssertEqual(texts, ["1", "one 1", "12", "q 1", "q 12", "123", "4", "45", "456"])
    }

    func testREG8_AFactoryThatAwaitsAsksInEveryForm() async throws {
        let container = try Container {
            withArguments
            Singleton { () async in B() }
            Singleton { () async in A() }.named("a")
            Singleton { () async in A() }.qualified(by: 7)
            Transient { (r: AsyncResolver) async throws -> [String] in
                [
                    try await r.resolve(Note.self, arguments: 1).text,
                    try await r(Note.self, arguments: 2).text,
                    try await r.resolve(Note.self, named: "one", arguments: 1).text,
                    try await r.resolve(Note.self, named: "two", arguments: 1, 2).text,
                    try await r.resolve(Note.self, qualifier: 1, arguments: 1).text,
                    try await r.resolve(Note.self, qualifier: 2, arguments: 1, 2).text,
                    try await r.resolve(Frame.self, arguments: 4).text,
                    try await r(B.self).text,
                    try await r(A.self, named: "a").text,
                    try await r(A.self, qualifier: 7).text,
                    try await r.resolve(A.self, named: "a").text,
                    try await r.resolve(A.self, qualifier: 7).text,
                    try await r.resolveOptional(B.self)?.text ?? "-",
                    try await r.resolveOptional(A.self, named: "a")?.text ?? "-",
                    try await r.resolveOptional(A.self, qualifier: 7)?.text ?? "-",
                    try await r.resolveOptional(C.self)?.text ?? "-",
                    try await r.resolveOptional(A.self, named: "z")?.text ?? "-",
                    try await r.resolveOptional(A.self, qualifier: 8)?.text ?? "-",
                ]
            }
        }
        let texts = try await container.resolveAsync([String].self)
        XCTAssertEqual(
            texts,
            ["1", "2", "one 1", "12", "q 1", "q 12", "4", "b", "a", "a", "a", "a", "b", "a", "a", "-", "-", "-"])
        let missing = try await container.resolveOptionalAsync(A.self, named: "z")
        XCTAssertNil(missing)
        let present = try await container.resolveOptionalAsync(A.self, qualifier: 7)
        XCTAssertEqual(present?.text, "a")
    }

    func testREG12_DecoratorsAdaptersAndAliasesLieAroundWhatAwaits() async throws {
        let container = try Container {
            Transient(Note.self, arguments: Int.self) { _, a async in Note("\(a)") }.as { $0 as any Texted }
            Decorator(Note.self) { note in Note("(\(note.text))") }
            Adapter(from: Note.self, to: Frame.self) { note in Frame(text: "[\(note.text)]") }
        }
        let note = try await container.resolveAsync(Note.self, arguments: 1)
        XCTAssertEqual(note.text, "(1)")
        let texted = try await container.resolveAsync((any Texted).self, arguments: 2)
        XCTAssertEqual(texted.text, "(2)")
        let frame = try await container.resolveAsync(Frame.self, arguments: 3)
        XCTAssertEqual(frame.text, "[(3)]")
    }

    func testREG12_TheSameAroundWhatIsKept() async throws {
        let made = Counter()
        let container = try Container {
            Singleton { () async -> Note in
                made.increment()
                return Note("s")
            }
            Adapter(from: Note.self, to: Frame.self) { note in Frame(text: "[\(note.text)]") }
            Kept(Note.self, arguments: Int.self) { _, a async in
                made.increment()
                return Note("\(a)")
            }.as { $0 as any Texted }.named("each")
            Decorator(Note.self) { note in Note("(\(note.text))") }
            Kept { () async -> B in
                made.increment()
                return B()
            }.lifetime(TimeToLive(.seconds(3600)))
            Adapter(from: B.self, to: C.self) { _ in C() }
        }
        let frame = try await container.resolveAsync(Frame.self)
        XCTAssertEqual(frame.text, "[(s)]")
        let first = try await container.resolveAsync(Note.self, named: "each", arguments: 1)
        let again = try await container.resolveAsync(Note.self, named: "each", arguments: 1)
        XCTAssertEqual(first.text, "(1)")
        XCTAssertTrue(first === again)
        _ = try await container.resolveAsync(B.self)
        _ = try await container.resolveAsync(B.self)
        _ = try await container.resolveAsync(C.self)
        XCTAssertEqual(made.value, 3)
    }

    func testMOD3_WhatAwaitsSeesWhatItsModuleHides() async throws {
        let container = try Container {
            Module("hiding") {
                Singleton { () async in A() }.private()
                Transient(Note.self, arguments: Int.self) { r, number async throws in
                    Note(try await r.resolve(A.self).text + "\(number)")
                }
                Kept(Frame.self, arguments: Int.self) { r, number async throws in
                    Frame(text: try await r.resolve(A.self).text + "\(number)")
                }
            }
        }
        let note = try await container.resolveAsync(Note.self, arguments: 1)
        XCTAssertEqual(note.text, "a1")
        let frame = try await container.resolveAsync(Frame.self, arguments: 2)
        XCTAssertEqual(frame.text, "a2")
        await failure(.missing) { try await container.resolveAsync(A.self) }
    }
}
