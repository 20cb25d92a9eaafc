/// A container by hand: closures in a dictionary.
final class Registry {
    private var factories: [ObjectIdentifier: (Registry) -> Any] = [:]

    /// Registers a type's factory.
    func add<T>(_ type: T.Type, _ factory: @escaping (Registry) -> T) {
        factories[ObjectIdentifier(type)] = factory
    }

    /// Resolves an instance of a type.
    func callAsFunction<T>(_ type: T.Type = T.self) -> T {
        guard let instance = factories[ObjectIdentifier(type)]?(self) as? T else {
            fatalError("\(type) is not registered")
        }
        return instance
    }
}
