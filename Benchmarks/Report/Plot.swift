// The charts of a run in one SVG file, one below the other: horizontal bars for the medians, whiskers from the minimum
// to the maximum.

import Foundation

/// Draws charts.
struct Plot {
    private static let width = 960.0
    private static let labelWidth = 210.0
    private static let rightMargin = 110.0
    private static let barHeight = 12.0
    private static let barGap = 2.0
    private static let groupGap = 12.0
    private static let headHeight = 78.0
    private static let footHeight = 52.0
    private static let colors = ["#4269d0", "#efb118", "#3ca951", "#ff725c", "#a463f2", "#97bbf5"]

    private var body = ""
    private var height = 16.0

    /// Draws the charts of all tables that have one.
    static func svg(_ results: Results) -> String {
        var plot = Plot()
        for chart in results.tables.compactMap(\.chart) {
            plot.draw(chart)
        }
        plot.text(
            "Armory bench, \(results.build) build, \(results.processors) processors, medians of "
                + "\(results.rounds) rounds, whiskers from minimum to maximum",
            x: 16, y: plot.height + 4, color: "#666")
        return plot.document(height: plot.height + 20)
    }

    private func document(height: Double) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(fixed(Self.width, 0))" height="\(fixed(height, 0))" \
        viewBox="0 0 \(fixed(Self.width, 0)) \(fixed(height, 0))" font-family="Helvetica, Arial, sans-serif" font-size="12">
        <rect width="100%" height="100%" fill="white"/>
        \(body)</svg>

        """
    }
}

// MARK: One chart

extension Plot {
    private mutating func draw(_ chart: Chart) {
        let top = height
        let groupHeight = Double(chart.series.count) * (Self.barHeight + Self.barGap) + Self.groupGap
        let area = Area(
            axis: Axis(chart), left: Self.labelWidth, width: Self.width - Self.labelWidth - Self.rightMargin,
            top: top + Self.headHeight, height: Double(chart.groups.count) * groupHeight)
        text(chart.title, x: 16, y: top + 20, size: 16, weight: "bold")
        drawLegend(of: chart, y: top + 46)
        drawGrid(area, label: chart.axis)
        for (index, name) in chart.groups.enumerated() {
            let y = area.top + Double(index) * groupHeight + Self.groupGap / 2
            let middle = y + (groupHeight - Self.groupGap) / 2
            text(name, x: Self.labelWidth - 10, y: middle + 4, anchor: "end")
            for (place, series) in chart.series.enumerated() {
                guard let value = series.values[index] else { continue }
                drawBar(
                    value, in: area, y: y + Double(place) * (Self.barHeight + Self.barGap),
                    color: Self.colors[place % Self.colors.count])
            }
        }
        if let mark = chart.mark { drawMark(mark, in: area) }
        height = area.top + area.height + Self.footHeight
    }

    /// The area of the bars.
    private struct Area {
        let axis: Axis
        let left: Double
        let width: Double
        let top: Double
        let height: Double

        func x(_ value: Double) -> Double { left + width * axis.place(of: value) }
    }

    private mutating func drawLegend(of chart: Chart, y: Double) {
        guard chart.series.count > 1 else { return }
        var x = Self.labelWidth
        for (place, series) in chart.series.enumerated() {
            rectangle(x: x, y: y - 10, width: 12, height: 12, color: Self.colors[place % Self.colors.count])
            text(series.name, x: x + 18, y: y)
            x += 18 + Double(series.name.count) * 7 + 20
        }
    }

    private mutating func drawGrid(_ area: Area, label: String) {
        for tick in area.axis.ticks {
            let x = area.x(tick)
            line(x, area.top, x, area.top + area.height, color: "#e0e0e0")
            text(Axis.label(tick), x: x, y: area.top + area.height + 16, anchor: "middle", color: "#444")
        }
        line(area.left, area.top, area.left, area.top + area.height, color: "#888")
        text(
            label, x: area.left + area.width / 2, y: area.top + area.height + 34, anchor: "middle", color: "#444")
    }

    private mutating func drawBar(_ value: Spread, in area: Area, y: Double, color: String) {
        let end = area.x(value.median)
        rectangle(x: area.left, y: y, width: max(1, end - area.left), height: Self.barHeight, color: color)
        let middle = y + Self.barHeight / 2
        let (low, high) = (area.x(value.minimum), area.x(value.maximum))
        if value.minimum < value.maximum {
            line(low, middle, high, middle, color: "#222")
            line(low, middle - 3, low, middle + 3, color: "#222")
            line(high, middle - 3, high, middle + 3, color: "#222")
        }
        text(Axis.label(value.median), x: max(end, high) + 6, y: middle + 4, size: 10, color: "#444")
    }

    private mutating func drawMark(_ mark: Chart.Mark, in area: Area) {
        let x = area.x(mark.value)
        line(x, area.top - 6, x, area.top + area.height, color: "#c00", dashes: "5 4")
        text(mark.name, x: x, y: area.top - 10, anchor: "middle", color: "#c00")
    }
}

// MARK: The shapes of SVG

extension Plot {
    private mutating func text(
        _ text: String, x: Double, y: Double, size: Int = 12, weight: String = "normal", anchor: String = "start",
        color: String = "#111"
    ) {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        body += """
            <text x="\(fixed(x, 1))" y="\(fixed(y, 1))" font-size="\(size)" font-weight="\(weight)" \
            text-anchor="\(anchor)" fill="\(color)">\(escaped)</text>

            """
    }

    private mutating func rectangle(x: Double, y: Double, width: Double, height: Double, color: String) {
        body += """
            <rect x="\(fixed(x, 1))" y="\(fixed(y, 1))" width="\(fixed(width, 1))" height="\(fixed(height, 1))" \
            fill="\(color)"/>

            """
    }

    private mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, color: String, dashes: String = "none"
    ) {
        body += """
            <line x1="\(fixed(x1, 1))" y1="\(fixed(y1, 1))" x2="\(fixed(x2, 1))" y2="\(fixed(y2, 1))" \
            stroke="\(color)" stroke-dasharray="\(dashes)"/>

            """
    }
}
