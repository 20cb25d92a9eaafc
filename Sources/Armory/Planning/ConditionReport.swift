// Which registrations of a container are used, which are not, and why.
//
//     the plan's records     the registrations that are used
//     the losers             those that lost to others, or whose condition does not hold
//
// The list is made when it is asked for, so a container without conditions and losers keeps nothing for it.

/// A key, and the module in which it is private.
struct PlannedKey: Hashable {
    let key: ServiceKey
    let module: ModuleIdentity?
}

/// Makes the list of ``Container/conditions``.
struct ConditionReport: Sendable {
    /// A registration that is not used.
    struct Loser: Sendable {
        let place: PlannedKey
        /// Without its factory.
        let record: Record
        let reason: ConditionInfo.Reason
    }

    /// The registrations that are not used.
    var losers: [Loser] = []
    /// The modules that ``AutomaticModules`` lists.
    var automatic: [ModuleIdentity] = []
    let modules: ModuleTree

    /// The list for a container with the entries of a plan.
    ///
    /// - Parameter inherited: Finds registrations in the parents.
    func explainWhyUsedOrNot(
        _ entries: [Plan.Entry], findInherited inherited: (ServiceKey) -> Record?
    ) -> [ConditionInfo] {
        var infos: [ConditionInfo] = []
        var unused = Dictionary(grouping: losers.sortedByPlace, by: \.place)
        for entry in entries {
            let record = entry.record
            infos.append(explainWhyUsedOrNot(record, because: .registered))
            guard !entry.isContributed else { continue }
            let place = PlannedKey(key: record.key, module: entry.isPrivate ? record.registrationNotes.module : nil)
            for loser in unused.removeValue(forKey: place) ?? [] {
                infos.append(
                    explainWhyUsedOrNot(
                        loser.record, because: loser.reason, usedInstead: loser.reason == .condition ? nil : record))
            }
        }
        for loser in unused.values.joined().sortedByPlace {
            infos.append(
                explainWhyUsedOrNot(
                    loser.record, because: loser.reason,
                    usedInstead: loser.reason == .promise ? inherited(loser.place.key) : nil))
        }
        return infos
    }

    private func explainWhyUsedOrNot(
        _ record: Record, because reason: ConditionInfo.Reason, usedInstead winner: Record? = nil
    ) -> ConditionInfo {
        let notes = record.registrationNotes
        return ConditionInfo(
            registration: RegistrationInfo(record), reason: reason, usedInstead: winner.map { RegistrationInfo($0) },
            modules: notes.module.map(moduleNames) ?? [], decision: notes.decision)
    }

    /// The names of the modules that lead to a module.
    private func moduleNames(leadingTo module: ModuleIdentity) -> [String] {
        let path = modules.path(to: module)
        return (automatic.contains(path[0]) ? ["AutomaticModules"] : []) + path.map { $0.name ?? "\($0.location)" }
    }
}

extension Sequence where Element == ConditionReport.Loser {
    fileprivate var sortedByPlace: [Element] {
        sortedBySource { ($0.record.traits.location, $0.record.key.description) }
    }
}

extension AnyRegistration {
    /// The record without its closures, for the report: they may hold anything.
    var withoutClosures: Record {
        func makeRecord<T>(of type: T.Type) -> Record {
            var known = Notes()
            (known.module, known.decision, known.options) = (
                notes.module, notes.decision, notes.options.intersection(.hidden)
            )
            var traits = record.traits
            traits.parts = Record.Parts(tag: traits.parts.tag)
            traits.parts.notes = RecordNotes(known)
            return Record(traits, nil, FactoryClosure<T, Void>.plain { _ in throw NeverMade() })
        }
        return makeRecord(of: record.key.type)
    }
}
