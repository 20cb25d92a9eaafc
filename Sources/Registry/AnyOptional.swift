/// An optional of any type.
package protocol AnyOptional {
    /// The type in it, however many optionals are around that.
    static var wrappedType: any Any.Type { get }
    /// The instance in it, however many optionals are around that; nil: there is none.
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    package static var wrappedType: any Any.Type {
        (Wrapped.self as? any AnyOptional.Type)?.wrappedType ?? Wrapped.self
    }

    package var wrapped: Any? {
        guard case .some(let value) = self else { return nil }
        guard let inner = value as? any AnyOptional else { return value }
        return inner.wrapped
    }
}
