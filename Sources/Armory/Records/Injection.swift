/// Code that a registration runs with an instance after its factory has returned: an injection, a call when the whole
/// graph is wired, or a hook.
package struct Injection<T>: Sendable {
    /// The dependencies of the body; nil: they are not known before it runs.
    let needs: [Dependency]?
    var body: @Sendable (inout T, Resolver) throws -> Void
    /// Whether it is called when the whole graph is wired, and not before the instance is handed out.
    var waitsForGraph = false
    /// The hook that is called when the container starts, stops or ends; nil: it is an injection.
    var hook: Hook?

    /// The same injection, which runs inside a change; hooks run as they are.
    func changed(by change: any ClosureChange) -> Injection {
        guard hook == nil else { return self }
        var copy = self
        copy.body = { [body] instance, resolver in
            try change.call(resolver, .injection) { try body(&instance, $0) }
        }
        return copy
    }
}
