// Factories that delayed a response.

import Armory

/// A slow factory that ran for a request.
public struct SlowFactory: Hashable, Sendable, CustomStringConvertible {
    /// The factory.
    public let factory: StartupRecord.Factory
    /// The scope of the run, or `nil` if the factory ran outside of scopes, after the start.
    public let scope: String?
    /// The own time of the run: without the factories it asked for and without its waits.
    public let own: Duration
    /// How to avoid the delay.
    public let fix: String

    /// The whole warning, in sentences.
    public var description: String {
        let way = scope.map { "in the scope \($0)" } ?? "after the start"
        let time = shownDuration(
            UInt64(own.components.seconds) * 1_000_000_000 + UInt64(own.components.attoseconds / 1_000_000_000))
        return
            "\(factory.key) took \(time) \(way), while a caller waited for it. \(fix) It is registered at \(factory.place)."
    }
}

extension StartupRecord {
    /// The factories whose own time exceeded a limit during a request: the slowest run of each, in descending order.
    ///
    /// A run counts for a request if it is in a scope, or after ``StartupProfile/markStarted()``.
    public func warnings(slowerThan limit: Duration) -> [SlowFactory] {
        let times = OwnTimes(self)
        var slowest: [Int: Int] = [:]
        for (place, run) in runs.enumerated() {
            let isLate = started.map { run.span.start >= $0 } ?? false
            guard run.scope != nil || isLate, .nanoseconds(Int64(clamping: times.own[place])) > limit else { continue }
            if let other = slowest[run.factory], times.own[other] >= times.own[place] { continue }
            slowest[run.factory] = place
        }
        return slowest.values.sorted { (times.own[$0], $1) > (times.own[$1], $0) }.map { place in
            let run = runs[place]
            return SlowFactory(
                factory: factories[run.factory], scope: run.scope, own: .nanoseconds(Int64(clamping: times.own[place])),
                fix: Self.fix(factories[run.factory].lifetime, run))
        }
    }

    private static func fix(_ lifetime: Lifetime, _ run: Run) -> String {
        // Eager instances are created when the container is built, or by `start()` if their factory awaits.
        let early = run.awaits ? ", and start() the container before the first request" : ""
        let wait = run.awaits ? "" : ", or make its factory async, so that it blocks no thread"
        return switch lifetime {
        case .singleton: "Mark it eager\(early)\(wait)."
        case .shared, .custom: "Resolve it once before the first request and keep it\(wait)."
        case .transient, .graph, .scoped: "Move the slow work into an eager singleton\(early)\(wait)."
        }
    }
}
