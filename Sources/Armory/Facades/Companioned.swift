// Instances that companion objects create. A companion is kept with its registration.

/// A registration whose instances are created by the code that looks them up, with the help of a companion object.
///
/// It is for a library with its own API on top of this one. The companion knows how to create an instance. The
/// container knows where the instance is kept, which callers may get it, and whether it exists. See
/// Container+Hits.swift.
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
        isCompleted: Bool = false,
        factory: @escaping Factory<Instance> = { _ in throw Declined("its companion alone makes it") }
    ) {
        var traits = BindingTraits(lifetime: lifetime, location: location)
        traits.qualifier = name.map { Qualifier($0) }
        definition = Plumbing.Definition(CompanionBinding(traits, nil, companion, isMaker: !isCompleted, factory))
    }
}

/// The record of a companion's registration.
@safe
private final class CompanionBinding<T>: Binding<T>, @unchecked Sendable {  // As `AnyBinding`.
    private let heldCompanion: any AnyObject & Sendable
    /// The companion, if it creates instances on the fast path; otherwise nil.
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

    override func copy(
        _ traits: BindingTraits, _ injections: [Injection<T>]?, inside change: (any ClosureChange)?
    ) -> Binding<T> {
        guard change == nil else { return super.copy(traits, injections, inside: change) }
        return unsafe CompanionBinding(traits, injections, heldCompanion, isMaker: heldMaker != nil, factory)
    }
}
