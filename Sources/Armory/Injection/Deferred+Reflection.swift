extension Deferred {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}

extension Container.Origin: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}

extension ObjectGraph: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}
