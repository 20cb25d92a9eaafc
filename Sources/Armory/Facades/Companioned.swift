// Instances that somebody else makes, who is kept with the registration.

/// A registration whose instances are made by the code that looks them up, with the help of an object that is kept with it.
///
/// It is for a library that has an API of its own on top of this one. The companion tells how an instance is made; the
/// container tells where it is kept, who may have it, and whether it is there. See Container+Ready.swift.
package struct Companioned<Instance>: Registration {
    package var definition: Definition<Instance>

    /// Registers a companion.
    ///
    /// - Parameters:
    ///   - lifetime: One of those without a scope or a place.
    ///   - name: The name that the instance is found by; nil: its type alone.
    ///   - location: Where it was registered.
    ///   - companion: What the library needs to make an instance; immutable.
    ///   - isCompleted: Whether instances of a graph are completed after they were made: then they are made by the slow way
    ///     alone, which knows who holds them meanwhile.
    ///   - factory: Makes the instances that are not asked for by way of the companion, such as those in a child's view.
    ///     Left out: the companion alone makes instances.
    package init(
        _ lifetime: Lifetime, named name: Name?, at location: SourceLocation, _ companion: any AnyObject & Sendable,
        isCompleted: Bool = false,
        factory: @escaping Factory<Instance> = { _ in throw Declined("its companion alone makes it") }
    ) {
        var traits = BindingTraits(lifetime: lifetime, location: location)
        traits.qualifier = name.map { Qualifier($0) }
        definition = Definition(CompanionBinding(traits, nil, companion, isMaker: !isCompleted, factory))
    }
}

/// Its record.
@safe
private final class CompanionBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let heldCompanion: any AnyObject & Sendable
    /// The same, or nil.
    private let heldMaker: UnsafeRawPointer?

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]?, _ companion: any AnyObject & Sendable, isMaker: Bool,
        _ factory: @escaping Factory<T>
    ) {
        heldCompanion = companion
        unsafe heldMaker = isMaker ? UnsafeRawPointer(Unmanaged.passUnretained(companion).toOpaque()) : nil
        super.init(traits, injections, factory: factory)
    }

    override var companion: UnsafeRawPointer? {
        unsafe UnsafeRawPointer(Unmanaged.passUnretained(heldCompanion).toOpaque())
    }

    override var maker: UnsafeRawPointer? { unsafe heldMaker }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        unsafe CompanionBinding(traits, injections, heldCompanion, isMaker: heldMaker != nil, factory)
    }
}
