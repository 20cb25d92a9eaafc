// A start as text.

import Armory

extension StartupRecord {
    /// A table of the runs by start: start, total time, own time, waiting time, thread, key and place.
    ///
    /// A run is indented below the run that asked for it. Times count from the record's first moment. Waits come last.
    /// A second table has the ``criticalPath``: the time and the share of each factory on it.
    ///
    /// - Complexity: O(*n* log *n*) for *n* runs and waits, if no factory runs often.
    public func table() -> String {
        let times = OwnTimes(self)
        let origin = bounds.start
        let order = runsByStart
        let depths = times.depths(order)
        let numbers = ["start", "total", "own", "waited", "thread"].map {
            TextTable.Column(heading: $0, isNumber: true)
        }
        // The last column is not shortened.
        var table = TextTable(numbers + [TextTable.Column(heading: "what", limit: .max)])
        for place in order {
            let run = runs[place]
            let indent = String(repeating: "  ", count: min(depths[place], 40))
            table.add([
                shownDuration(run.span.start - origin), shownDuration(run.span.end - run.span.start),
                shownDuration(times.own[place]), times.waited[place] > 0 ? shownDuration(times.waited[place]) : "",
                run.awaits ? "task" : String(run.thread), indent + title(of: run),
            ])
        }
        for wait in waits.sorted(by: { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }) {
            let whom = wait.factory.map { "for " + name($0) } ?? "for a turn"
            let who = wait.asker.map { " by " + name($0) } ?? ""
            table.add([
                shownDuration(wait.span.start - origin), shownDuration(wait.span.end - wait.span.start), "", "",
                String(wait.thread), "waited \(whom)\(who)",
            ])
        }
        var text = table.text + "\n"
        if let started, started >= origin { text += "started after \(shownDuration(started - origin))\n" }
        if dropped > 0 { text += "\(dropped) more are not kept\n" }
        return text + criticalPathText
    }

    /// The factories that decided how long the start took, as a table; empty: none has run.
    private var criticalPathText: String {
        let path = criticalPath
        guard !path.steps.isEmpty else { return "" }
        var table = TextTable([
            TextTable.Column(heading: "own", isNumber: true), TextTable.Column(heading: "share", isNumber: true),
            TextTable.Column(heading: "critical path of \(shownDuration(path.nanoseconds))", limit: .max),
        ])
        func add(_ nanoseconds: UInt64, _ share: Double, _ what: String) {
            table.add([shownDuration(nanoseconds), "\(Int((share * 100).rounded())) %", what])
        }
        for step in path.steps { add(step.nanoseconds, step.share, title(of: runs[step.run])) }
        if path.outside > 0 {
            add(path.outside, Double(path.outside) / Double(path.nanoseconds), "no factory ran")
        }
        return "\n" + table.text + "\n"
    }

    private func name(_ factory: Int) -> String { ShownText.shortened(factories[factory].key, to: 900, size: 12) }

    private func title(of run: Run) -> String {
        var title = name(run.factory)
        if run.failed { title += " FAILED" }
        if let scope = run.scope { title += " in \(ShownText.shortened(scope, to: 300, size: 12))" }
        return title + "  " + ShownText.visible(factories[run.factory].place)
    }
}
