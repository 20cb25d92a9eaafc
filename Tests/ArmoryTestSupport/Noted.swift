package import Armory

extension Registration where Instance: Sendable {
    /// The registration, noted as one of a `Sendable` type: generic code does not tell the container.
    package func notedSendable() -> Self {
        _ = definition.noted(.isSendable)
        return self
    }
}
