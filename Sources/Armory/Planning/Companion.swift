/// What the features keep for a container.
final class Companion: ContainerCompanion {
    let configuration: Container.Configuration
    let lifecycle: Lifecycle
    let observesClosings: Bool
    /// Why registrations are used or not.
    let report: ConditionReport
    /// The registrations that are used.
    let entries: [Plan.Entry]
    /// How types without registrations are created.
    let justInTime: JustInTime
    /// The decorators, adapters and interceptors, also those of a container that is overridden.
    let layers: [Layer]
    /// Those of them that are around `entries`.
    let plannedLayers: [Layer]
    /// Whom the container tells; nil: nobody listens.
    let hub: EventHub?
    /// What the product that runs health checks keeps for the container.
    let attachedObject = Guarded<(any AnyObject & Sendable)?>(nil)

    /// - Parameters:
    ///   - records: The registrations that the container creates anew.
    ///   - layers: Its decorators, adapters and interceptors; nil: those that were planned.
    init(
        _ configuration: Container.Configuration, _ planning: Planning, _ entries: [Plan.Entry],
        creating records: [Record], layers: [Layer]? = nil
    ) {
        (self.configuration, self.entries) = (configuration, entries)
        lifecycle = Lifecycle(records)
        observesClosings = lifecycle.hasHooks
        (report, justInTime, hub, plannedLayers) = (planning.report, planning.justInTime, planning.hub, planning.layers)
        self.layers = layers ?? planning.layers
    }

    /// What the features keep for a container whose factories run only to be observed.
    init(ofTrial original: Companion) {
        (configuration, report, entries) = (original.configuration, original.report, original.entries)
        (justInTime, layers, plannedLayers, hub) = (original.justInTime, original.layers, original.plannedLayers, nil)
        (lifecycle, observesClosings) = (Lifecycle([]), false)
    }

    /// Why registrations are used or not, as far as this container knows.
    var conditions: [ConditionInfo] { report.explainWhyUsedOrNot(entries) { _ in nil } }
}

extension Companion {
    var endLimit: Duration? { configuration.stopLimit }

    func requestEndReturningFirstStep() -> EndStep { lifecycle.requestEndReturningFirstStep() }

    func errorsOfNeverStarted(beforeClosing records: [Record]) -> [ResolutionError] {
        lifecycle.errorsOfNeverStarted(among: records)
    }

    func reportHookError(_ failure: ResolutionError) { configuration.reportFailure?(failure) }
}
