// The record of a start, as a value.

public import Armory

/// Which factories ran, when, on which thread and for how long, and which runs waited for others.
///
/// ``StartupProfile`` creates a record. Show it as text with ``table()``, as a picture with ``svg(title:)``, or with
/// ``chromeTrace()`` in tools that read Chrome's trace event format.
public struct StartupRecord: Sendable {
    /// A factory, described by its registration.
    public struct Factory: Hashable, Sendable {
        /// The key of the registration, as code would write it.
        public package(set) var key: String
        /// The lifetime of the instances.
        public let lifetime: Lifetime
        /// The module of the registration.
        public let module: String?
        /// The place of the registration in the source.
        public let place: String

        package init(key: String, lifetime: Lifetime, module: String? = nil, place: String) {
            (self.key, self.lifetime, self.module, self.place) = (key, lifetime, module, place)
        }
    }

    /// One run of a factory.
    public struct Run: Sendable {
        /// The index of the factory in ``StartupRecord/factories``.
        public let factory: Int
        /// The index of the factory that asked for this run, or `nil` if no factory did.
        public let asker: Int?
        /// The time from the factory's call to its return.
        public let span: TimeSpan
        /// The thread that the factory returned on.
        public let thread: UInt64
        /// Whether the factory awaits.
        public let awaits: Bool
        /// Whether the factory threw an error.
        public let failed: Bool
        /// The scope that the instance was created in.
        public let scope: String?

        package init(
            factory: Int, asker: Int? = nil, span: TimeSpan, thread: UInt64, awaits: Bool = false, failed: Bool = false,
            scope: String? = nil
        ) {
            (self.factory, self.asker, self.span, self.thread) = (factory, asker, span, thread)
            (self.awaits, self.failed, self.scope) = (awaits, failed, scope)
        }
    }

    /// One wait for an instance that another thread or task was creating, or for a turn.
    ///
    /// In a container that builds one instance at a time, a thread waits for its turn to build.
    public struct Wait: Sendable {
        /// The index in ``StartupRecord/factories`` of the factory that was waited for, or `nil` for a turn.
        public let factory: Int?
        /// The index of the factory that waited, or `nil` if no factory did.
        public let asker: Int?
        /// The time from the beginning of the wait to its end.
        public let span: TimeSpan
        /// The thread that waited.
        public let thread: UInt64
        /// The thread that was creating the instance, or `nil` if a task was.
        public let maker: UInt64?

        package init(factory: Int?, asker: Int? = nil, span: TimeSpan, thread: UInt64, maker: UInt64? = nil) {
            (self.factory, self.asker, self.span, self.thread, self.maker) = (factory, asker, span, thread, maker)
        }
    }

    /// The factories that ran, asked for an instance or were waited for.
    public package(set) var factories: [Factory] = []
    /// The runs, in the order in which they ended.
    public package(set) var runs: [Run] = []
    /// The waits, in the order in which they ended.
    public package(set) var waits: [Wait] = []
    /// The number of runs and waits that were not kept.
    public package(set) var dropped = 0
    /// The end of the start, or `nil` if it was not marked.
    ///
    /// It is in nanoseconds, on the clock of the spans.
    public package(set) var started: UInt64?

    /// Creates a record, empty by default.
    package init(
        factories: [Factory] = [], runs: [Run] = [], waits: [Wait] = [], dropped: Int = 0, started: UInt64? = nil
    ) {
        (self.factories, self.runs, self.waits, self.dropped, self.started) = (factories, runs, waits, dropped, started)
    }
}

extension StartupRecord {
    /// The first moment of the record, from which times are counted, and the last one.
    ///
    /// - Complexity: O(runs + waits), so compute it once.
    var bounds: TimeSpan {
        let spans = runs.lazy.map(\.span)
        let waits = waits.lazy.map(\.span)
        let starts = [spans.map(\.start).min(), waits.map(\.start).min()].compactMap(\.self)
        let ends = [spans.map(\.end).max(), waits.map(\.end).max()].compactMap(\.self)
        return TimeSpan(start: starts.min() ?? 0, end: ends.max() ?? 0)
    }

    /// The indices of the runs in the order of their starts; of runs with one start the longer first.
    var runsByStart: [Int] {
        runs.indices.sorted {
            let (left, right) = (runs[$0].span, runs[$1].span)
            return (left.start, right.end, $0) < (right.start, left.end, $1)
        }
    }
}
