// Circles of factories, which `initCompleted` may close.
//
//     Parent's factory  >  Child's initCompleted  >  Parent again: its factory runs again, and that instance is the one
//     Parent's factory  >  Child's factory        >  Parent again: endless
//
// The closures of users cannot throw, so an injection cannot be put off as in the core: a second run of the factory gives it an instance.

internal import ArmoryCore
internal import ArmoryRegistry

/// The second run of a factory inside of the first.
final class Rerun {
    /// What the run is on the path, so that an endless one is found.
    let cell: StandaloneCell
    /// What the run has made, which the first one returns too; nil: it has not ended, or nothing is shared.
    var instance: Any?

    init(_ cell: StandaloneCell) { self.cell = cell }
}

extension ServiceRecord {
    /// Whether the factory may run again inside of itself.
    ///
    /// If it is another thread that makes the instance, that thread waits for this one.
    func canRerun(_ cell: StandaloneCell, _ call: Call?) -> Bool {
        guard RunningPath.has(cell) else { return true }
        return call != nil || RunningPath.isInjecting(since: cell)
    }

    /// The instance of a second run inside of the first.
    func rerun(_ making: Making<Service>) throws(ResolutionError) -> Service {
        let rerun = RunningGraph.current.rerun(of: making.cell) {
            StandaloneCell(Service.self, .transient, shownAs: shownKey, at: location)
        }
        if let instance = rerun.instance, let known = instance as? Service { return known }
        return try making.obtain(from: rerun.cell) { [self] in
            let made = try create(making.container, making.call)
            if let instance = rerun.instance, let known = instance as? Service {
                making.isComplete = true
                return known
            }
            if making.cell.lifetime == .singleton || !isValue(made) { rerun.instance = made }
            return made
        }
    }

    /// Ends the process: the factory needs an instance of its own.
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
