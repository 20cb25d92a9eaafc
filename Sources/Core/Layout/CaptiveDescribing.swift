/// Knows which instance would outlive what it holds: a container's companion may be one.
package protocol CaptiveDescribing: AnyObject {
    /// - Parameters:
    ///   - held: A registration whose scope is not open where it is asked for.
    ///   - askers: The registrations of the same container or scope whose factories ask for it, innermost first.
    /// - Returns: The registration that would hold its instance too long, and what is said of it; nil: none would.
    func captive(_ held: Record, of askers: [Record]) -> (holder: Record, miss: Miss)?
}
