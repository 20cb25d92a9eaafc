// What the handles of a plan tell besides resolves: for features that show what a program does, and measure it. A plan without a listener
// pays with one test at the end of a handle, and where a thread or a task waits.

/// Is told of handles that begin and end, of instances that they close, and of waits for them.
///
/// Called on any thread, with no lock held.
package protocol HandleListener: AnyObject, Sendable {
    /// A handle begins: a container, or a scope.
    ///
    /// - Returns: What the other calls get for it, and what `Container.note` is.
    func containerOpened(_ handle: HandleNotice) -> any AnyObject & Sendable

    /// A handle has ended: everything is closed.
    func containerEnded(_ note: any AnyObject & Sendable, with outcome: ScopeOutcome)

    /// An instance was closed.
    ///
    /// - Parameter failures: The errors of its hooks.
    func instanceClosed(
        _ record: Record, in note: any AnyObject & Sendable, since start: UInt64, _ failures: [ResolutionError])

    /// A thread or a task has waited for an instance of a handle.
    func waitEnded(_ wait: WaitNotice, in note: any AnyObject & Sendable)
}

/// A handle that begins.
package struct HandleNotice: Sendable {
    /// The scope's tag; nil for a container.
    package let tag: ScopeTag?
    /// What the listener keeps for the handle around a scope.
    package let outer: (any AnyObject & Sendable)?
    /// Where a scope is opened.
    package let location: CodeLocation
    /// The value that a scope gets for a key; nil: it gets none.
    package let seed: @Sendable (ServiceKey) -> Any?
}

/// A wait that is over.
package struct WaitNotice: Sendable {
    /// What was waited for.
    package let record: Record
    /// The registrations whose factories ran for who waited, innermost first.
    package let askers: [Record]
    /// When the wait began, on the clock of the core.
    package let start: UInt64
    /// The number of the thread that was waited for; nil: a task was.
    package let maker: UInt64?
}

/// Where a handle's end is told, in memory that does not need the handle.
struct Notifier: Sendable {
    let listener: any HandleListener
    let note: any AnyObject & Sendable
}
