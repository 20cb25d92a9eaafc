// All bad keys of a program in one error.
//
//     a registration reads a bad key --> every registration of the container that reads keys reads them --> ConfigurationFaults
//
// Settings are read together anyway; a single value is read by its own registration, and the first bad one ends the build. So each
// registration notes how it reads its keys, and the one that fails asks the others.

#if Configuration
internal import Armory
internal import Configuration

/// How a registration reads its keys, noted with the registration.
struct ConfiguredKeys: AnyHook {
    let location: CodeLocation
    let read: @Sendable (SettingsReading) -> Void

    // No start and no end calls it.
    var time: HookTime { .listed }
}

extension Resolver {
    /// Reads keys for the registration whose factory runs.
    ///
    /// - Throws: An error with all bad keys of the container, if `body` returns nil.
    func reading<V>(_ reader: ConfigReader, at location: CodeLocation, _ body: (SettingsReading) -> V?) throws -> V {
        let reading = SettingsReading(reader.snapshot(), at: location)
        if let value = body(reading) { return value }
        throw configurationError(reading.faults, in: reading.snapshot)
    }

    /// The error of the factory that has found bad keys: it has those of the other registrations too.
    func configurationError(_ own: [ConfigurationFault], in snapshot: ConfigSnapshotReader) -> ResolutionError {
        let all = handle.container.configurationFaults(in: snapshot)
        // A decorated registration is found in another form.
        let faults = ConfigurationFaults(faults: own.filter { !all.contains($0) } + all)
        return ResolutionError(
            .factoryFailed, key, underlying: faults, detail: .featureWords(ConfigurationWords(faults: faults)))
    }
}

extension Container {
    /// The bad keys of all registrations of this container, in their order.
    fileprivate func configurationFaults(in snapshot: ConfigSnapshotReader) -> [ConfigurationFault] {
        plan.entries.flatMap { entry -> [ConfigurationFault] in
            let record = entry.record
            // One that is replaced, or not used, reads nothing.
            guard entry.isPrivate || entry.isContributed || registeredRecord(for: record.key) === record else {
                return []
            }
            return record.registrationNotes.hooks.flatMap { hook -> [ConfigurationFault] in
                guard let keys = hook as? ConfiguredKeys else { return [] }
                let reading = SettingsReading(snapshot, at: keys.location, isSilent: true)
                keys.read(reading)
                return reading.faults
            }
        }
    }
}
#endif
