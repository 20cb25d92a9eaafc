// Circles of factories, which `initCompleted` may close.
//
//     Parent's factory  >  Child's initCompleted  >  Parent again: its factory runs again, and that instance is the one
//     Parent's factory  >  Child's factory        >  Parent again: endless
//
// The closures of users cannot throw, so an injection cannot be put off as in the core: a second run of the factory gives it an instance.

internal import ArmoryCore
internal import ArmoryRegistry

/// The runs of a factory inside of its first one, or a value of the first that is being completed.
final class Rerun {
    let cell: StandaloneCell
    /// The instance of a run, which the others return too; nil: none has ended, or nothing is shared.
    var instance: Any?
    /// How many injections ran when the innermost of them began.
    var injections = 0

    init(_ cell: StandaloneCell) { self.cell = cell }
}

extension ServiceRecord {
    /// Whether the factory runs, and may run again inside of itself.
    func canRerun(_ cell: StandaloneCell, _ call: Call?) -> Bool {
        guard cell.lifetime != .transient, RunningPath.isConstructing(cell) else { return false }
        return call != nil || RunningPath.runningInjectionCount(insideCell: cell) > 0
    }

    /// The instance of a run inside of the first.
    @inline(never)
    func rerun(_ making: Making) throws -> Service {
        let rerun = RunningGraph.current.rerun(of: making.cell)
        if let instance = rerun.instance { return known(instance) }
        // Arguments differ, so the runs may come to an end without an injection.
        guard making.call == nil else {
            let step = StandaloneCell(Void.self, .transient, shownAs: shownKey, at: location)
            return try RunningGraph.onPath(at: step) { try run(again: rerun, making) }
        }
        let (outer, injections) = (rerun.injections, RunningPath.runningInjectionCount(insideCell: making.cell))
        guard injections > outer || !RunningPath.isOnPath(making.cell) else { endInCircle() }
        let graph = RunningGraph.current
        // As deep as resolves may be in Swinject.
        guard graph.rerunDepth < 200 else { endInCircle() }
        (rerun.injections, graph.rerunDepth) = (injections, graph.rerunDepth + 1)
        defer { (rerun.injections, graph.rerunDepth) = (outer, graph.rerunDepth - 1) }
        return try run(again: rerun, making)
    }

    private func run(again rerun: Rerun, _ making: Making) throws -> Service {
        let made = try create(making)
        if let instance = rerun.instance { return known(instance) }
        if making.cell.lifetime == .singleton || objectIfClassInstance(made) != nil { rerun.instance = made }
        if let completion = making.completion {
            RunningGraph.injecting { completion.complete(made, making.container) }
        }
        return made
    }

    /// Ends the process: the factory needs the instance that it makes.
    func endInCircle() -> Never {
        var steps = RunningPath.shownSteps
        // The last round alone, and the way to it.
        if let first = steps.firstIndex(where: { $0.key == shownKey }),
            let last = steps.lastIndex(where: { $0.key == shownKey })
        {
            steps.removeSubrange(first..<last)
        }
        steps.append(ResolutionError.Step(shownKey, location))
        let error = ResolutionError(.cycle, shownKey, path: steps, location: location)
        let fix = "set one of the references in initCompleted, in a scope that shares the instance."
        endProcess(
            """
            Infinite recursive call for circular dependency has been detected. \
            To avoid the infinite call, 'initCompleted' handler should be used to inject circular dependency.
            \(error.message(fix: fix))
            """)
    }
}

extension RunningPath {
    /// The steps without those of graphs that are continued.
    static var shownSteps: [ResolutionError.Step] { steps.filter { $0.key.type != GraphIdentifier.self } }
}
