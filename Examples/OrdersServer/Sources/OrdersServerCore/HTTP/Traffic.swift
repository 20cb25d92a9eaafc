package import Synchronization

/// The state that all connections of the service share.
package final class Traffic: Sendable {
    /// The number of requests that were read.
    package let asked = Atomic(0)
    /// The number of answers that were completely written.
    package let answered = Atomic(0)
    /// The number of connections that ended during the stop, before an answer was completely written.
    package let cut = Atomic(0)
    /// Whether the service is being stopped.
    package let isStopping = Atomic(false)

    package init() {}
}
