/// Says that a type will be registered elsewhere.
///
/// ```swift
/// let domain = Module("domain") {
///     Promised((any Orders).self)            // some other module has it
///     Transient(Checkout.init)
/// }
/// ```
///
/// Any registration of the key takes its place. Where none does, building the container fails with
/// ``ResolutionError/Code/promised``, which names this line.
public struct Promised<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Promises a type.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        let location = SourceLocation(fileID: fileID, line: line)
        let traits = BindingTraits(lifetime: .transient, location: location, options: .promise, needs: { [] })
        definition = Definition(
            Binding(traits) { _ in throw UnkeptPromise() })
    }
}

/// What a promise that nobody kept throws when it is asked for.
package struct UnkeptPromise: Error {}
