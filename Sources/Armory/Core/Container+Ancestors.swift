// A container's ancestors: which they are, and changing what they have.

extension Container {
    /// The parents and theirs: depth first, each once.
    var ancestors: [Container] { unsafe traits.ancestors.map { unsafe $0.takeUnretainedValue() } }

    package var isClosed: Bool { ledger.lock.withLock { ledger.isClosed } }

    /// Whether a look-up that found nothing has met a closed container.
    var meetsClosed: Bool { isClosed || ancestors.contains(where: \.isClosed) }
}
