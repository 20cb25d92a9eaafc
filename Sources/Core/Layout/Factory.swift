// Factories, in memory of their own: a closure that is a generic structure's field has its most general form there, so that code
// which knows the type only at run time calls it without a wrapper, and the result goes straight to where the caller wants it. They
// cannot be copied, so that a call does not count references.

/// A factory.
@frozen
@usableFromInline
package struct Factory<T>: ~Copyable {
    /// Nil when its record goes.
    @usableFromInline package var make: ((Resolver) throws -> T)?

    @inlinable
    package init(_ make: @escaping (Resolver) throws -> T) { self.make = make }

    @inline(__always)
    borrowing func callAsFunction(_ resolver: borrowing Resolver) throws -> T { try make!(resolver) }
}

/// A factory that takes arguments.
@frozen
@usableFromInline
package struct ArgumentFactory<Arguments, T>: ~Copyable {
    @usableFromInline package let make: (Resolver, Arguments) throws -> T

    @inlinable
    package init(_ make: @escaping (Resolver, Arguments) throws -> T) { self.make = make }

    @inline(__always)
    borrowing func callAsFunction(_ resolver: borrowing Resolver, _ arguments: Arguments) throws -> T {
        try make(resolver, arguments)
    }
}

/// Closures for an instance after its factory: property and method injection, and its closing.
package struct Injections<T> {
    /// Completes a new instance; nil: nothing does.
    private(set) var complete: ((inout T, Resolver) throws -> Void)?
    /// Called with a new instance when the graph that it belongs to is complete.
    private(set) var wired: ((T) -> Void)?
    /// What closes an instance, in the order in which it was added.
    package var closings: [Closing<T>]

    package init(closings: [Closing<T>] = []) { self.closings = closings }

    /// Whether something has to be done to an instance before it is handed out.
    var isInjecting: Bool { complete != nil || wired != nil }

    /// Adds what is done to a new instance after all that was added before.
    package mutating func complete(by body: @escaping (inout T, Resolver) throws -> Void) {
        complete = { [complete] instance, resolver in
            try complete?(&instance, resolver)
            try body(&instance, resolver)
        }
    }

    /// Adds what is called at the end of the graph before all that was added before.
    package mutating func call(whenWired body: @escaping (T) -> Void) {
        wired = { [wired] instance in
            body(instance)
            wired?(instance)
        }
    }
}

@available(*, unavailable)
extension Factory: Sendable {}

@available(*, unavailable)
extension ArgumentFactory: Sendable {}
