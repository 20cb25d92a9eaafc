// Records of sites. A site is a key whose callers bring the factory: each lookup passes a closure, and the container
// keeps the instance as the record's lifetime says. It keeps nothing of the call.
//
//     a record without a companion    a place in the program; the first lookup adds the record
//     a record with a companion       registered up front by a library; the companion tells how to create an instance;
//                                     or added by the first lookup: see Container+CompanionSites.swift
//     a substitute                    lies over a record of the first kind, and has its own factory

/// The key of a site: a name, and a type, which may differ from that of the instances, such as the class whose property
/// it is.
package struct SiteKey: Sendable, CustomStringConvertible {
    package let owner: any Any.Type
    package let name: Name?

    package init(_ owner: any Any.Type, _ name: Name? = nil) {
        self.owner = owner
        self.name = name
    }

    package var serviceKey: ServiceKey { ServiceKey(owner, qualifier: name.map { Qualifier($0) }) }

    package var description: String { serviceKey.description }
}

/// The record of a site.
@safe
package final class SiteBinding: KnownBinding, @unchecked Sendable {  // As `Binding`.
    private let typeOfInstances: any Any.Type
    /// Held by `+1`; unmanaged so that a lookup reads it without a retain.
    private let heldCompanion: Unmanaged<AnyObject>?
    private let hasFactory: Bool

    init(
        _ owner: any Any.Type, _ type: any Any.Type, _ traits: consuming BindingTraits, _ injections: Injections?,
        _ companion: AnyObject?, _ factory: ErasedFactory?
    ) {
        typeOfInstances = type
        hasFactory = factory != nil
        unsafe heldCompanion = if let companion { unsafe Unmanaged.passRetained(companion) } else { nil }
        super.init(owner, traits, injections, factory ?? .ofCallers)
    }

    deinit { unsafe heldCompanion?.release() }

    convenience init<T>(_ type: T.Type, _ key: SiteKey, _ lifetime: Lifetime) {
        self.init(key.owner, type, key.traits(lifetime, from: .caller), nil, nil, nil)
    }

    /// A record that holds a companion of a library whose callers bring the factory.
    ///
    /// - Parameter measures: Counts the calls; nil: they are not reported.
    convenience init<T>(
        _ type: T.Type, _ key: SiteKey, _ lifetime: Lifetime, _ companion: some AnyObject & Sendable,
        _ location: SourceLocation, _ measures: (any AnyObject & Sendable)?
    ) {
        self.init(key.owner, type, key.traits(lifetime, from: .caller, at: location, measures), nil, companion, nil)
    }

    /// A record that lies over a site's record and has its own factory.
    convenience init(_ key: SiteKey, substitute: @escaping Factory<Any>) {
        self.init(
            key.owner, Any.self, key.traits(.transient, from: .substitute), nil, nil, ErasedFactory(substitute))
    }

    override package var instanceType: any Any.Type { typeOfInstances }

    override package var companion: UnsafeRawPointer? {
        let companion = unsafe heldCompanion ?? Unmanaged<AnyObject>.passUnretained(self)
        return unsafe UnsafeRawPointer(companion.toOpaque())
    }

    override var isMadeByCallers: Bool { !hasFactory }

    override func copy(_ traits: BindingTraits, _ injections: Injections?) -> Binding {
        SiteBinding(
            type, instanceType, traits, injections, unsafe heldCompanion?.takeUnretainedValue(),
            hasFactory ? factory : nil)
    }
}

extension SiteKey {
    /// - Parameter location: Nil: the site is written where its callers are, and that location is unknown here.
    fileprivate func traits(
        _ lifetime: Lifetime, from source: InstanceSource, at location: SourceLocation? = nil,
        _ measures: (any AnyObject & Sendable)? = nil
    ) -> BindingTraits {
        BindingTraits(
            lifetime: lifetime, location: location ?? SourceLocation(), qualifier: name.map { Qualifier($0) },
            options: location == nil ? .justInTime : [], measures: measures, source: source)
    }
}

/// A registration whose instances are created by the code that looks them up, with the help of a companion object.
///
/// It is for a library with its own API on top of this one. The companion knows how to create an instance. The
/// container knows where the instance is kept, which callers may get it, and whether it exists.
package struct Companioned<Instance>: Registration {
    package var definition: Plumbing.Definition<Instance>

    /// Registers a companion.
    ///
    /// - Parameters:
    ///   - lifetime: A lifetime that is neither scoped nor custom.
    ///   - name: The name that finds the instance; nil: the type alone finds it.
    ///   - location: The location of the registration in the source.
    ///   - companion: The object that the library needs to create an instance; immutable.
    ///   - isCompleted: Whether instances of a graph are completed after their creation. If so, they are created only
    ///     on the slow path, which knows their holders.
    ///   - factory: Creates instances that are requested without the companion, for example in a child's view. By
    ///     default, only the companion creates instances.
    package init(
        _ lifetime: Lifetime, named name: Name?, at location: SourceLocation, _ companion: any AnyObject & Sendable,
        isCompleted: Bool = false, factory: Factory<Instance>? = nil
    ) {
        let traits = BindingTraits(lifetime: lifetime, location: location, qualifier: name.map { Qualifier($0) })
        // An injection keeps a record off the fast path; the caller's completes the instance.
        let injections = isCompleted ? InjectionsOf([Injection<Instance>(needs: []) { _, _ in }]) : nil
        // Not `map`: the runtime would look up the type of the closure.
        let factory: ErasedFactory? = if let factory { ErasedFactory(factory) } else { nil }
        definition = Plumbing.Definition(
            SiteBinding(Instance.self, Instance.self, traits, injections, companion, factory))
    }
}
