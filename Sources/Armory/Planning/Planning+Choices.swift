// The choices of a plan.

extension Planning {
    /// Registrations of another type of the same name.
    private func recordsWithSameTypeName(as record: Record) -> [Record] {
        records.lazy.map(\.record).filter { $0.key.type != record.key.type && $0.key.isNear(record.key) }
    }

    /// Gives each registration that chooses its choices.
    mutating func assignChoices() {
        for number in records.indices where !records[number].registration.hasUsualNotes {
            guard let choosing = records[number].registration.choosing else { continue }
            let planned = records[number]
            let record = planned.record
            var choices: [AnyQualifier] = []
            for other in records where other.record.key.type == record.key.type && !other.isContributed {
                guard let qualifier = other.record.key.qualifier, choosing.mayChooseRegistration(of: other.record.key),
                    !other.isPrivate || other.view == planned.view, qualifier != record.key.qualifier,
                    !choices.contains(qualifier)
                else { continue }
                choices.append(qualifier)
                checkCandidate(other.record, of: record, choosing: choosing)
            }
            if choices.isEmpty, choosing.other == nil, parents.isEmpty {
                faults.append(.noChoices(record, choosing, near: recordsWithSameTypeName(as: record)))
            }
            if let other = choosing.other, !choices.contains(other) { choices.append(other) }
            records[number].registration.record = choosing.makeChoosingRecord(from: record, choices: choices)
        }
    }

    private mutating func checkCandidate(_ choice: Record, of record: Record, choosing: any AnyChoosing) {
        let path = [record.step, choice.step]
        if choice.hidesSendable { faults.append(.nonSendableChoice(choice, path: [record.step])) }
        if let arguments = choice.argumentType, arguments != choosing.valueType {
            faults.append(
                ResolutionError(
                    .wrongArguments, choice.key, path: path, location: choice.location,
                    detail: .arguments(taken: arguments, given: choosing.valueType)))
        }
        if choice.mayAwait, !choice.isKept {
            faults.append(ResolutionError(.asynchronous, choice.key, path: path, location: record.location))
        }
    }
}
