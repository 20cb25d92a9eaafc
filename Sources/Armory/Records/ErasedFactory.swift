/// A closure that creates an instance.
@usableFromInline
package typealias Factory<T> = @Sendable (Resolver) throws -> T

/// A closure that creates an instance from run-time arguments.
@usableFromInline
package typealias ArgumentFactory<T, Arguments> = @Sendable (Resolver, Arguments) throws -> T

/// A factory whose type only its record knows: two words, a function and its captures.
///
/// Taking the factory out is unsafe: the caller names its type. It may name the superclass of the type that went in, because
/// both factories return a reference. For a factory that only throws, it may name any type.
@safe
struct ErasedFactory: Sendable {
    private let closure: Factories.Plain<Void>

    // Unsafe: each of the structures is two words, a function and its captures.

    init<T>(_ factory: @escaping Factory<T>) {
        closure = unsafe unsafeBitCast(Factories.Plain(make: factory), to: Factories.Plain<Void>.self)
    }

    /// The factory of a record whose instances only its callers create, whatever their type.
    ///
    /// It goes in as a factory of `Never`, and may be called as one of any type: the instance's memory is the caller's, and a factory that
    /// always throws never writes there.
    static var ofCallers: ErasedFactory {
        ErasedFactory { (_) throws -> Never in throw Declined("only the API that registered it creates instances") }
    }

    init<T, Arguments>(_ factory: @escaping ArgumentFactory<T, Arguments>) {
        closure = unsafe unsafeBitCast(Factories.Taking(make: factory), to: Factories.Plain<Void>.self)
    }

    @unsafe
    func factory<T>(of type: T.Type) -> Factory<T> {
        unsafe unsafeBitCast(closure, to: Factories.Plain<T>.self).make
    }

    @unsafe
    func factory<T, Arguments>(of type: T.Type, taking arguments: Arguments.Type) -> ArgumentFactory<T, Arguments> {
        unsafe unsafeBitCast(closure, to: Factories.Taking<T, Arguments>.self).make
    }
}

/// Structures that hold closures as generic code calls them, with instances and arguments in memory.
///
/// C calls them so, too.
private enum Factories: Sendable {
    struct Plain<T> { let make: Factory<T> }
    struct Taking<T, Arguments> { let make: ArgumentFactory<T, Arguments> }
}
