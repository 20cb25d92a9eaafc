// Records of sites. A site is a place in the program that creates an instance when it runs, and may run again for the
// same instance.
//
// Sites are not registered. Each lookup brings the factory. The container keeps the key, the type and the lifetime, and
// the instance if the lifetime requires it. It keeps nothing of the call. A substitute is an overlay of a site and has
// its own factory.

/// The key of a site: a name, and a type other than that of its instances, such as the class whose property it is.
package struct SiteKey: Sendable {
    package let owner: any Any.Type
    package let name: Name?

    package init(_ owner: any Any.Type, _ name: Name? = nil) {
        self.owner = owner
        self.name = name
    }

    var serviceKey: ServiceKey { ServiceKey(owner, qualifier: name.map { Qualifier($0) }) }
}

/// The record of a site.
package final class SiteBinding<T>: Binding<T>, SiteRecord, @unchecked Sendable {  // As `AnyBinding`.
    private let owner: any Any.Type

    init(_ key: SiteKey, _ lifetime: Lifetime) {
        owner = key.owner
        // The site is written where its callers are, and that location is unknown here.
        super.init(
            BindingTraits(
                lifetime: lifetime, location: SourceLocation(), qualifier: key.name.map { Qualifier($0) },
                options: .justInTime, source: .caller)
        ) { _ in throw ConstructionFault.exchanged }
    }

    override package var type: any Any.Type { owner }
    override package var instanceType: any Any.Type { T.self }

    func present(
        in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Any? {
        try unsafe container.present(in: slot, as: T.self, lifetime, context)
    }

    func settle(in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard let entry = unsafe context.pointee.graph.find(slot.identifier) else { return true }
        do {
            // The client has created the instance: if it is given up, no code here can create another.
            _ = try unsafe Construction<T>(
                slot: slot, context: context, owner: container, resolver: Resolver(owner: container), injections: [],
                factory: { _ in throw ConstructionFault.exchanged }
            ).settle(GraphArena.value(of: entry, as: T.self).pointee)
            return true
        } catch {
            return false
        }
    }
}

/// A record that replaces a site's record and has its own factory.
package final class SubstituteBinding<T>: Binding<T>, SubstituteRecord, @unchecked Sendable {  // As `AnyBinding`.
    private let owner: any Any.Type

    init(_ key: SiteKey, _ factory: @escaping Factory<T>) {
        owner = key.owner
        super.init(
            BindingTraits(
                lifetime: .transient, location: SourceLocation(), qualifier: key.name.map { Qualifier($0) },
                options: .justInTime),
            factory: factory)
    }

    override package var type: any Any.Type { owner }
    override package var instanceType: any Any.Type { T.self }

    func value<R>(
        as type: R.Type, in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> R {
        try unsafe container.entering(slot, context) { _ throws(any Error) in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            // A dependency of a substitute may lead to the substitute again, without an endless cycle.
            let value = try unsafe Construction<T>(
                slot: slot, context: context, owner: container, resolver: Resolver(owner: container), injections: [],
                factory: self.factory
            ).obtainTransient(isRepeatable: true)
            guard let result = value as? R else {
                throw SiteFault.wrongSubstitute(self.key.text, wanted: R.self, given: Swift.type(of: value))
            }
            return result
        }
    }
}

/// The operations of a site's record that depend on the type of its instances.
protocol SiteRecord: AnyBinding {
    /// The existing instance, in the running graph or kept; nil: there is none.
    ///
    /// Requires a pinned thread, and unpins it.
    func present(
        in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Any?

    /// Completes an instance of the running graph that came to hold an unfinished instance while the fast path created
    /// it.
    ///
    /// Returns false if the instance was given up.
    func settle(in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>) -> Bool
}

/// The operations of a substitute's record that depend on the type of its instances.
protocol SubstituteRecord: AnyBinding {
    /// A new instance, as a value of the site's type.
    ///
    /// Requires a pinned thread, and unpins it.
    func value<R>(
        as type: R.Type, in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> R
}
