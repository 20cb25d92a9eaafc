// A decorator that gets what it decorates as a `Lazy`: so what it decorates may be made later, or never.
//
//     the key --> record: the decorator, with the registration's lifetime and hooks
//                   |
//                 Lazy, under a qualifier that only this decorator has --> the factory and the injections

/// A decorator of instances of a type, which it gets as a `Lazy`.
struct LateDecoration<D>: LateDecorating {
    let body: @Sendable (Lazy<D>, borrowing Resolver, _ first: Int) throws -> D

    func decorated<T>(_ instance: T, _ resolver: borrowing Resolver, _ first: Int) throws -> T { instance }
    func decoratesAll(of type: any Any.Type) -> Bool { true }
    func decorates<T>(_ instance: T) -> Bool { true }

    func decorating(
        _ record: Record, _ traits: Record.Traits, by qualifier: AnyQualifier, at location: SourceLocation
    ) -> Record {
        var traits = traits
        traits.parts.needs = { [Dependency(ServiceKey(Lazy<D>.self, qualifier: qualifier))] }
        return Record(
            D.self, traits.lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
            injections: record.closingsAlone(of: D.self)
        ) { resolver in
            do { return try body(resolver.parameter(0), resolver, 1) } catch {
                throw resolver.describe(error, thrownBy: "decorator", at: location)
            }
        }
    }
}

/// The qualifier of what one decorator gets later.
private final class InsideDecorator: HashedByIdentity, Sendable, QualifierDescribing {
    var qualifierDescription: String { "inside of its decorator" }
}

extension Record {
    /// The record as one that another one gets later, and that other one, which a decorator makes.
    func divided(
        _ notes: Notes, decoratedLater decorator: any LateDecorating, by layer: Layer
    ) -> (
        part: Record, outer: Record
    ) {
        let qualifier = Qualifier(InsideDecorator())
        func divide<T>(_ type: T.Type) -> (part: Record, outer: Record) {
            var inner = partTraits(notes)
            inner.qualifier = qualifier
            (inner.parts.isPart, inner.parts.isUnlisted) = (false, true)
            let part = copy(inner, changing: type) { $0.closings = [] }
            return (part, decorator.decorating(self, outerTraits, by: qualifier, at: layer.location))
        }
        return divide(key.type)
    }
}
