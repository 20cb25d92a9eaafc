// Lookup of the registration with exactly one key: a list or an optional is not assembled, and a type that describes
// its own creation is not registered. For libraries with their own API on top of this one; see Container+Hits.swift.

extension Container {
    /// The instance of the registration with exactly this key, here or in an ancestor; nil: there is none.
    ///
    /// - Throws: ``ResolutionError``: `declined` if its factory declines.
    package func resolveExact<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        var pin = Pin()
        if let slot = unsafe find(SiteKey(type, name), &pin) {
            return try unsafe take(slot, type, Request(type), pin)
        }
        pin.end()
        return try lookUpExact(type, name.map { Qualifier($0) })
    }

    /// The instance of the registration with exactly this key; nil: there is none, or its factory declines.
    package func resolveExactOptional<T>(_ type: T.Type, named name: Name? = nil) throws(ResolutionError) -> T? {
        try withOptionalRoom { room throws(ResolutionError) in
            try unlessDeclined { () throws(ResolutionError) in
                try unsafe lookUpExact(Request(type, name.map { Qualifier($0) }), room)
            }
        }
    }
}
