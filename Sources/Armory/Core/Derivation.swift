/// The overrides of a derived container, for the floors below overriding, which need to know what container keeps an
/// instance.
class Derivation: @unchecked Sendable {  // Immutable; the subclass says what guards its own state.
    let observer: (any ResolutionObserver)?

    init(_ observer: (any ResolutionObserver)? = nil) {
        self.observer = observer
    }

    /// Adds keys that the container overrides: instances that depend on them are created anew from then on.
    func addOverrides(of keys: [ServiceKey]) {}

    /// Whether an instance of the registration depends on an override of the container.
    func isAffected(_ binding: Binding, in container: Container) -> Bool { false }

    /// The same, for an instance that another container would keep; that container may create the instance to find out.
    func isAffected(_ binding: Binding, in container: Container, madeBy owner: Container) -> Bool { false }
}
