// What a check finds in a module besides the faults of its container.

package import Armory

extension GraphTrial {
    /// How many registrations the module has.
    var registrationCount: Int {
        plan.entries.count { entry in
            !entry.record.isAlias && !entry.record.isPart && !(entry.record.key.type is any EntryType.Type)
        }
    }

    /// The faults of opening scopes with values of some types, as their opening or their resolves would throw them.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scopes.
    ///   - seeds: The keys that the scopes get values for.
    /// - Returns: For each value that no registration declares its fault and its place in `seeds`; then the fault of each
    ///   declared value that is not among them.
    func seedFaults(
        of tag: ScopeTag, given seeds: [ServiceKey]
    ) -> [(fault: ResolutionError, seed: Int?)] {
        var faults: [(fault: ResolutionError, seed: Int?)] = []
        for (number, key) in seeds.enumerated() {
            let record = search.record(forPublicKey: key)
            guard record?.scopeTag != tag else { continue }
            let detail = ResolutionError.Detail.seed(tag, near: near(key))
            faults.append((ResolutionError(.seedNotDeclared, key, location: record?.location, detail: detail), number))
        }
        let declared = plan.entries.map(\.record).filter {
            $0.registrationNotes.options.contains(.seeded) && $0.scopeTag == tag && !seeds.contains($0.key)
        }
        for record in declared.sortedBySource(locatedBy: { ($0.location, $0.key.description) }) {
            faults.append((ResolutionError.notSeeded(record.key, record.location ?? CodeLocation()), nil))
        }
        return faults
    }

    /// Registrations whose types have the name of a key's.
    private func near(_ key: ServiceKey) -> [ResolutionError.Step] {
        plan.entries.lazy.filter { $0.tableView == 0 && $0.record.key.isNear(key) }.prefix(3).map(\.record.step)
    }
}

extension ResolutionError {
    /// The place in the source that a compiler would mark: of two registrations of a key the second.
    package var place: CodeLocation? { names.secondLocation ?? location }

    /// The error that a resolve of the second key of the path throws, if the first key is that of an entry; otherwise the error itself.
    var seenFromEntry: ResolutionError {
        guard names.path.first?.key.type is any EntryType.Type else { return self }
        if code == .missing || code == .justInTimeForbidden { return replacingPathPrefix(count: 1, with: []) }
        guard let captive = names.words as? CaptiveWords else { return self }
        return ResolutionError(
            .outsideScope, captive.held.key, path: Array(names.path.dropFirst()), location: captive.held.location,
            detail: .scope(captive.tag))
    }
}
