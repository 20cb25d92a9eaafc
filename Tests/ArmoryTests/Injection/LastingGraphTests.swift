// RES3, LIFE9, D16: what resolves later keeps the graph it was born in, and no other.

import Armory
import ArmoryTestSupport
import XCTest

final class Document: Sendable {
    private let life = Counted()
}

final class Outline: Sendable {
    private let life = Counted()
    let document: Document
    init(document: Document) { self.document = document }
}

private final class Editor: Sendable {
    private let life = Counted()
    let document: Document
    let lazy: Lazy<Outline>
    let weak: Weak<Outline>
    let outlines: Provider<Outline>
    init(document: Document, lazy: Lazy<Outline>, weak: Weak<Outline>, outlines: Provider<Outline>) {
        self.document = document
        self.lazy = lazy
        self.weak = weak
        self.outlines = outlines
    }
}

/// Makes its document late, in a graph that has not made one.
private final class LateEditor: Sendable {
    private let life = Counted()
    let outline: Lazy<Outline>
    let documents: Provider<Document>
    init(outline: Lazy<Outline>, documents: Provider<Document>) {
        self.outline = outline
        self.documents = documents
    }
}

final class Continued {
    private let life = Counted()
    let document: Document
    let graph: ObjectGraph
    init(document: Document, graph: ObjectGraph) {
        self.document = document
        self.graph = graph
    }
}

/// Its factory calls what another graph has left behind.
private final class Intruder: Sendable {
    private let life = Counted()
    let own: Document
    let others: Outline
    init(own: Document, others: Outline) {
        self.own = own
        self.others = others
    }
}

/// See `LastingGraphOwnershipTests` for what holds what.
final class LastingGraphTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        try Container {
            Graph(Document.init)
            Transient(Outline.init)
            Transient(Editor.init)
            Transient(LateEditor.init)
            Transient(Continued.init)
        }
    }

    func testRES3_WhatResolvesLaterIsOfTheGraphItWasBornIn() throws {
        let container = try container()
        let first = try container.resolve(Editor.self)
        let second = try container.resolve(Editor.self)
        XCTAssertFalse(first.document === second.document)
        for editor in [first, second] {
            XCTAssertTrue(try editor.outlines().document === editor.document)
            XCTAssertTrue(try editor.lazy().document === editor.document)
            XCTAssertTrue(try editor.weak().document === editor.document)
            XCTAssertFalse(try editor.outlines() === editor.outlines(), "a provider makes anew")
        }
        XCTAssertFalse(try container.resolve(Document.self) === first.document, "the graph is over for others")
        assertThreadIsIdle()
    }

    func testRES3_AGraphGoesOnWithWhatIsMadeLater() throws {
        let editor = try container().resolve(LateEditor.self)
        failure(.closed) { try editor.outline() }
        let container = try container()
        let late = try container.resolve(LateEditor.self)
        let document = try late.documents()
        XCTAssertTrue(try late.outline().document === document)
        XCTAssertTrue(try late.documents() === document)
        assertThreadIsIdle()
    }

    func testLIFE9_AGraphIsContinued() throws {
        let container = try container()
        let editor = try container.resolve(Continued.self)
        XCTAssertTrue(try editor.graph.resolve(Outline.self).document === editor.document)
        XCTAssertTrue(try editor.graph.resolve(Continued.self).document === editor.document)
        XCTAssertTrue(try editor.graph.resolve(Document.self) === editor.document)
        failure(.missing) { try editor.graph.resolve(Document.self, named: "other") }
        failure(.missing) { try editor.graph.resolve(Document.self, qualifier: 1) }
        assertThreadIsIdle()
    }

    func testD16_ACallInsideAnotherGraphIsGivenNothingOfThat() throws {
        let container = try container()
        let editor = try container.resolve(Editor.self)
        try container.withChild {
            Transient {
                let own = try $0(Document.self)
                // Born in another graph: its document is that one's, also here.
                let others = try editor.outlines()
                XCTAssertTrue(try $0(Document.self) === own, "this graph is here again")
                return Intruder(own: own, others: others)
            }
        } check: { container in
            let intruder = try container.resolve(Intruder.self)
            XCTAssertTrue(intruder.others.document === editor.document)
            XCTAssertFalse(intruder.own === editor.document)
        }
        assertThreadIsIdle()
    }

    func testD16_ALazyThatWasBornInNoGraphJoinsNone() throws {
        let container = try container()
        let late = container.asCurrent { Lazy<Outline>() }
        try container.withChild {
            Transient { Intruder(own: try $0(), others: try late()) }
        } check: { container in
            let intruder = try container.resolve(Intruder.self)
            XCTAssertFalse(intruder.others.document === intruder.own)
        }
        assertThreadIsIdle()
    }

    func testRES3_TwoGraphsThatCallEachOtherInTurn() throws {
        let container = try container()
        let (first, second) = (try container.resolve(Continued.self), try container.resolve(Continued.self))
        nonisolated(unsafe) let graphs = [first.graph, second.graph]
        try container.withChild {
            // Each level goes on in the other graph, so that both are in use further out.
            Transient([Document].self, arguments: Int.self) { resolver, depth in
                let document = try unsafe graphs[depth % 2].resolve(Document.self)
                guard depth < 6 else { return [document] }
                let next = try unsafe graphs[(depth + 1) % 2].resolve(Outline.self).document
                let rest = try resolver([Document].self, arguments: depth + 1)
                let again = try unsafe graphs[depth % 2].resolve(Document.self)
                XCTAssertTrue(again === document)
                return [document, next] + rest
            }
        } check: { child in
            let documents = try child.resolve([Document].self, arguments: 0)
            XCTAssertEqual(documents.count, 13)
            for (index, document) in documents.enumerated() {
                let isFirst = index % 2 == (index / 2) % 2
                XCTAssertTrue(document === (isFirst ? first.document : second.document), "\(index)")
            }
        }
        assertThreadIsIdle()
    }

    func testRES3_AGraphIsLentWhileItsOwnResolveRuns() throws {
        let inside = Shelf<(@Sendable () throws -> Void)?>(nil)
        let container = try Container {
            Graph(Document.init)
            Transient(Outline.init)
            Transient(Continued.init)
            Transient {
                try inside.value?()
                return Relay()
            }
        }
        let other = try container.resolve(Continued.self)
        nonisolated(unsafe) let graph = other.graph
        let othersDocument = other.document
        try container.withChild {
            Transient { resolver in
                let document = try resolver(Document.self)
                let lazy = try resolver(Lazy<Outline>.self)
                // The outer graph waits in the other's home; its lazy goes on in it all the same.
                inside.value = {
                    XCTAssertTrue(try unsafe graph.resolve(Document.self) === othersDocument)
                    XCTAssertTrue(try lazy().document === document)
                    XCTAssertTrue(try unsafe graph.resolve(Document.self) === othersDocument)
                }
                _ = try unsafe graph.resolve(Relay.self)
                XCTAssertTrue(try resolver(Document.self) === document)
                return Middle()
            }
        } check: { child in
            _ = try child.resolve(Middle.self)
        }
        inside.value = nil
        assertThreadIsIdle()
    }

    func testRES3_ThreadsInOneGraphAreGivenTheSameInstances() throws {
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let container = try container()
        let barrage = Barrage("RES3 threads in one lasting graph", threads: 8, rounds: rounds)
        let report = barrage.run(
            prepare: { _ in try container.resolve(LateEditor.self) },
            body: { late, thread in
                thread % 2 == 0 ? try late.documents() : try late.outline().document
            },
            check: { late, documents in
                let all = documents.compactMap { try? $0.get() }
                try expect(all.count == 8, "\(documents)")
                let document = try late.documents()
                try expect(all.allSatisfy { $0 === document }, "several documents in one graph")
            })
        print("[count] RES3 threads in one lasting graph: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
        assertThreadIsIdle()
    }

    func testM2_AGraphThatNobodyKeepsGoes() throws {
        let container = try container()
        for _ in 0..<1000 { _ = try container.resolve(Editor.self) }
        weak var document: Document?
        do {
            let editor = try container.resolve(Editor.self)
            document = editor.document
            XCTAssertNotNil(document)
        }
        XCTAssertNil(document)
    }

    func testM3_ARegistrationIsReplacedUnderALastingGraph() throws {
        let container = try container()
        let editor = try container.resolve(Continued.self)
        try container.replace(Graph(Document.init))
        let now = try editor.graph.resolve(Document.self)
        XCTAssertFalse(now === editor.document, "the graph has none of the new registration's yet")
        XCTAssertTrue(try editor.graph.resolve(Outline.self).document === now)
    }

    func testM1_AContainerEndsUnderALastingGraph() throws {
        var container: Container? = try container()
        let editor = try XCTUnwrap(container).resolve(Continued.self)
        container = nil
        failure(.closed) { try editor.graph.resolve(Outline.self) }
        let other = try self.container()
        XCTAssertFalse(try other.resolve(Document.self) === editor.document)
    }

    func testM2_AGraphThatIsGrownWhileItIsLent() throws {
        let container = try Container {
            Graph { Wide<Digits.D0>() }
            Graph { Wide<Digits.D1>() }
            Graph { Wide<Digits.D2>() }
            Graph { Wide<Digits.D3>() }
            Graph { Wide<Digits.D4>() }
            Graph { Wide<Digits.D5>() }
            Graph { Wide<Digits.D6>() }
            Graph { Wide<Digits.D7>() }
            Graph { Wide<Digits.D8>() }
            Graph { Wide<Digits.D9>() }
            Transient([AnyObject].self) { r in
                [
                    try r(Wide<Digits.D0>.self), try r(Wide<Digits.D1>.self),
                    try r(Wide<Digits.D2>.self), try r(Wide<Digits.D3>.self),
                    try r(Wide<Digits.D4>.self), try r(Wide<Digits.D5>.self),
                    try r(Wide<Digits.D6>.self), try r(Wide<Digits.D7>.self),
                    try r(Wide<Digits.D8>.self), try r(Wide<Digits.D9>.self),
                ]
            }
        }
        let graph = try container.resolve(ObjectGraph.self)
        let all = try graph.resolve([AnyObject].self)
        XCTAssertEqual(Set(all.map { ObjectIdentifier($0) }).count, 10)
        XCTAssertTrue(try zip(graph.resolve([AnyObject].self), all).allSatisfy { $0 === $1 })
        XCTAssertFalse(try zip(container.resolve([AnyObject].self), all).contains { $0 === $1 })
    }
}

private final class Middle: Sendable {
    private let life = Counted()
}

/// Its factory calls what the test has put there.
final class Relay: Sendable {
    private let life = Counted()
}

private final class Wide<Digit>: Sendable {
    private let life = Counted()
}

extension Container {
    /// A child with the contents, for `check`.
    func withChild(
        @ModuleBuilder _ contents: () -> [any ModuleElement], check: (Container) throws -> Void
    ) throws {
        try check(Container(parents: [self], contents))
    }
}

extension LastingGraphTests {
    func testRES3_WhatWasBornInAScopeEndsWithIt() throws {
        let application = try Container {
            Graph(Document.init)
            Scoped(Outline.init)
            Transient { resolver in
                Later(try resolver(), lazy: try resolver(), weak: try resolver(), graph: resolver.graph)
            }
        }
        let request = Container(parents: [application], scope: .request)
        let later = try request.resolve(Later.self)
        let outline = try later.provider()
        XCTAssertTrue(try request.resolve(Outline.self) === outline, "it is the scope's")
        request.close()
        failure(.closed) { try later.provider() }
        failure(.closed) { try later.lazy() }
        failure(.closed) { try later.weak() }
        failure(.closed) { try later.graph.resolve(Outline.self) }
        let other = Container(parents: [application], scope: .request)
        failure(.closed) { try other.asCurrent { try later.provider() } }
    }
}

private final class Later {
    private let life = Counted()
    let provider: Provider<Outline>
    let lazy: Lazy<Outline>
    let weak: Weak<Outline>
    let graph: ObjectGraph
    init(_ provider: Provider<Outline>, lazy: Lazy<Outline>, weak: Weak<Outline>, graph: ObjectGraph) {
        self.provider = provider
        self.lazy = lazy
        self.weak = weak
        self.graph = graph
    }
}
