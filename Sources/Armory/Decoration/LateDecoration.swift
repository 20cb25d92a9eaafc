// A decorator that gets what it decorates as a `Lazy`: so what it decorates may be made later, or never.
//
//     the key --> record: the decorator, with the registration's lifetime and hooks
//                   |
//                 Lazy, under a qualifier that only this decorator has --> the factory and the injections

/// The qualifier of what one decorator gets later.
final class InsideDecoratorQualifier: HashedByIdentity, Sendable, QualifierDescribing {
    var qualifierDescription: String { "inside of its decorator" }
}

extension Record {
    /// The record that decorates instead of this one.
    ///
    /// - Parameter qualifier: That of the decorated registration, its first dependency.
    func makeDecoratorRecord<D>(
        by body: LayerBody<Lazy<D>, D>, lazyQualifiedBy qualifier: AnyQualifier, at location: CodeLocation
    ) -> Record {
        var traits = traitsAsDecoratedOuter
        traits.parts.needs = { [Dependency(ServiceKey(Lazy<D>.self, qualifier: qualifier))] }
        let closure = FactoryClosure<D, Void>.plain { resolver in
            do { return try body.make(resolver.resolveParameter(at: 0), resolver, 1) } catch {
                throw resolver.resolutionError(wrapping: error, throwerNoun: "decorator", location: location)
            }
        }
        return Record(traits, closingsAsInjections(ofInstanceType: D.self), closure)
    }
}
