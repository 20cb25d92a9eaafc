/// Knows what features have to tell of a missing key: a container's companion may be one.
package protocol MissDescribing: AnyObject {
    /// - Parameters:
    ///   - key: The key that is not registered.
    ///   - container: The container or scope that was asked.
    ///   - asker: The registration whose factory asks; nil: it is the outermost resolve.
    func miss(of key: ServiceKey, in container: Container, for asker: Record?) -> Miss

    /// - Parameters:
    ///   - held: A registration whose scope is not open where it is asked for.
    ///   - askers: The registrations of the same container or scope whose factories ask for it, innermost first.
    /// - Returns: The registration that would hold its instance too long, and what is said of it; nil: none would.
    func captive(_ held: Record, of askers: [Record]) -> (holder: Record, miss: Miss)?
}

/// What features say of a key that is not registered.
package struct Miss {
    let code: ResolutionError.Code
    /// Nil: that of the registration that asks.
    let location: SourceLocation?
    let words: any ErrorWords

    package init(_ code: ResolutionError.Code, at location: SourceLocation? = nil, _ words: any ErrorWords) {
        (self.code, self.location, self.words) = (code, location, words)
    }
}
