/// Knows what features have to tell of a missing key: a container's companion may be one.
package protocol MissDescribing: AnyObject {
    /// - Parameters:
    ///   - key: The key that is not registered.
    ///   - container: The container or scope that was asked.
    ///   - asker: The registration whose factory asks; nil: it is the outermost resolve.
    func miss(of key: ServiceKey, in container: Container, for asker: Record?) -> Miss
}
