package import Armory

/// A native container, the last parent of a library's container.
///
/// A closed container has no registrations.
package struct NativeParent: Sendable {
    package let container: Armory.Container

    package init(_ container: Armory.Container) { self.container = container }

    /// Whether a type is registered in it under a name.
    package func has(_ type: any Any.Type, _ name: String?) -> Bool {
        !container.isClosed && container.isRegistered(ServiceKey(type, name))
    }

    /// The instance; nil: nothing is registered there.
    ///
    /// - Throws: The native container's error, a `ResolutionError`.
    package func instance<T>(_ type: T.Type, _ name: String?) throws(ResolutionError) -> T? {
        guard has(type, name) else { return nil }
        do throws(ResolutionError) {
            return try container.resolve(type, qualifiedBy: ServiceKey(type, name).qualifier)
        } catch {
            // It was perhaps closed meanwhile.
            guard error.code != .closed || has(type, name) else { return nil }
            throw error
        }
    }
}

extension ServiceKey {
    init(_ type: any Any.Type, _ name: String?) {
        self.init(type, qualifier: name.map { RegistrationName($0).qualifier })
    }
}
