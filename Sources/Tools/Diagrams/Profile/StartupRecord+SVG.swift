// A start as a picture like a flame graph.

import Armory

extension StartupRecord {
    /// The record as SVG: a block for each thread, runs below the run that asked for them, times as widths.
    ///
    /// Waits are hatched, and the runs on the ``criticalPath`` have a thick frame. The colours are those of the graph's picture.
    /// Each bar has a tooltip, and the picture suits light and dark pages.
    public func svg(title: String = "Start") -> String {
        ProfilePicture(self, title: title).svg()
    }
}

/// A start, laid out in rows.
struct ProfilePicture {
    private struct Bar {
        var run: Int?
        var wait: Int?
        var span: TimeSpan
        var row = 0
    }

    private let record: StartupRecord
    private let title: String
    private let times: OwnTimes
    private let bounds: TimeSpan
    private let path: StartupRecord.CriticalPath
    /// The steps of the path, by their runs.
    private let steps: [Int: StartupRecord.CriticalPath.Step]
    /// The blocks: one for each thread, then one for the tasks.
    private var blocks: [(name: String, bars: [Bar], rows: Int)] = []

    private static let left = 120.0
    private static let chart = 1160.0
    private static let rowHeight = 22.0
    private static let top = 96.0

    init(_ record: StartupRecord, title: String) {
        self.record = record
        self.title = title
        times = OwnTimes(record)
        bounds = record.bounds
        path = record.criticalPath
        steps = Dictionary(uniqueKeysWithValues: path.steps.map { ($0.run, $0) })
        var bars: [UInt64: [Bar]] = [:]
        var tasks: [Bar] = []
        for (place, run) in record.runs.enumerated() {
            let bar = Bar(run: place, span: run.span)
            if run.awaits { tasks.append(bar) } else { bars[run.thread, default: []].append(bar) }
        }
        for (place, wait) in record.waits.enumerated() {
            bars[wait.thread, default: []].append(Bar(wait: place, span: wait.span))
        }
        // Threads are ordered by their first start.
        let threads = bars.keys.sorted {
            let (one, other) = (bars[$0]?.map(\.span.start).min() ?? 0, bars[$1]?.map(\.span.start).min() ?? 0)
            return (one, $0) < (other, $1)
        }
        for thread in threads { add("thread \(thread)", bars[thread] ?? []) }
        if !tasks.isEmpty { add("tasks", tasks) }
    }

    /// Puts each bar into the first free row, so a bar within another bar is below it.
    private mutating func add(_ name: String, _ bars: [Bar]) {
        var ends: [UInt64] = []
        var placed: [Bar] = []
        let order = bars.indices.sorted {
            (bars[$0].span.start, bars[$1].span.end, $0) < (bars[$1].span.start, bars[$0].span.end, $1)
        }
        for place in order {
            var bar = bars[place]
            if let row = ends.firstIndex(where: { $0 <= bar.span.start }) {
                bar.row = row
                ends[row] = bar.span.end
            } else {
                bar.row = ends.count
                ends.append(bar.span.end)
            }
            placed.append(bar)
        }
        blocks.append((name, placed, ends.count))
    }

    private func x(_ time: UInt64) -> Double {
        let length = max(1, bounds.end - bounds.start)
        return Self.left + Double(min(time, bounds.end) - bounds.start) / Double(length) * Self.chart
    }

    func svg() -> String {
        let rows = Double(blocks.reduce(0) { $0 + $1.rows })
        let height = Self.top + rows * Self.rowHeight + Double(blocks.count) * 14 + 24
        let width = Self.left + Self.chart + Spacing.margin
        var svg = SVGText()
        svg.begin(width: width, height: height, title: title, summary: summary, style: DiagramStyle.profile)
        svg.add(
            "<defs><pattern id=\"armory-wait\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                + "patternTransform=\"rotate(45)\"><path class=\"hatch\" d=\"M0 0V6\"/></pattern></defs>")
        svg.text(ShownText.shortened(title, to: Self.chart, size: 18), x: Spacing.margin, y: 32, class: "title")
        svg.text(summary, x: Spacing.margin, y: 49, class: "small")
        addLegend(to: &svg)
        addAxis(height: height, to: &svg)
        var y = Self.top
        for block in blocks {
            let size = Double(block.rows) * Self.rowHeight
            svg.rectangle(Box(x: Self.left, y: y, width: Self.chart, height: size), class: "row")
            svg.text(block.name, x: Spacing.margin, y: y + 15, class: "faint")
            for bar in block.bars { draw(bar, y: y + Double(bar.row) * Self.rowHeight, into: &svg) }
            y += size + 14
        }
        svg.end()
        return svg.text
    }

    private var summary: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        var text = count(record.runs.count, "run of a factory", "runs of factories")
        text += " in \(shownDuration(bounds.end - bounds.start)) on "
        text += count(blocks.count { $0.name != "tasks" }, "thread", "threads")
        if !record.waits.isEmpty { text += ", " + count(record.waits.count, "wait", "waits") }
        if !path.steps.isEmpty { text += ", critical path \(shownDuration(path.nanoseconds))" }
        let failed = record.runs.count(where: \.failed)
        if failed > 0 { text += ", \(failed) failed" }
        if record.dropped > 0 { text += ", \(record.dropped) more are not kept" }
        return text
    }

    private func draw(_ bar: Bar, y: Double, into svg: inout SVGText) {
        // A very short bar is still one unit wide.
        let box = Box(x: x(bar.span.start), y: y + 1, width: max(1, x(bar.span.end) - x(bar.span.start)), height: 20)
        let time = shownDuration(bar.span.end - bar.span.start)
        let begin = "begins after \(shownDuration(bar.span.start - bounds.start))"
        var label = ""
        if let run = bar.run.map({ record.runs[$0] }), let place = bar.run {
            let factory = record.factories[run.factory]
            label = factory.key
            var lines = [factory.key, "\(time), \(shownDuration(times.own[place])) of it itself", begin]
            lines.append("\(factory.lifetime.rawValue)\(run.scope.map { " in \($0)" } ?? "") at \(factory.place)")
            if let step = steps[place] {
                lines.append(
                    "\(shownDuration(step.nanoseconds)) of the critical path, \(Int((step.share * 100).rounded())) %")
            }
            if let asker = run.asker { lines.append("asked for by \(record.factories[asker].key)") }
            if run.failed { lines.append("failed") }
            let names =
                "n \(DiagramStyle.className(factory.lifetime))\(run.failed ? " failed" : "")"
                + (steps[place] == nil ? "" : " critical")
            svg.add("<g class=\"\(names)\" data-run=\"\(place)\">\(SVGText.tooltip(lines))")
            svg.rectangle(box, radius: 2, class: "bar")
            if run.failed { label = "✕ " + label }
        } else if let place = bar.wait {
            let wait = record.waits[place]
            let name = wait.factory.map { record.factories[$0].key } ?? "a turn"
            var lines = ["waits for \(name)", time, begin]
            if let maker = wait.maker { lines.append("which thread \(maker) makes") }
            if let asker = wait.asker { lines.append("asked for by \(record.factories[asker].key)") }
            svg.add("<g class=\"w\" data-wait=\"\(place)\">\(SVGText.tooltip(lines))")
            svg.rectangle(box, radius: 2, class: "wait")
        }
        if box.width > 50, !label.isEmpty {
            svg.text(
                ShownText.shortened(label, to: box.width - 10, size: 11), x: box.x + 5, y: y + 15, class: "letters")
        }
        svg.add("</g>")
    }

    private func addLegend(to svg: inout SVGText) {
        var x = Spacing.margin
        let used = Set(record.runs.map { record.factories[$0.factory].lifetime })
        for lifetime in Lifetime.allCases where used.contains(lifetime) {
            svg.add("<g class=\"n \(DiagramStyle.className(lifetime))\">")
            svg.rectangle(Box(x: x, y: 58, width: 26, height: 14), radius: 2, class: "bar")
            svg.add("</g>")
            svg.text(lifetime.rawValue, x: x + 32, y: 69, class: "entry")
            x += 32 + ShownText.width(lifetime.rawValue, size: 12) + 18
        }
        if !record.waits.isEmpty {
            svg.rectangle(Box(x: x, y: 58, width: 26, height: 14), radius: 2, class: "wait")
            svg.text("waits", x: x + 32, y: 69, class: "entry")
            x += 32 + ShownText.width("waits", size: 12) + 18
        }
        guard !steps.isEmpty else { return }
        svg.add("<g class=\"critical\">")
        svg.rectangle(Box(x: x, y: 58, width: 26, height: 14), radius: 2, class: "bar frame")
        svg.add("</g>")
        svg.text("critical path", x: x + 32, y: 69, class: "entry")
    }

    private func addAxis(height: Double, to svg: inout SVGText) {
        let length = bounds.end - bounds.start
        for tick in 0...5 {
            let time = length / 5 * UInt64(tick)
            let x = Self.left + Self.chart * Double(tick) / 5
            svg.add(
                "<path class=\"grid\" d=\"M\(SVGText.number(x)) \(SVGText.number(Self.top - 4))V\(SVGText.number(height - 20))\"/>"
            )
            svg.text(
                shownDuration(tick == 5 ? length : time), x: tick == 5 ? x : x + 2, y: Self.top - 8,
                class: tick == 5 ? "small end" : "small")
        }
        guard let started = record.started, started >= bounds.start, started <= bounds.end else { return }
        svg.add(
            "<path class=\"hatch\" d=\"M\(SVGText.number(x(started))) \(SVGText.number(Self.top - 4))"
                + "V\(SVGText.number(height - 20))\"/>")
        svg.text("started", x: x(started) + 3, y: height - 8, class: "small")
    }
}
