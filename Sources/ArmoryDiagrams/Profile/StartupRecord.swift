// What is known of a start, as a value.

public import Armory

/// Which factories ran when, on which thread and how long, and who waited for whom.
///
/// ``StartupProfile`` makes it. It is shown as a text, ``table()``, as a picture, ``svg(title:)``, and by tools that read the trace
/// event format of Chrome, ``chromeTrace()``.
public struct StartupRecord: Sendable {
    /// What a factory is of.
    public struct Factory: Hashable, Sendable {
        /// What it is found by, as it would be written.
        public let key: String
        /// How long its instances live.
        public let lifetime: ContainerGraph.Lifetime
        /// The module that it stands in.
        public let module: String?
        /// Where it is written.
        public let place: String

        package init(key: String, lifetime: ContainerGraph.Lifetime, module: String? = nil, place: String) {
            (self.key, self.lifetime, self.module, self.place) = (key, lifetime, module, place)
        }
    }

    /// One run of a factory.
    public struct Run: Sendable {
        /// Its place in ``StartupRecord/factories``.
        public let factory: Int
        /// Whose factory asked for it; nil: it was asked for from outside.
        public let asker: Int?
        /// From its call to its return.
        public let span: TimeSpan
        /// The thread that it returned on.
        public let thread: UInt64
        /// Whether it awaits.
        public let awaits: Bool
        /// Whether it has thrown.
        public let failed: Bool
        /// The scope that it was made in.
        public let scope: String?

        package init(
            factory: Int, asker: Int? = nil, span: TimeSpan, thread: UInt64, awaits: Bool = false, failed: Bool = false,
            scope: String? = nil
        ) {
            (self.factory, self.asker, self.span, self.thread) = (factory, asker, span, thread)
            (self.awaits, self.failed, self.scope) = (awaits, failed, scope)
        }
    }

    /// One wait for what somebody else was making.
    public struct Wait: Sendable {
        /// The place in ``StartupRecord/factories`` of what was waited for; nil: a turn.
        public let factory: Int?
        /// Whose factory waited; nil: somebody outside.
        public let asker: Int?
        /// From its beginning to its end.
        public let span: TimeSpan
        /// Who waited.
        public let thread: UInt64
        /// Who was making it; nil: a task.
        public let maker: UInt64?

        package init(factory: Int?, asker: Int? = nil, span: TimeSpan, thread: UInt64, maker: UInt64? = nil) {
            (self.factory, self.asker, self.span, self.thread, self.maker) = (factory, asker, span, thread, maker)
        }
    }

    /// The factories that ran, asked or were waited for.
    public package(set) var factories: [Factory] = []
    /// The runs, in the order of their ends.
    public package(set) var runs: [Run] = []
    /// The waits, in the order of their ends.
    public package(set) var waits: [Wait] = []
    /// How many runs and waits found no place.
    public package(set) var dropped = 0
    /// When the start was over; nil: nobody has said so.
    ///
    /// On the clock of the spans, in nanoseconds.
    public package(set) var started: UInt64?

    /// Nothing yet.
    package init(
        factories: [Factory] = [], runs: [Run] = [], waits: [Wait] = [], dropped: Int = 0, started: UInt64? = nil
    ) {
        (self.factories, self.runs, self.waits, self.dropped, self.started) = (factories, runs, waits, dropped, started)
    }
}

extension StartupRecord {
    /// The first moment of all, from which the others are counted, and the last one.
    ///
    /// - Complexity: O(runs + waits): ask once.
    var bounds: TimeSpan {
        let spans = runs.lazy.map(\.span)
        let waits = waits.lazy.map(\.span)
        let starts = [spans.map(\.start).min(), waits.map(\.start).min()].compactMap(\.self)
        let ends = [spans.map(\.end).max(), waits.map(\.end).max()].compactMap(\.self)
        return TimeSpan(start: starts.min() ?? 0, end: ends.max() ?? 0)
    }

    /// The runs by their beginnings, the longer one first.
    var runsByStart: [Int] {
        runs.indices.sorted {
            let (left, right) = (runs[$0].span, runs[$1].span)
            return (left.start, right.end, $0) < (right.start, left.end, $1)
        }
    }
}
