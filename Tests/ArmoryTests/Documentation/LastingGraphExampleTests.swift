import Armory
import ArmoryTestSupport
import XCTest

final class LastingGraphExampleTests: LeakCheckedTestCase {
    final class Document {}

    final class Outline {
        let document: Document
        init(document: Document) { self.document = document }
    }

    final class Editor {
        let document: Document
        let outline: Lazy<Outline>
        let graph: ObjectGraph
        init(document: Document, outline: Lazy<Outline>, graph: ObjectGraph) {
            self.document = document
            self.outline = outline
            self.graph = graph
        }
    }

    func testGraphs() throws {
        let container = try Container {
            Graph(Document.init)
            Transient(Outline.init)
            Transient(Editor.init)
        }
        let editor = try container.resolve(Editor.self)
        let outline = try editor.outline()  // has the editor's document
        XCTAssertTrue(outline.document === editor.document)
        let further = try editor.graph.resolve(Outline.self)  // has the same document
        XCTAssertTrue(further.document === editor.document)
        XCTAssertFalse(further === outline)
    }
}
