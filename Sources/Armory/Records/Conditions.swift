/// The facts that a registration's condition can examine.
///
/// See ``Registration/when(_:)``.
public struct Conditions {
    /// The ``Container/Configuration/environment`` of the container that is being built.
    public let environment: [String: String]
    let contains: (ServiceKey) -> Bool

    /// Whether a type is registered; registrations that have conditions do not count.
    public func isRegistered<T>(_ type: T.Type) -> Bool { contains(ServiceKey(type)) }

    /// Whether a type is registered under a name; registrations that have conditions do not count.
    public func isRegistered<T>(_ type: T.Type, named name: Name) -> Bool {
        contains(ServiceKey(type, qualifier: Qualifier(name)))
    }

    /// A value of the environment, or nil.
    public subscript(name: String) -> String? { environment[name] }
}

@available(*, unavailable, message: "Conditions are for the call that they are given to.")
extension Conditions: Sendable {}
