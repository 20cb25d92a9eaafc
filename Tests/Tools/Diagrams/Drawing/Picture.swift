// An SVG as its reader sees it.

import Armory
import ArmoryDiagrams
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of an SVG, read by Foundation's XML parser, which takes nothing that is not well-formed.
struct Picture {
    struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
        var parent: Int?
        func number(_ name: String) -> Double { Double(attributes[name] ?? "") ?? .nan }
        var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
    }
    struct Malformed: Error, CustomStringConvertible { let description: String }

    let elements: [Element]

    init(_ graph: ContainerGraph, _ options: DiagramOptions = DiagramOptions()) throws {
        try self.init(svg: graph.svg(options))
    }

    init(svg: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        guard parser.parse() else {
            throw Malformed(description: "line \(parser.lineNumber): \(String(describing: parser.parserError))")
        }
        elements = reader.elements
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [Element] = []
        var open: [Int] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append(Element(name: name, attributes: attributes, parent: open.last))
            open.append(elements.count - 1)
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = open.last { elements[last].text += text }
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }
    }

    /// The figure of each node: its group's place.
    var figures: [Int] {
        elements.indices.filter { elements[$0].attributes["data-node"] != nil }
    }

    var arrows: [Element] { elements.filter { $0.attributes["data-from"] != nil } }

    func children(of place: Int, _ name: String) -> [Element] {
        elements.filter { $0.parent == place && $0.name == name }
    }

    func texts(of place: Int, class name: Substring) -> [Element] {
        children(of: place, "text").filter { $0.classes.contains(name) }
    }
}
