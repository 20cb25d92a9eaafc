/// A function that runs around the creation of an instance.
typealias Around<T> = @Sendable (Resolver, () throws -> T) throws -> T

/// One decoration of instances of a type.
struct Decoration<T>: Decorating {
    let body: @Sendable (T, Resolver) throws -> T

    func decoration<D>(for type: D.Type) -> Decoration<D>? { self as? Decoration<D> }

    func decoratesAll(of type: any Any.Type) -> Bool { true }

    func decorates<D>(_ instance: D) -> Bool { true }
}

/// A decorator of instances of one type, or of several.
protocol Decorating: Sendable {
    func decoration<T>(for type: T.Type) -> Decoration<T>?

    /// Whether it decorates every instance of a type that it is for; false: that depends on the instance.
    func decoratesAll(of type: any Any.Type) -> Bool

    /// Whether it decorates an instance of a type that it is for.
    func decorates<T>(_ instance: T) -> Bool
}

/// Creates an additional record from a record of a type.
protocol Adapting: Sendable {
    func adapted(_ binding: Binding, by layer: Layer) -> Binding
}

/// A fault of a layer.
enum DecorationFault: Error {
    /// A decorator for all conforming types returned an instance that is not of the registered type.
    case anotherType(any Any.Type, decorator: SourceLocation)
    /// The type of the decorator or adapter is `Sendable` and the registration's is not, or the reverse.
    case notSendable(layer: String, SourceLocation, registration: Binding)
    /// An awaiting interceptor is around a factory that does not await.
    case doesNotAwait(interceptor: SourceLocation)
}
