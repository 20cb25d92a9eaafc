// The chain of factories that decided how long a start took.

import Armory

extension StartupRecord {
    /// The factories that decided how long a start took, and the time that each of them had on the path.
    ///
    /// At each moment of the start, the path is at one factory: a faster start needs this factory to be faster at this moment. The path is
    /// followed backwards from the end of the last factory. A factory that ended with a request or a wait continues where the other factory
    /// ended. A factory that nothing asked for continues at the factory that ended last before it.
    public struct CriticalPath: Hashable, Sendable {
        /// A factory on the path.
        public struct Step: Hashable, Sendable {
            /// The index of the run in ``StartupRecord/runs``.
            public let run: Int
            /// The factory.
            public let factory: Factory
            /// Its own time on the path, in nanoseconds: without the factories that the path is at instead.
            public let nanoseconds: UInt64
            /// Its share of the whole path, from 0 to 1.
            public let share: Double
        }

        /// The factories, in the order in which the path is first at them.
        public let steps: [Step]
        /// The time of the whole path, from the beginning of the first factory to the end of the last one, in nanoseconds.
        public let nanoseconds: UInt64
        /// The time in which no factory of the path ran, in nanoseconds.
        public let outside: UInt64
    }

    /// The factories that decided how long the start took; no steps: no factory has run.
    ///
    /// Runs in scopes, and runs that ended after ``started``, are not of the start.
    ///
    /// - Complexity: O(*n* log *n*) for *n* runs and waits, if no factory runs often.
    public var criticalPath: CriticalPath {
        var walk = CriticalWalk(self)
        return walk.path()
    }
}

/// The way back through the runs of a start.
private struct CriticalWalk {
    private let record: StartupRecord
    /// The run that asked for each run, if it is known and of the start.
    private var parents: [Int?]
    /// What each run waits for, the earliest end first: a run that it asked for, or one that another thread made.
    private var inner: [[(end: UInt64, run: Int)]]
    /// The runs that nothing asked for, the earliest end first.
    private var outermost: [Int] = []
    /// The run that waited for a run, if the path came to it in this way.
    private var waiter: [Int?]
    private var isEntered: [Bool]
    /// Whether the way back has passed the start of a run.
    private var isLeft: [Bool]
    /// The time of each run on the path.
    private var own: [UInt64]
    /// The runs in the order in which the way back was last at them.
    private var order: [Int] = []

    init(_ record: StartupRecord) {
        self.record = record
        let times = OwnTimes(record)
        parents = times.parents
        let count = record.runs.count
        inner = Array(repeating: [], count: count)
        waiter = Array(repeating: nil, count: count)
        isEntered = Array(repeating: false, count: count)
        isLeft = isEntered
        own = Array(repeating: 0, count: count)
        let isCounted = record.runs.map { run in
            run.scope == nil && record.started.map { run.span.end <= $0 } ?? true
        }
        for place in record.runs.indices where isCounted[place] {
            if let parent = parents[place], !isCounted[parent] { parents[place] = nil }
            if let parent = parents[place] {
                inner[parent].append((record.runs[place].span.end, place))
            } else {
                outermost.append(place)
            }
        }
        for (wait, place) in zip(record.waits, times.waiters) {
            guard let place, isCounted[place], let made = times.run(waitedFor: wait), made != place, isCounted[made]
            else { continue }
            inner[place].append((wait.span.end, made))
        }
        for place in inner.indices where inner[place].count > 1 {
            inner[place].sort { ($0.end, $1.run) < ($1.end, $0.run) }
        }
        outermost.sort { (record.runs[$0].span.end, $1) < (record.runs[$1].span.end, $0) }
    }

    mutating func path() -> StartupRecord.CriticalPath {
        guard let last = outermost.popLast() else { return .init(steps: [], nanoseconds: 0, outside: 0) }
        let end = record.runs[last].span.end
        var time = end
        var outside: UInt64 = 0
        var current = last
        enter(last)
        while true {
            let start = record.runs[current].span.start
            if let (until, next) = nextInner(of: current, before: time), until > start {
                add(time - until, to: current)
                if parents[next] != current { waiter[next] = current }
                (current, time) = (next, until)
                enter(next)
                continue
            }
            if time > start { add(time - start, to: current) }
            time = min(time, start)
            isLeft[current] = true
            if let parent = parents[current], !isLeft[parent] {
                current = parent
                enter(parent)
            } else if let other = runningWaiter(for: current, at: time) {
                current = innermost(of: other, at: time)
            } else if let before = previous(to: time) {
                outside += time - record.runs[before].span.end
                (current, time) = (before, record.runs[before].span.end)
                enter(before)
            } else {
                break
            }
        }
        return result(nanoseconds: end - time, outside: outside)
    }

    private mutating func enter(_ run: Int) { isEntered[run] = true }

    private mutating func add(_ nanoseconds: UInt64, to run: Int) {
        guard nanoseconds > 0 else { return }
        own[run] += nanoseconds
        order.append(run)
    }

    /// The run that the path was at before a run went on, and until when; each is entered once.
    private mutating func nextInner(of run: Int, before time: UInt64) -> (end: UInt64, run: Int)? {
        while let (end, next) = inner[run].popLast() {
            guard !isEntered[next], record.runs[next].span.start < time else { continue }
            // The wait may have ended some time after the run.
            let until = min(end, record.runs[next].span.end)
            if until <= time { return (until, next) }
        }
        return nil
    }

    /// The innermost run around a moment, among the one that waited for a run and those that asked for it.
    private func runningWaiter(for run: Int, at time: UInt64) -> Int? {
        var place = waiter[run]
        while let next = place {
            let span = record.runs[next].span
            if span.start < time, time <= span.end { return next }
            place = parents[next]
        }
        return nil
    }

    /// The innermost run that a run had asked for, and that ran at a moment.
    private mutating func innermost(of run: Int, at time: UInt64) -> Int {
        var place = run
        while let next = inner[place].first(where: {
            let span = record.runs[$0.run].span
            return !isEntered[$0.run] && parents[$0.run] == place && span.start < time && time <= span.end
        }) {
            place = next.run
            enter(place)
        }
        return place
    }

    /// The run that nothing asked for and that ended last before a moment.
    private mutating func previous(to time: UInt64) -> Int? {
        while let run = outermost.popLast() {
            if !isEntered[run], record.runs[run].span.end <= time { return run }
        }
        return nil
    }

    private func result(nanoseconds: UInt64, outside: UInt64) -> StartupRecord.CriticalPath {
        var seen: Set<Int> = []
        let steps = order.reversed().filter { seen.insert($0).inserted }.map { run in
            StartupRecord.CriticalPath.Step(
                run: run, factory: record.factories[record.runs[run].factory], nanoseconds: own[run],
                share: Double(own[run]) / Double(max(1, nanoseconds)))
        }
        return .init(steps: steps, nanoseconds: nanoseconds, outside: outside)
    }
}
