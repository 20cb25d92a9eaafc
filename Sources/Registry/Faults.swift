// Errors that the libraries find themselves, in the words of the core: each library says how to fix them.

package import ArmoryCore

extension ResolutionError.Code {
    /// The factory returns `Void`, mostly because a `return` is missing.
    package static let noInstance = ResolutionError.Code("noInstance")
}

extension ResolutionError {
    /// The error of a key that nothing is registered under, asked for by what runs on this thread.
    ///
    /// - Parameter registries: Where keys are looked for that are similar.
    package static func missing(_ key: EntryKey, near registries: [Registry]) -> ResolutionError {
        let steps = RunningPath.steps
        var near: [Step] = []
        for registry in registries where near.count < 3 { near += registry.near(key) }
        return ResolutionError(
            .missing, key.shown, path: steps + [Step(key.shown)], location: steps.last?.location,
            detail: .near(Array(near.prefix(3))))
    }

    /// The error of a factory that returns `Void`; nil: it returns something else.
    package static func noInstance(_ entry: Entry) -> ResolutionError? {
        guard entry.instanceType == Void.self else { return nil }
        return ResolutionError(
            .noInstance, entry.shownKey, location: entry.location,
            detail: .words(
                headline: "A factory returns nothing, so there is no instance to register.", fix: "return an instance.")
        )
    }
}

extension Registry {
    /// The entries of the same type, or of a type of the same name, here and in the parents.
    fileprivate func near(_ key: EntryKey) -> [ResolutionError.Step] {
        let name = TypeName.sourceName(of: key.type)
        let own = entries.filter { $0.key.type == key.type || TypeName.sourceName(of: $0.key.type) == name }
            .map { entry in ResolutionError.Step(locked { entry.shownKey }, entry.location) }
            .sorted { $0.key.description < $1.key.description }
        return own + parents.flatMap { $0.near(key) }
    }
}
