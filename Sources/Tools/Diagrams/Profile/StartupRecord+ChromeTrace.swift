// A start in the format of Chrome's traces.

import Armory

extension StartupRecord {
    /// The record in the trace event format, for `chrome://tracing`, Perfetto and Speedscope.
    ///
    /// Perfetto is at <https://ui.perfetto.dev>.
    /// The format is that of "Trace Event Format" by N. Duca and D. Sinclair
    /// (<https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>).
    /// The trace has complete events (`X`) of the categories `factory` and `wait`, and the names of threads (`M`).
    /// A flow (`s`, `f`) leads from a run to each wait for it.
    ///
    /// Factories that await are on the row `tasks`, because they do not stay on one thread. Runs that overlap without
    /// nesting need a further row, `tasks (2)`, because the format cannot show them on one.
    public func chromeTrace() -> String { ChromeTrace(self).text }
}

/// The events of a trace, and the rows that they are on.
private struct ChromeTrace {
    private let record: StartupRecord
    private let origin: UInt64
    private let times: OwnTimes
    private let order: [Int]
    private var names: [(row: UInt64, name: String)] = []
    private var rowOfRun: [UInt64]
    private var rowOfWait: [UInt64]

    /// A run or a wait that needs a row.
    private struct Item {
        var span: TimeSpan
        var run: Int?
        var wait: Int?
    }

    /// The row of factories that await; no thread has this number.
    private static let tasks: UInt64 = 0

    init(_ record: StartupRecord) {
        self.record = record
        origin = record.bounds.start
        times = OwnTimes(record)
        order = record.runsByStart
        rowOfRun = Array(repeating: Self.tasks, count: record.runs.count)
        rowOfWait = Array(repeating: Self.tasks, count: record.waits.count)
        var items: [UInt64: [Item]] = [:]
        for place in order {
            let run = record.runs[place]
            items[run.awaits ? Self.tasks : run.thread, default: []].append(Item(span: run.span, run: place))
        }
        for (place, wait) in record.waits.enumerated() {
            items[wait.thread, default: []].append(Item(span: wait.span, wait: place))
        }
        var next = (items.keys.max() ?? 0) + 1
        // Tasks come last.
        for row in items.keys.sorted(by: { ($0 == Self.tasks ? .max : $0) < ($1 == Self.tasks ? .max : $1) }) {
            let name = row == Self.tasks ? "tasks" : "thread \(row)"
            place(items[row] ?? [], from: row, name, &next)
        }
    }

    /// Puts each item on the first row where it is nested in the open items or begins after them.
    private mutating func place(_ items: [Item], from first: UInt64, _ name: String, _ next: inout UInt64) {
        // The ends of the open items of each row, the innermost item last.
        var open: [(row: UInt64, ends: [UInt64])] = []
        let order = items.indices.sorted {
            let (left, right) = (items[$0].span, items[$1].span)
            return (left.start, right.end, $0) < (right.start, left.end, $1)
        }
        for item in order.map({ items[$0] }) {
            var found: Int?
            for place in open.indices {
                while let end = open[place].ends.last, end <= item.span.start { open[place].ends.removeLast() }
                guard open[place].ends.last.map({ $0 >= item.span.end }) ?? true else { continue }
                found = place
                break
            }
            if found == nil {
                let row = open.isEmpty ? first : next
                if !open.isEmpty { next += 1 }
                names.append((row, open.isEmpty ? name : "\(name) (\(open.count + 1))"))
                open.append((row, []))
            }
            let place = found ?? open.count - 1
            open[place].ends.append(item.span.end)
            if let run = item.run { rowOfRun[run] = open[place].row }
            if let wait = item.wait { rowOfWait[wait] = open[place].row }
        }
    }

    var text: String {
        var events = names.map {
            #"{"ph":"M","name":"thread_name","pid":1,"tid":\#($0.row),"args":{"name":"\#($0.name)"}}"#
        }
        events += order.map { event(ofRun: $0) }
        for number in record.waits.indices { events += self.events(ofWait: number) }
        return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
    }

    private func event(ofRun place: Int) -> String {
        let run = record.runs[place]
        let factory = record.factories[run.factory]
        var facts = [
            ("key", factory.key), ("place", factory.place), ("lifetime", factory.lifetime.rawValue),
            ("own", shownDuration(times.own[place])),
        ]
        if let module = factory.module { facts.append(("module", module)) }
        if let scope = run.scope { facts.append(("scope", scope)) }
        if let asker = run.asker { facts.append(("asker", record.factories[asker].key)) }
        if run.failed { facts.append(("failed", "true")) }
        return slice(factory.key, run.failed ? "factory,failed" : "factory", run.span, rowOfRun[place], facts)
    }

    /// The event of a wait, and the flow from the run that it waited for.
    private func events(ofWait number: Int) -> [String] {
        let wait = record.waits[number]
        let row = rowOfWait[number]
        let name = wait.factory.map { record.factories[$0].key } ?? "a turn"
        let asker = wait.asker.map { [("asker", record.factories[$0].key)] } ?? []
        let slice = slice("waits for \(name)", "wait", wait.span, row, asker)
        guard let place = times.run(waitedFor: wait) else { return [slice] }
        let from = max(record.runs[place].span.start, wait.span.start)
        let to = max(from, wait.span.end - (wait.span.end > wait.span.start ? 1 : 0))
        let common = #""name":"waits","cat":"wait","id":\#(number + 1),"pid":1"#
        return [
            slice, #"{"ph":"s",\#(common),"tid":\#(rowOfRun[place]),"ts":\#(microseconds(from - origin))}"#,
            #"{"ph":"f","bp":"e",\#(common),"tid":\#(row),"ts":\#(microseconds(to - origin))}"#,
        ]
    }

    private func slice(
        _ name: String, _ category: String, _ span: TimeSpan, _ row: UInt64, _ facts: [(String, String)]
    ) -> String {
        let arguments = facts.map { "\"\($0.0)\":\(JSONText.quoted($0.1))" }.joined(separator: ",")
        return #"{"ph":"X","name":\#(JSONText.quoted(name)),"cat":"\#(category)","pid":1,"tid":\#(row),"#
            + #""ts":\#(microseconds(span.start - origin)),"dur":\#(microseconds(span.end - span.start)),"#
            + #""args":{\#(arguments)}}"#
    }

    /// The time in microseconds, with fractions, as the format requires.
    private func microseconds(_ nanoseconds: UInt64) -> String {
        let rest = String(nanoseconds % 1000)
        return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
