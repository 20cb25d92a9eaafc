// The text of an SVG document.

/// SVG that is written piece by piece.
struct SVGText {
    private(set) var text = ""

    mutating func add(_ line: String) {
        text += line
        text += "\n"
    }

    /// A number with one decimal, without a locale and without a trailing zero.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let whole = abs(tenths) / 10
        let rest = abs(tenths) % 10
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    mutating func rectangle(_ box: Box, radius: Double = 0, class name: String) {
        let number = Self.number
        add(
            "<rect class=\"\(name)\" x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
                + "height=\"\(number(box.height))\"\(radius > 0 ? " rx=\"\(number(radius))\"" : "")/>")
    }

    /// Adds a text and escapes its content.
    mutating func text(_ content: String, x: Double, y: Double, class name: String) {
        add("<text class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(ShownText.xml(content))</text>")
    }

    /// A tooltip of several lines.
    static func tooltip(_ lines: [String]) -> String {
        "<title>\(lines.map(ShownText.xml).joined(separator: "\n"))</title>"
    }

    /// Adds the beginning of a document, up to its first drawing.
    mutating func begin(width: Double, height: Double, title: String, summary: String, style: String) {
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        add(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"armory\" \(size) "
                + "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" role=\"img\" "
                + "aria-label=\"\(ShownText.xml(title + ". " + summary))\">")
        add("<title>\(ShownText.xml(title))</title>")
        add("<desc>\(ShownText.xml(summary))</desc>")
        add("<style>\(style)</style>")
        rectangle(Box(x: 0, y: 0, width: width, height: height), class: "page")
    }

    mutating func end() { add("</svg>") }

    /// The path of an arrow, as a `d` attribute.
    static func path(_ route: Route) -> String {
        var path = "M\(number(route.start.x)) \(number(route.start.y))"
        for piece in route.pieces {
            switch piece {
            case .line(let end): path += "L\(number(end.x)) \(number(end.y))"
            case .curve(let first, let second, let end):
                path += "C\(number(first.x)) \(number(first.y)) \(number(second.x)) \(number(second.y)) "
                path += "\(number(end.x)) \(number(end.y))"
            }
        }
        return path
    }
}
