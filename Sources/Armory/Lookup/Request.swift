/// What a lookup asks for, off the fast path: the type is known only as a value.
///
/// It is one type for lookups with and without arguments, which `argumentType` tells apart, and for those that await.
///
/// C reads it: `clookup_request`.
@safe
@usableFromInline
package struct Request {
    @usableFromInline let type: any Any.Type
    @usableFromInline let qualifier: AnyQualifier?
    /// The type by which a binding identifies its arguments, as its factory takes them; nil: the request has none.
    ///
    /// Not the list of their types: one tuple and several arguments would have one type, and two layouts in memory.
    @usableFromInline package let argumentType: (any Any.Type)?
    /// The same type; without arguments, `Void`.
    @usableFromInline let ownArgumentType: any Any.Type
    /// The arguments, in memory of the caller, who keeps them until the lookup ends.
    @usableFromInline package let arguments: UnsafeRawPointer

    /// A request without arguments.
    @inlinable
    init(_ type: any Any.Type, _ qualifier: AnyQualifier? = nil) {
        self.type = type
        self.qualifier = qualifier
        argumentType = nil
        ownArgumentType = Void.self
        // An address that is not null; nothing is read there.
        unsafe arguments = unsafe UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped
    }

    @unsafe
    @inlinable
    init(
        _ type: any Any.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?,
        _ ownArgumentType: any Any.Type, at arguments: UnsafeRawPointer
    ) {
        self.type = type
        self.qualifier = qualifier
        self.argumentType = argumentType == nil ? nil : ownArgumentType
        self.ownArgumentType = ownArgumentType
        unsafe self.arguments = unsafe arguments
    }

    var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// The same request with another type or another qualifier.
    @usableFromInline
    func with(type: (any Any.Type)? = nil, qualifier: AnyQualifier?) -> Request {
        unsafe Request(type ?? self.type, qualifier, argumentType, ownArgumentType, at: arguments)
    }

    /// The address of the metadata of `argumentType`, for C; 0: there is none.
    var argumentTypeWord: UInt { unsafe unsafeBitCast(argumentType, to: UInt.self) }

    /// The arguments, whose type is `ownArgumentType`.
    @unsafe
    func value<Arguments>(as type: Arguments.Type) -> Arguments {
        unsafe arguments.assumingMemoryBound(to: type).pointee
    }
}

@available(*, unavailable, message: "It refers to memory of its caller.")
extension Request: Sendable {}
