// How the time of a start is divided among the runs.

import Armory

extension StartupRecord {
    /// The own time of each run, in nanoseconds, in the order of the runs.
    package var ownTimes: [UInt64] { OwnTimes(self).own }
}

/// The own time of each run: its duration without the runs that it asked for and without its waits.
struct OwnTimes {
    /// The run that asked for each run, if it is known.
    private(set) var parents: [Int?]
    /// The own time of each run, in nanoseconds.
    private(set) var own: [UInt64]
    /// The time that each run waited for others, in nanoseconds.
    private(set) var waited: [UInt64]
    /// The run that waited, for each wait, if it is known.
    private(set) var waiters: [Int?] = []
    private let record: StartupRecord
    /// The runs of each factory, in the order of their starts.
    private let runsOf: [Int: [Int]]

    init(_ record: StartupRecord) {
        self.record = record
        let runsOf = Dictionary(grouping: record.runsByStart) { record.runs[$0].factory }
        self.runsOf = runsOf
        /// The innermost run of a factory around a span; if several run at once, the one on the same thread.
        func run(of factory: Int?, around span: TimeSpan, thread: UInt64, not itself: Int? = nil) -> Int? {
            guard let factory else { return nil }
            let around = (runsOf[factory] ?? []).filter {
                let outer = record.runs[$0].span
                return $0 != itself && outer.start <= span.start && span.end <= outer.end
            }
            return around.last { record.runs[$0].thread == thread } ?? around.last
        }

        let parents = record.runs.indices.map { place in
            let run0 = record.runs[place]
            return run(of: run0.asker, around: run0.span, thread: run0.thread, not: place)
        }
        self.parents = parents
        // The spans in which others worked for a run. Overlapping spans are counted once.
        var elsewhere = Array(repeating: [TimeSpan](), count: record.runs.count)
        waited = Array(repeating: 0, count: record.runs.count)
        for (place, parent) in parents.enumerated() {
            if let parent { elsewhere[parent].append(record.runs[place].span) }
        }
        for wait in record.waits {
            let waiter = run(of: wait.asker, around: wait.span, thread: wait.thread)
            waiters.append(waiter)
            guard let waiter else { continue }
            elsewhere[waiter].append(wait.span)
            waited[waiter] += wait.span.end - wait.span.start
        }
        own = record.runs.indices.map { place in
            var covered: UInt64 = 0
            var reached: UInt64 = 0
            for span in elsewhere[place].sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) })
            where span.end > reached {
                covered += span.end - max(span.start, reached)
                reached = span.end
            }
            let span = record.runs[place].span
            return span.end - span.start - min(covered, span.end - span.start)
        }
    }

    /// The factory's last run during a wait, on the maker's thread if the maker is known.
    func run(waitedFor wait: StartupRecord.Wait) -> Int? {
        guard let factory = wait.factory else { return nil }
        return (runsOf[factory] ?? []).last {
            let run = record.runs[$0]
            return run.span.start < wait.span.end && run.span.end >= wait.span.start
                && (wait.maker == nil || run.thread == wait.maker)
        }
    }

    /// The nesting depth of each run, by the runs that asked.
    func depths(_ order: [Int]) -> [Int] {
        var depths = Array(repeating: 0, count: parents.count)
        // The asking run begins first, so its depth is known.
        for place in order { depths[place] = parents[place].map { depths[$0] + 1 } ?? 0 }
        return depths
    }
}
