// Values that a scope has from its beginning, such as the request itself.

internal import CCore

/// A value that a scope is opened with, for a registration such as a `Seeded` of the scope's tag.
///
/// ```swift
/// try await container.withScope(.request, seeds: [ScopeSeed(request), ScopeSeed(user, as: (any Person).self)]) { scope in ... }
/// ```
@safe
public struct ScopeSeed: Sendable {
    private(set) var key: ServiceKey
    /// Puts the value into memory; without memory, returns it.
    ///
    /// One closure for both, so that the value is kept once.
    let content: @Sendable (UnsafeMutableRawPointer?) -> (any Sendable)?

    /// Creates a seed from a value.
    ///
    /// - Parameters:
    ///   - value: The value. It goes with the scope.
    ///   - type: The type of the registration, which finds the value.
    public init<T: Sendable>(_ value: T, as type: T.Type = T.self) {
        key = ServiceKey(type)
        unsafe content = { memory in
            unsafe memory?.initializeMemory(as: T.self, to: value)
            return unsafe memory == nil ? value : nil
        }
    }

    /// Returns the same seed for a registration with a name.
    public func named(_ name: RegistrationName) -> ScopeSeed {
        var copy = self
        copy.key = ServiceKey(key.type, qualifier: name.qualifier)
        return copy
    }
}
