// The ancestors of a container.

extension Container {
    /// The parents and their ancestors: depth first, each once.
    var ancestors: [Container] { unsafe traits.ancestors.map { unsafe $0.takeUnretainedValue() } }

    package var isClosed: Bool { control.lock.withLock { control.isClosed } }

    /// Throws if the container is closed.
    package func checkOpen() throws(ResolutionError) {
        guard !control.isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
    }
}
