/// Knows which instance would outlive what it holds: a container's companion may be one.
package protocol CaptiveDescribing: AnyObject {
    /// - Parameters:
    ///   - held: A registration whose scope is not open where it is asked for.
    ///   - askers: The registrations of the same container or scope whose factories ask for it, innermost first.
    /// - Returns: The registration that would hold its instance too long, and what is said of it; nil: none would.
    func captive(_ held: Record, of askers: [Record]) -> (holder: Record, miss: Miss)?
}

/// Knows what features have to tell of instances whose factories await: a container's companion may be one.
package protocol AwaitedDescribing: AnyObject {
    /// - Parameter record: A registration that is asked for without awaiting, before its instance exists.
    /// - Returns: What is said of it; nil: the core's words.
    func words(ofAwaited record: Record) -> (any ErrorWords)?
}
