/// The immutable properties of a container, shared by the scopes of a tag that are opened in one container.
///
/// It has no reference to a container: each container keeps its parents itself.
@safe
@usableFromInline
final class ContainerTraits: @unchecked Sendable {  // Immutable, and containers are Sendable.
    /// The parents and their ancestors in the order of the search: depth first, each once.
    let ancestors: [Unmanaged<Container>]
    /// The ancestors again, if a search visits them on the fast path.
    @usableFromInline let searched: [Unmanaged<Container>]
    /// The gate of a container that builds one at a time, and those of its ancestors: their factories may run in it.
    let gates: [Gate]
    let scope: ScopeTag?
    let configuration: Container.Configuration

    init(parents: [Container], scope: ScopeTag?, configuration: Container.Configuration, isDerived: Bool) {
        let order = Self.searchOrder(of: parents)
        unsafe ancestors = order.map { unsafe Unmanaged.passUnretained($0) }
        unsafe searched = isDerived ? [] : ancestors
        gates = Self.gates(configuration, below: order)
        self.scope = scope
        self.configuration = configuration
    }

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
