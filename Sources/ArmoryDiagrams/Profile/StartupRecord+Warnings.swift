// What was slow while somebody waited for an answer.

import Armory

/// A factory that was slow on the way of a request.
public struct SlowFactory: Hashable, Sendable, CustomStringConvertible {
    /// What it is of.
    public let factory: StartupRecord.Factory
    /// The scope that it was made in; nil: it was made outside of scopes, after the start.
    public let scope: String?
    /// How long it took itself, without what it asked and waited for.
    public let own: Duration
    /// What can be done about it.
    public let fix: String

    /// All of it, in one sentence and another.
    public var description: String {
        let way = scope.map { "in the scope \($0)" } ?? "after the start"
        let time = shownDuration(
            UInt64(own.components.seconds) * 1_000_000_000 + UInt64(own.components.attoseconds / 1_000_000_000))
        return
            "\(factory.key) took \(time) \(way), while somebody waited for it. \(fix) It is registered at \(factory.place)."
    }
}

extension StartupRecord {
    /// The factories that took so long themselves on the way of a request: the slowest run of each, the slowest first.
    ///
    /// On the way of a request is what is made in a scope, and what is made after ``StartupProfile/markStarted()``.
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

    private static func fix(_ lifetime: ContainerGraph.Lifetime, _ run: Run) -> String {
        // What is eager is made when the container is built, or, where it awaits, by its start.
        let early = run.awaits ? ", and start() the container before the first request" : ""
        let wait = run.awaits ? "" : ", or make its factory async, so that no thread is held"
        return switch lifetime {
        case .singleton: "Mark it eager\(early)\(wait)."
        case .shared, .custom: "Ask for it once before the first request and keep it\(wait)."
        case .transient, .graph, .scoped: "Move what is slow into a singleton that is eager\(early)\(wait)."
        }
    }
}
