/// All layers of a container, in the order of registration.
final class LayerList: LayerSet {
    let layers: [Layer]
    /// Receives the events of factories; nil: there are no subscribers.
    private let events: EventHub?

    init(_ layers: [Layer], _ events: EventHub? = nil) {
        self.layers = layers
        self.events = events
    }

    /// The layers that a container with subscribers begins with.
    init(_ events: EventHub) {
        layers = events.wanted.contains(.resolved) ? [.listener()] : []
        self.events = events
    }

    /// The records with their layers around them, and the records that adapters create from them.
    func expanded(_ records: [Binding]) -> [Binding] {
        records.flatMap { [layered($0)] + adapted($0).map(\.record) }
    }

    /// The records that new adapters create from existing registrations.
    func adapted(_ records: [Binding], by new: [Layer]) -> [Binding] {
        records.flatMap { record in
            record.options.contains(.adapted) ? [] : adapted(record.base)
        }.filter { $0.adapters.contains { adapter in new.contains { $0 === adapter } } }.map(\.record)
    }

    func adding(_ new: [Layer]) -> any LayerSet { LayerList(layers + new, events) }

    /// The list without some layers; nil: no layers and no subscribers are left.
    func removing(where isRemoved: (Layer) -> Bool) -> (any LayerSet)? {
        let left = layers.filter { !isRemoved($0) }
        return left.isEmpty && events == nil ? nil : LayerList(left, events)
    }

    /// The record with its current layers around it.
    func layered(_ binding: Binding) -> Binding {
        let old = binding.layering
        let written = old?.base ?? binding
        let base = events?.observed(written) ?? written
        let matching = layers.filter { $0.matches(base) }
        let decorators = matching.filter { if case .decorator = $0.body { true } else { false } }
        let interceptors = matching.filter(\.intercepts)
        let awaiting = matching.filter { $0.awaitingInterceptor != nil }
        let around = awaiting + decorators + interceptors
        if base === written, around.elementsEqual(old?.layers ?? [], by: ===) { return binding }
        let made = awaiting.isEmpty ? base : base.interceptedMaking(by: awaiting)
        let decorated = decorators.reduce(made) { $0.decorated(by: $1) }
        return interceptors.isEmpty ? decorated : decorated.intercepted(by: interceptors)
    }

    /// The records that adapters create from the registration, and in turn from those records.
    private func adapted(
        _ base: Binding, without used: [Layer] = []
    ) -> [(record: Binding, adapters: [Layer])] {
        layers.flatMap { layer -> [(record: Binding, adapters: [Layer])] in
            guard case .adapter(let adapting) = layer.body, !used.contains(where: { $0 === layer }),
                layer.matches(base)
            else { return [] }
            let record = adapting.adapted(base, by: layer)
            return [(layered(record), used + [layer])] + adapted(record, without: used + [layer])
        }
    }
}

extension Layer {
    /// The resolver for the layer's body, from that of the record.
    @_lifetime(copy resolver)
    func resolver(_ resolver: Resolver) -> Resolver {
        guard isViewing, let module else { return resolver }
        return resolver.viewed(by: module)
    }
}
