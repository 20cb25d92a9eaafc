extension Planning {
    /// The faults of registrations that override nothing of a container.
    func faultsOfUnusedOverrides(ofBase base: Container) -> [ResolutionError] {
        let idle = entries.filter {
            !$0.isAdded && !$0.isHidden && !$0.isOfVoid && !$0.overridesRegistration(ofBase: base)
        }
        guard !idle.isEmpty else { return [] }
        var near = NearMatches(PlanSearch(of: base))
        return idle.map { entry in
            let record = entry.registration.record
            let words = near.makeOverridesNothingWords(for: record.key, isContributed: entry.isContributed)
            return ResolutionError(
                .overridesNothing, record.key, location: record.location, detail: .featureWords(words))
        }
    }

    /// Lists what is overridden in the report of conditions.
    mutating func addOverriddenToReport(ofBase base: Container) {
        for planned in records where !planned.isPrivate && !planned.isContributed {
            guard let overridden = base.registeredRecord(for: planned.record.key) else { continue }
            let place = PlannedKey(key: overridden.key, module: nil)
            report.losers.append(ConditionReport.Loser(place: place, record: overridden, reason: .replaced))
        }
    }
}

extension PlannedRegistration {
    /// Whether an overriding container adds it.
    var isAdded: Bool { registration.options.contains(.added) }

    /// Whether one of its keys is overridden, which may be a further type; an element of a list has none.
    fileprivate func overridesRegistration(ofBase base: Container) -> Bool {
        !isContributed && keys.contains(where: base.hasRecord)
    }
}
