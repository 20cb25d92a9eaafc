package import Armory
internal import ArmoryCore

/// A native container that is asked for what a library's own containers do not have.
package struct NativeParent: Sendable {
    package let container: Armory.Container

    package init(_ container: Armory.Container) { self.container = container }

    /// Whether the container has a registration of the type and name.
    package func has(_ type: any Any.Type, _ name: String?) -> Bool { container.isRegistered(key(type, name)) }

    /// The instance; nil: nothing is registered there.
    ///
    /// - Throws: The native container's error, a `ResolutionError`.
    package func instance<T>(_ type: T.Type, _ name: String?) throws -> T? {
        // One that is closed has no registrations any more, and throws.
        guard has(type, name) || container.phase == .over else { return nil }
        guard let name else { return try container.resolve(type) }
        return try container.resolve(type, named: Armory.Name(name))
    }

    private func key(_ type: any Any.Type, _ name: String?) -> Armory.ServiceKey {
        Armory.ServiceKey(type, qualifier: name.map { Armory.Qualifier(Armory.Name($0)) })
    }
}
