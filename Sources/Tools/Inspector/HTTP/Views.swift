// The data that the routes return.

#if Inspector
package import Armory
package import ArmoryDiagrams
internal import ArmoryHealth

/// The source of each view's JSON.
package struct Views: Sendable {
    package var summary: @Sendable () async -> Inspector.Summary
    package var graph: @Sendable () -> ContainerGraph
    package var slots: @Sendable () -> Inspector.Slots
    package var scopes: @Sendable () -> Inspector.OpenScopes
    package var events: @Sendable (_ number: Int) -> Inspector.RecentEvents
    /// The list of recorded scopes, or the one with a number.
    package var recorded: @Sendable (_ number: Int?) -> Inspector.RecordedScopes
    package var start: @Sendable () -> Inspector.Start
    package var conditions: @Sendable () -> [ConditionInfo]
    /// Why a key leads to its registration.
    package var why: @Sendable (_ key: String) throws(NodeSearchError) -> KeyReason

    package init(
        summary: @escaping @Sendable () async -> Inspector.Summary, graph: @escaping @Sendable () -> ContainerGraph,
        slots: @escaping @Sendable () -> Inspector.Slots, scopes: @escaping @Sendable () -> Inspector.OpenScopes,
        events: @escaping @Sendable (_ number: Int) -> Inspector.RecentEvents,
        recorded: @escaping @Sendable (_ number: Int?) -> Inspector.RecordedScopes,
        start: @escaping @Sendable () -> Inspector.Start,
        conditions: @escaping @Sendable () -> [ConditionInfo],
        why: @escaping @Sendable (_ key: String) throws(NodeSearchError) -> KeyReason
    ) {
        self.summary = summary
        self.graph = graph
        self.slots = slots
        self.scopes = scopes
        self.events = events
        self.recorded = recorded
        self.start = start
        self.conditions = conditions
        self.why = why
    }

    init(_ inspector: Inspector, _ container: Container) {
        self.init(
            summary: { inspector.summary(of: container, await container.health()) }, graph: { container.graph },
            slots: { inspector.slots(of: container) }, scopes: { inspector.openScopes },
            events: { inspector.events(after: $0) },
            recorded: { $0.map { inspector.recordedScope($0) } ?? inspector.recordedScopes },
            start: { inspector.start },
            conditions: { container.conditions }, why: { key throws(NodeSearchError) in try container.reason(for: key) }
        )
    }
}
#endif
