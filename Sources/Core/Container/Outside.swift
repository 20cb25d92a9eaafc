// For code that no registration knows: a function that is called with instances, an object made elsewhere, a server that opens scopes.

internal import CCore

extension Container {
    /// Runs `body` with a resolver for code outside of every factory, as one graph.
    package func withResolver<R, E: Error>(_ body: (borrowing Resolver) throws(E) -> R) throws(E) -> R {
        let thread = unsafe ThreadState.current
        defer { withExtendedLifetime(self) {} }
        // In the public view, as the slot for what is missing.
        return try unsafe thread.outermost { () throws(E) in
            try unsafe body(Resolver(layout.slots.first, home, thread))
        }
    }

    /// Completes an instance that was made elsewhere, by the injections of a registration, in a graph of its own.
    ///
    /// The factory does not run, and nothing keeps the instance. That of a `graph` registration is the one of its graph.
    package func complete<T>(_ instance: T, by qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        let thread = unsafe ThreadState.current
        var slot = try unsafe slot(of: T.self, qualifier, in: 0).real.own(in: home)
        // The injections are those of the part that the registration is made from, if it has one.
        while let part = unsafe slot.part(in: home) { unsafe slot = unsafe part.own(in: home) }
        defer { withExtendedLifetime(self) {} }
        return try unsafe thread.outermost { () throws(ResolutionError) in
            guard unsafe slot.kind != .unscoped else { throw unsafe thread.fault(.outsideScope, at: slot) }
            // In the view of who would keep it.
            let owner = unsafe slot.pointee.home ?? home
            guard unsafe ccore_is_open(owner) else { throw unsafe thread.closed(slot) }
            let making = unsafe Making<T>(slot, owner, thread) { _ in instance }
            return try unsafe slot.kind == .graph ? making.obtainInGraph() : making.obtainTransient()
        }
    }

    /// Throws if nothing new is made here any more.
    ///
    /// - Parameter call: The first words of the error: `A scope cannot be opened`.
    package func checkOpen(_ call: String) throws(ResolutionError) {
        guard unsafe ccore_is_open(home) else { throw closedError(call) }
    }
}

extension Container: CustomReflectable {
    /// A mirror without children: reflection would read what changes without its lock.
    public var customMirror: Mirror {
        Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
    }
}

extension AsyncResolver: CustomReflectable {
    /// A mirror without children: reflection would read what changes without its lock.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
