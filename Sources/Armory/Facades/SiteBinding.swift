// Records of sites: of places in the program that make an instance when they run, and may be run again for the same one.
//
// Nobody registers them. Whoever looks one up brings with each call what makes the instance, and the container keeps the key,
// the type, the lifetime, and the instance where the lifetime says so; it keeps nothing of the call. A substitute lies over a site
// as an overlay, and brings its own factory.

/// What a site is found by: a type that is not that of its instances, such as the class whose property it is, and a name.
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
package final class SiteBinding<T>: TypedBinding<T>, SiteRecord, @unchecked Sendable {  // As `AnyBinding`.
    private let owner: any Any.Type

    init(_ key: SiteKey, _ lifetime: Lifetime) {
        owner = key.owner
        // It is written where its callers are, which nobody has told.
        super.init(
            BindingTraits(
                lifetime: lifetime, location: SourceLocation(), qualifier: key.name.map { Qualifier($0) },
                options: .justInTime),
            nil)
    }

    override package var type: any Any.Type { owner }
    override package var instanceType: any Any.Type { T.self }
    override var isSite: Bool { true }

    func present(
        in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Any? {
        try unsafe container.present(in: slot, as: T.self, lifetime, context)
    }

    func settle(in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard let entry = unsafe context.pointee.graph.find(slot.identifier) else { return true }
        do {
            // What made the instance is the client's: where it is given up, nothing here makes another.
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

/// A record that stands for a site's, with a factory of its own.
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
            // What a substitute asks for may lead to it again, and end all the same.
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

/// What a site's record does that depends on the type of its instances.
protocol SiteRecord: AnyBinding {
    /// The instance that is there, in the running graph or kept; nil: none is.
    ///
    /// The thread is pinned, and is not any more when this returns.
    func present(
        in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Any?

    /// The end of an instance of the running graph that was made by the short way while something unfinished came to be held.
    ///
    /// False where it was given up.
    func settle(in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>) -> Bool
}

/// The same of a substitute.
protocol SubstituteRecord: AnyBinding {
    /// A new instance, as a value of the site's type.
    ///
    /// Pinning as above.
    func value<R>(
        as type: R.Type, in slot: Slot, of container: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> R
}

/// What is wrong at a site.
enum SiteFault: Error, CustomStringConvertible {
    case wrongType(wanted: any Any.Type, given: any Any.Type)
    case wrongSubstitute(String, wanted: any Any.Type, given: any Any.Type)
    case notThere(String)

    var description: String {
        switch self {
        case .wrongType(let wanted, let given):
            "it is of type \(TypeName.of(given)), and \(TypeName.of(wanted)) is wanted"
        case .wrongSubstitute(let name, let wanted, let given):
            "the substitution for \(name) gave \(TypeName.of(given)), and \(TypeName.of(wanted)) is wanted"
        case .notThere(let name): "the placeholder \(name) has no object"
        }
    }

    var fix: String {
        switch self {
        case .wrongType: "ask for it as what it is, or make what is asked for."
        case .wrongSubstitute: "have the substitution's closure return what the definition does."
        case .notThere(let name): "come in through the definition with the key \(name), or add a substitution for it."
        }
    }
}

extension ServiceKey {
    /// The name in quotation marks, or the type where there is none.
    var text: String { qualifier?.quoted ?? description }
}
