extension Resolver {
    /// Calls a closure when the graph that the factory belongs to is complete: after those that are added later.
    func atEndOfGraph(_ body: @escaping () -> Void) { unsafe StandaloneCell.keep(AtEnd(body), inGraphOf: thread) }
}

/// The running graph lets go of it at its end.
private final class AtEnd {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
