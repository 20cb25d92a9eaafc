// Typed keys: `container[\.orders]`.

extension Container {
    /// The instance registered under a typed key.
    ///
    /// See ``Key``.
    ///
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As for ``resolve(_:)-5tjdy``; the lookup of a key with a name or qualifier is not specialised.
    @inlinable
    @inline(__always)
    public subscript<T>(key: KeyPath<Keys, Key<T>>) -> T {
        get throws(ResolutionError) { try lookUp(Keys.all[keyPath: key], apart: true) }
    }
}

extension Resolver {
    /// The instance registered under a typed key.
    ///
    /// See ``Key``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public subscript<T>(key: KeyPath<Keys, Key<T>>) -> T {
        get throws(ResolutionError) { try container.lookUp(Keys.all[keyPath: key]) }
    }
}
