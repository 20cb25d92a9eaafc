// Points and boxes; y grows downwards, as in SVG.

package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double
}

package struct Box: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package var right: Double { x + width }
    package var bottom: Double { y + height }
    package var centre: Double { x + width / 2 }

    /// Whether the interiors of both boxes have a common point.
    package func overlaps(_ other: Box) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    package func contains(_ other: Box) -> Bool {
        x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
    }

    /// Whether a point is on the border, within the rounding of numbers.
    package func hasOnBorder(_ point: Point, within slack: Double = 0.51) -> Bool {
        let isInRows = point.y >= y - slack && point.y <= bottom + slack
        let isInColumns = point.x >= x - slack && point.x <= right + slack
        let isAtSide = abs(point.x - x) <= slack || abs(point.x - right) <= slack
        let isAtEnd = abs(point.y - y) <= slack || abs(point.y - bottom) <= slack
        return isInRows && isInColumns && (isAtSide || isAtEnd)
    }
}

/// The path of an edge: lines and cubic Bézier curves, from the border of one node to the border of another.
package struct Route: Equatable, Sendable {
    package enum Piece: Equatable, Sendable {
        case line(Point)
        case curve(Point, Point, Point)

        package var end: Point {
            switch self {
            case .line(let end), .curve(_, _, let end): end
            }
        }
    }

    package var start: Point
    package var pieces: [Piece] = []

    package var end: Point { pieces.last?.end ?? start }

    /// The same path from its end to its start.
    package var reversed: Route {
        var back = Route(start: end)
        for place in pieces.indices.reversed() {
            let target = place == 0 ? start : pieces[place - 1].end
            switch pieces[place] {
            case .line: back.pieces.append(.line(target))
            case .curve(let first, let second, _): back.pieces.append(.curve(second, first, target))
            }
        }
        return back
    }
}
