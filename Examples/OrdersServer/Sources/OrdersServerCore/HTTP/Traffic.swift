package import Synchronization

/// What all connections of the service share.
package final class Traffic: Sendable {
    /// How many requests were read.
    package let asked = Atomic(0)
    /// How many answers were written to their end.
    package let answered = Atomic(0)
    /// How many connections ended before an answer was written to its end, while the service was being stopped.
    package let cut = Atomic(0)
    /// Whether the service is being stopped.
    package let isStopping = Atomic(false)

    package init() {}
}
