/// A promise that a type will be registered elsewhere.
///
/// ```swift
/// let domain = Module("domain") {
///     Promised((any Orders).self)            // some other module has it
///     Transient(Checkout.init)
/// }
/// ```
///
/// Any registration of the key takes its place, also the registration of a parent. If there is none, building the
/// container fails with ``ResolutionError/Code/promised``, which names this line. In a container that was not checked,
/// a resolve fails with that error. A resolve of the optional type returns nil.
public struct Promised<Instance>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Promises a type.
    ///
    /// - Parameters:
    ///   - type: The type that will be registered.
    ///   - fileID: The file of the promise, for errors.
    ///   - line: The line of the promise, for errors.
    public init(_ type: Instance.Type = Instance.self, fileID: StaticString = #fileID, line: Int = #line) {
        let parts = Record.Parts(needs: { [] })
        definition = Plumbing.Definition(
            Record(Instance.self, .transient, at: CodeLocation(fileID: fileID, line: line), parts: parts) { _ in
                throw NeverMade()
            })
        definition.notes.options.insert(.promise)
    }
}
