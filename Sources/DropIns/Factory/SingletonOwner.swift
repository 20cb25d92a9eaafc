// Which containers share a singleton: those of one type. A factory that is declared for several types, as in an extension of
// `SharedContainer`, has one singleton for all of them.

internal import ArmoryCore

enum SingletonOwner {
    /// The type of the container that has first resolved the factory at a place in the source.
    private static let known = Guarded<[CodeLocation: String]>([:])

    /// The name of the type whose containers share a factory's singleton.
    ///
    /// - Parameter location: Nil: the factory is registered by its type, so each type of container has its own.
    static func of(_ location: CodeLocation?, _ container: any ManagedContainer.Type) -> String {
        // The reflected name tells apart types of different modules.
        let name = String(reflecting: container)
        guard let location else { return name }
        return known.withLock { known in
            let owner = known[location] ?? name
            known[location] = owner
            return owner
        }
    }
}
