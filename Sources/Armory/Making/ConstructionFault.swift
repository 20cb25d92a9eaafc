/// Why an instance cannot be made or kept.
package enum ConstructionFault: Error {
    /// A value type in a shared registration.
    case valueTypeShared(any Any.Type)
    /// An injection replaced an object that another instance of the cycle holds.
    case replacedWhileInjecting
    /// The container has ended.
    case closed
    /// The instance's close awaits, and no caller will await it.
    case closesAsynchronously
    /// Another slot has replaced this one since it was looked up.
    case exchanged
    /// An instance is needed for its own creation. The path's last slot closes the cycle.
    case cycleOnPath
}

/// The error of an injection that had been put off, with the path of the injection: the error ends the resolve of
/// another instance.
package struct PutOffFault: Error {
    package let error: any Error
    package let path: [Binding]
}
