// What decorators and adapters do with an instance.

/// A decorator of instances of a type, or of those that conform to it or inherit from it.
struct Decoration<D>: Decorating {
    let location: CodeLocation
    let body: @Sendable (D, borrowing Resolver, _ first: Int) throws -> D

    func decorateInstance<T>(
        _ instance: T, resolvingFrom resolver: borrowing Resolver, firstParameter first: Int
    ) throws -> T {
        if D.self == T.self { return try reinterpret(body(reinterpret(instance), resolver, first)) }
        return try decorateInstanceIfConforming(instance, resolvingFrom: resolver, firstParameter: first)
    }

    /// The same for an instance of another type.
    ///
    /// A separate function, because a function looks up its optional types when it begins, used or not.
    @inline(never)
    private func decorateInstanceIfConforming<T>(
        _ instance: T, resolvingFrom resolver: borrowing Resolver, firstParameter first: Int
    ) throws -> T {
        guard let conforming = instance as? D else { return instance }
        let decorated = try body(conforming, resolver, first)
        guard let result = decorated as? T else {
            throw resolver.makeError(
                .decoratedAsAnotherType,
                .wrongDecoratorResult(for: T.self, ofType: Swift.type(of: decorated as Any), at: location))
        }
        return result
    }

    // Of a class or a structure, only an instance tells whether it conforms.
    func decoratesAllInstances(of type: any Any.Type) -> Bool { type == D.self || type is D.Type || D.self == Any.self }
    func decorates<T>(instance: T) -> Bool { instance is D }
}

/// A value under the type that it has: the caller has compared the two.
///
/// A cast would find that out anew.
@inline(__always)
private func reinterpret<A, B>(_ value: A, as type: B.Type = B.self) -> B {
    unsafe withUnsafePointer(to: value) { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: type).pointee }
}

/// What a decorator or an adapter does with the inner instance.
struct LayerBody<Inner, Outer>: Sendable {
    /// Its dependencies besides the inner instance; nil: they are not known before it runs.
    let needs: (@Sendable () -> [Dependency])?
    /// Whether a source of a parameter is an argument.
    let takesArguments: Bool
    /// Creates the outer instance; `first` is the position of the first dependency.
    let make: @Sendable (Inner, borrowing Resolver, _ first: Int) throws -> Outer

    /// A closure that resolves its dependencies.
    init(resolving body: @escaping @Sendable (Inner, Resolver) throws -> Outer) {
        (needs, takesArguments) = (nil, false)
        make = { inner, resolver, _ in try body(inner, copy resolver) }
    }

    /// An initializer or a function whose only parameter is the inner instance.
    init(_ body: @escaping @Sendable (Inner) throws -> Outer) {
        (needs, takesArguments) = ({ [] }, false)
        make = { inner, _, _ in try body(inner) }
    }

    /// An initializer or a function whose first parameter is the inner instance; the others have sources.
    init<each P>(
        _ body: @escaping @Sendable (Inner, repeat each P) throws -> Outer, _ sources: repeat ParameterSource<each P>
    ) {
        let sources = (repeat each sources)
        needs = { Dependency.makeDependencies(forParameterSources: repeat each sources) }
        takesArguments = !argumentTypes(of: repeat each sources).isEmpty
        make = { inner, resolver, first in
            var position = ParameterPosition(from: first)
            return try body(
                inner, repeat (each sources).resolveNextParameter(from: resolver, at: &position, arguments: nil))
        }
    }
}

extension Record {
    /// The record of an adapter, whose first parameter is an instance of this registration.
    func makeAdapterRecord<A, B: Sendable>(
        with traits: Traits, by body: LayerBody<A, B>, at location: CodeLocation
    ) -> Record {
        var traits = traits
        traits.parts.prefetch = makeSourcePrefetch(ofType: A.self)
        return makeDerivedRecord(of: B.self, with: traits, from: A.self) { source, resolver in
            do { return try body.make(source, resolver, 1) } catch {
                throw resolver.resolutionError(wrapping: error, throwerNoun: "adapter", location: location)
            }
        }
    }
}
