// What a factory may know about the caller that asks for its instance.

extension Resolver {
    /// The registered type whose factory asks for the instance that is being created; nil: code outside of factories asks.
    ///
    /// A further type that leads to it does not count.
    package var askingType: (any Any.Type)? { records.askingType }

    /// A value that the scope around the instance was opened with; nil: it was opened without one.
    package func seed<T>(_ type: T.Type, named name: Name) -> T? {
        let qualifier = Qualifier(name)
        guard let record = container.registered(ServiceKey(type, qualifier: qualifier)),
            record.noted.options.contains(.seeded)
        else { return nil }
        return try? resolve(type, by: qualifier)
    }
}

extension AsyncResolver {
    /// The registered type whose factory asks for the instance that is being created; nil: code outside of factories asks.
    package var askingType: (any Any.Type)? { records.askingType }
}

extension [Record] {
    /// The type of the first record, from the innermost one outwards, that has another type than the innermost.
    fileprivate var askingType: (any Any.Type)? {
        guard let own = first?.key.type else { return nil }
        return first { $0.key.type != own }?.key.type
    }
}
