/// The immutable properties of a container, shared by the scopes of a tag that are opened in one container.
///
/// It has no reference to a container: each container keeps its parents itself.
@safe
@usableFromInline
final class ContainerTraits: @unchecked Sendable {  // Immutable, and containers are Sendable.
    // C reads the next three by their offsets (CLookup.h): they come first, in this order.
    /// What a container that overrides registrations remembers: this container, or the one that it is below; nil: there is none.
    let known: KnownSlots?
    /// The parents and their ancestors in the order of the search: depth first, each once.
    @usableFromInline let ancestors: UnsafeMutableBufferPointer<Unmanaged<Container>>
    /// How many ancestors the fast path searches.
    ///
    /// `known`, or the slow path, searches the others.
    let searchedCount: Int
    /// The gate of a container that builds one at a time, and those of its ancestors: their factories may run in it.
    let gates: [Gate]
    /// Whether the container or an ancestor overrides registrations: see `Container.isDerived`.
    let isDerived: Bool
    let scope: ScopeTag?
    let configuration: Container.Configuration

    /// - Parameters:
    ///   - derivation: The overrides of the container; nil: it has none.
    ///   - control: The control block of the container, if it has overrides.
    init(
        parents: [Container], scope: ScopeTag?, configuration: Container.Configuration, derivation: Derivation? = nil,
        control: ControlBlock? = nil
    ) {
        let order = Self.searchOrder(of: parents)
        unsafe ancestors = .allocate(capacity: order.count)
        _ = unsafe ancestors.initialize(from: order.map { unsafe Unmanaged.passUnretained($0) })
        isDerived = derivation != nil || parents.contains(where: \.isDerived)
        (known, searchedCount) =
            if !isDerived {
                (nil, order.count)
            } else if let derivation, let control {
                (KnownSlots(derivation, control, ancestors: order), 0)
            } else if parents.count == 1, let known = parents[0].traits.known {
                // Up to the container that overrides.
                (known, 1 + parents[0].traits.searchedCount)
            } else {
                // With several parents, one may be an ancestor of another.
                (nil, 0)
            }
        gates = Self.gates(configuration, below: order)
        self.scope = scope
        self.configuration = configuration
    }

    deinit { unsafe ancestors.deallocate() }

    private static func searchOrder(of parents: [Container]) -> [Container] {
        var order: [Container] = []
        for parent in parents {
            for container in [parent] + parent.ancestors where !order.contains(where: { $0 === container }) {
                order.append(container)
            }
        }
        return order
    }

    /// The gates of a container with these ancestors, its own first.
    private static func gates(_ configuration: Container.Configuration, below ancestors: [Container]) -> [Gate] {
        var gates: [Gate] = []
        if configuration.building == .oneAtATime { gates.append(Gate(waitLimit: configuration.waitLimit)) }
        for gate in ancestors.flatMap(\.gates) where !gates.contains(where: { $0 === gate }) { gates.append(gate) }
        return gates
    }
}
