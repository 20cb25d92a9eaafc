// What a factory may know about the caller that asks for its instance.

package import Armory

extension Resolver {
    /// The registered type whose factory asks for the instance that is being created; nil: code outside of factories asks.
    ///
    /// A further type that leads to it does not count.
    package var askingType: (any Any.Type)? {
        // The first one from the innermost outwards that has another type than the innermost.
        guard let own = runningRecords.first?.key.type else { return nil }
        return runningRecords.first { $0.key.type != own }?.key.type
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
