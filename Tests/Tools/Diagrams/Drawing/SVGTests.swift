// What is on the picture, and that it is a sound document.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

final class SVGTests: LeakCheckedTestCase {
    func testSEE2_ThePictureIsAccessibleCompleteInItselfAndWithoutScript() throws {
        let graph = GraphSamples.random(seed: 2, nodes: 40, modules: 3, edgesPerNode: 1.5)
        let picture = try Picture(graph, .init(title: "The <shop> & \"more\""))
        let root = picture.elements[0]
        XCTAssertEqual(root.name, "svg")
        XCTAssertEqual(root.attributes["role"], "img")
        XCTAssertTrue(root.attributes["aria-label"]?.hasPrefix("The <shop> & \"more\". ") ?? false)
        XCTAssertEqual(picture.children(of: 0, "title").map(\.text), ["The <shop> & \"more\""])
        XCTAssertTrue(picture.children(of: 0, "desc")[0].text.contains("3 modules"))
        XCTAssertTrue(picture.children(of: 0, "style")[0].text.contains("@media (prefers-color-scheme:dark)"))
        for element in picture.elements {
            XCTAssertFalse(["script", "image", "foreignObject", "use", "a"].contains(element.name))
            for (name, value) in element.attributes {
                XCTAssertFalse(name.hasPrefix("on") || name.contains("href"), name)
                XCTAssertFalse(value.contains("url(") && !value.hasPrefix("url(#"), value)
            }
        }
    }

    func testSEE2_HostileNamesAreTextInThePicture() throws {
        let graph = GraphSamples.hostile
        let picture = try Picture(graph, .init(title: GraphSamples.hostileNames.joined()))
        XCTAssertEqual(picture.figures.count, graph.nodes.count)
        XCTAssertFalse(picture.elements.contains { $0.name == "script" })
        for (number, place) in picture.figures.enumerated() {
            let label = try XCTUnwrap(picture.texts(of: place, class: "key").first).text
            XCTAssertLessThan(label.unicodeScalars.count, 400, "node \(number)")
            for scalar in label.unicodeScalars {
                XCTAssertFalse(scalar.properties.isBidiControl, "node \(number)")
                XCTAssertGreaterThanOrEqual(scalar.value, 0x20, "node \(number)")
            }
        }
        // The tooltip has the whole.
        let long = picture.children(
            of: picture.figures[GraphSamples.hostileNames.firstIndex { $0.hasPrefix("WW") } ?? 0], "title")
        XCTAssertTrue(long[0].text.hasPrefix(String(repeating: "W", count: 10_000)))
    }

    /// With 0.602 em a character, the widest monospaced font that is usual.
    func testSEE2_EveryLabelStaysInItsBox() throws {
        for count in [10, 100, 400] {
            let graph = GraphSamples.random(seed: UInt64(count), nodes: count, modules: 5, edgesPerNode: 1.5)
            let picture = try Picture(graph)
            XCTAssertEqual(picture.figures.count, count)
            for place in picture.figures {
                let body = try XCTUnwrap(picture.children(of: place, "rect").first)
                let right = body.number("x") + body.number("width")
                for (name, size) in [("key", 12.0), ("small", 10.0)] {
                    for text in picture.texts(of: place, class: Substring(name)) {
                        let end = text.number("x") + Double(text.text.count) * 0.602 * size
                        XCTAssertLessThanOrEqual(end, right, text.text)
                        XCTAssertGreaterThan(text.number("y"), body.number("y"))
                        XCTAssertLessThan(text.number("y"), body.number("y") + body.number("height"))
                    }
                }
                let marks = picture.children(of: place, "path").count
                let label = try XCTUnwrap(picture.texts(of: place, class: "key").first)
                let free = right - label.number("x") - Double(label.text.count) * 0.602 * 12
                XCTAssertGreaterThan(free, Double(marks) * 14, "the marks are beside the label")
            }
        }
    }

    func testSEE2_LabelsAreShortenedInTheMiddle() throws {
        let name = "any Repository<Catalog.Product, Catalog.Identifier, Catalog.Version>"
        let graph = ContainerGraph(nodes: [GraphSamples.node(0, name)], edges: [])
        let label = try Picture(graph, .init(labelLength: 20))
        let text = label.texts(of: label.figures[0], class: "key")[0].text
        XCTAssertTrue(text.hasPrefix("any Reposi") && text.hasSuffix("ersion>") && text.contains("…"), text)
        XCTAssertLessThanOrEqual(text.count, 20)
    }

    func testSEE2_EveryLifetimeHasAColourAndLettersAndALegend() throws {
        let lifetimes = Lifetime.allCases
        let graph = ContainerGraph(
            nodes: lifetimes.enumerated().map { GraphSamples.node($0, "T\($0)", $1) } + [
                GraphSamples.node(6, "M", nil)
            ], edges: [])
        let picture = try Picture(graph)
        let letters = picture.figures.map { picture.texts(of: $0, class: "letters")[0].text }
        XCTAssertEqual(letters, ["Tr", "Si", "Sh", "Gr", "Sc", "Cu", "?"])
        XCTAssertEqual(Set((lifetimes + [nil]).map { LifetimeLook.of($0).colour }).count, 7)
        let entries = picture.elements.filter { $0.classes == ["entry"] }.map(\.text)
        XCTAssertEqual(entries, lifetimes.map(\.rawValue) + ["missing: not registered"])
        XCTAssertFalse(try Picture(graph, .init(showsLegend: false)).elements.contains { $0.classes == ["entry"] })
    }

    func testSEE2_MarksAndArrowsSayWhatTheyAre() throws {
        var graph = GraphSamples.graph(7, [(0, 1), (1, 2), (2, 0), (3, 4), (3, 5), (3, 6)], cycles: [[0, 1, 2]])
        graph.edges[3].time = .later
        graph.edges[4].isOptional = true
        graph.edges[5].origin = .observed
        graph.nodes[3].faults = ["It holds what ends before it."]
        graph.nodes[4].lifetime = nil
        graph.nodes[5].isInherited = true
        graph.nodes[6].state = .building
        let picture = try Picture(graph)
        let classes = picture.figures.map { picture.elements[$0].classes.joined(separator: " ") }
        XCTAssertEqual(
            classes,
            Array(repeating: "n singleton circle", count: 3)
                + ["n singleton bad", "n missing", "n singleton inherited", "n singleton"])
        XCTAssertEqual(picture.figures.map { picture.children(of: $0, "path").count }, [1, 1, 1, 1, 0, 0, 1])
        XCTAssertTrue(
            picture.children(of: picture.figures[3], "title")[0].text.contains("It holds what ends before it."))
        let arrows = picture.arrows.map {
            "\($0.attributes["data-from"] ?? "")>\($0.attributes["data-to"] ?? "") \($0.attributes["class"] ?? "") \($0.attributes["marker-end"] ?? "")"
        }
        XCTAssertEqual(
            arrows,
            [
                "3>4 e later url(#armory-arrow)", "3>5 e optional url(#armory-arrow)", "3>6 e url(#armory-hollow)",
                "0>1 e circle url(#armory-alarm)", "1>2 e circle url(#armory-alarm)", "2>0 e circle url(#armory-alarm)",
            ])
        let entries = picture.elements.filter { $0.classes == ["entry"] }.map(\.text)
        XCTAssertEqual(
            entries,
            [
                "singleton", "missing: not registered", "at fault", "cycle", "inherited", "needs",
                "resolves later",
                "optional", "observed",
            ])
    }

    func testSEE2_WhatIsNotHighlightedIsPale() throws {
        let graph = GraphSamples.graph(3, [(0, 1), (1, 2)])
        let picture = try Picture(graph, .init(highlighted: [0, 1]))
        XCTAssertEqual(picture.figures.map { picture.elements[$0].classes.contains("pale") }, [false, false, true])
        XCTAssertEqual(picture.arrows.map { $0.classes.contains("pale") }, [false, true])
    }

    func testSEE2_AnEmptyGraphIsAPictureToo() throws {
        let picture = try Picture(ContainerGraph(nodes: [], edges: []))
        XCTAssertTrue(picture.elements[0].number("width") > 0 && picture.elements[0].number("height") > 0)
        XCTAssertTrue(picture.children(of: 0, "desc")[0].text.hasPrefix("0 registrations"))
    }

    func testSEE2_TimesAreSaidInFewCharacters() {
        let times: [(UInt64, String)] = [
            (0, "0 ns"), (999, "999 ns"), (1000, "1.0 µs"), (12_345, "12.3 µs"), (99_999, "99.9 µs"),
            (100_000, "100 µs"),
            (1_400_000, "1.4 ms"), (12_000_000_000, "12.0 s"), (.max, "18446744073 s"),
        ]
        for (time, shown) in times { XCTAssertEqual(shownDuration(time), shown) }
    }

    func testSEE2_AnyLengthOfALabelIsTaken() throws {
        let graph = GraphSamples.hostile
        for length in [Int.min, -1, 0, 1, 1000, .max] {
            XCTAssertNoThrow(try Picture(svg: graph.svg(.init(labelLength: length))), "\(length)")
        }
        XCTAssertEqual(graph.svg(.init(labelLength: .max)), graph.svg(.init(labelLength: 1000)))
    }
}
