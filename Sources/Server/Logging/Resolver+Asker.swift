// What a factory may know about the caller that asks for its instance.

package import Armory

extension Resolver {
    /// The registered type whose factory asks for the instance that is being created; nil: code outside of factories asks.
    ///
    /// A further type that leads to it does not count. Of a deferred dependency, such as a `Lazy`, it is the type that has it.
    package var askingType: (any Any.Type)? {
        let records = runningRecords
        // The first one from the innermost outwards that has another type than the innermost.
        guard let own = records.first?.key.type else { return nil }
        return records.first { $0.key.type != own }?.key.type ?? deferredCall?.asker
    }

    /// Whether the instance is used now only, so that it may know the work of the running task.
    ///
    /// Neither an instance that is kept asks for it, nor a deferred dependency, whose holder may keep what it gets.
    package var isAskedForTheRunningTask: Bool {
        deferredCall == nil && runningRecords.allSatisfy { $0.lifetime == .transient || $0.lifetime == .graph }
    }

    /// A value that the scope around the instance was opened with; nil: it was opened without one.
    package func seed<T>(_ type: T.Type, named name: RegistrationName) -> T? {
        let qualifier = name.qualifier
        guard let record = container.registeredRecord(for: ServiceKey(type, qualifier: qualifier)),
            record.registrationNotes.options.contains(.seeded)
        else { return nil }
        return try? resolve(type, qualifiedBy: qualifier)
    }
}
