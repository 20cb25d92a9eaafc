package import Armory

extension Registration where Instance: Sendable {
    /// The registration, noted as one of a `Sendable` type: generic code does not tell the container.
    package func notedSendable() -> Self {
        var copy = self
        copy.definition.erased = definition.noted(.isSendable)
        return copy
    }
}
