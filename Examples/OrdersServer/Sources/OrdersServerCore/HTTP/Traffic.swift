package import Synchronization

/// How many requests were read, and how many of them were answered.
package final class Traffic: Sendable {
    package let asked = Atomic(0)
    package let answered = Atomic(0)

    package init() {}
}
