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
    /// Completes an instance before a caller gets it; nil: the factory's result is complete.
    private(set) var completion: Completion<T>?
    /// What closes an instance, in the order in which it was added.
    package var closings: [Closing<T>]

    package init(closings: [Closing<T>] = []) { self.closings = closings }

    /// Adds a body that completes a new instance after the bodies that were added earlier.
    package mutating func addInjection(_ body: @escaping (inout T, Resolver) throws -> Void) {
        // The first one as it is: another closure would be another frame around all that it resolves.
        guard let earlier = completion?.complete else { return completion = Completion(body, completion?.wired) }
        let both = { (instance: inout T, resolver: Resolver) in
            try earlier(&instance, resolver)
            try body(&instance, resolver)
        }
        completion = Completion(both, completion?.wired)
    }

    /// Adds a body for the end of the graph, which runs before the bodies that were added earlier.
    package mutating func addGraphWiredCallback(_ body: @escaping (T) -> Void) {
        let earlier = completion?.wired
        completion = Completion(completion?.complete) { instance in
            body(instance)
            earlier?(instance)
        }
    }
}

/// Completes an instance between its factory and its users.
///
/// It is an object, because each making has it on the stack.
final class Completion<T> {
    let complete: ((inout T, Resolver) throws -> Void)?
    /// Called with a new instance when the graph that it belongs to is complete.
    let wired: ((T) -> Void)?

    init(_ complete: ((inout T, Resolver) throws -> Void)?, _ wired: ((T) -> Void)? = nil) {
        (self.complete, self.wired) = (complete, wired)
    }
}

@available(*, unavailable)
extension Factory: Sendable {}

@available(*, unavailable)
extension ArgumentFactory: Sendable {}
