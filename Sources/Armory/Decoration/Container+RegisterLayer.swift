extension Container {
    /// Adds a decorator.
    ///
    /// Existing registrations are decorated from now on, and create new instances at the next resolve. Existing
    /// instances stay with their holders.
    ///
    /// - Throws: ``ResolutionError`` with the code `frozen`, `unsettled` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ decorator: Decorator) throws(ResolutionError) { try register(layer: decorator.layer) }

    /// Adds an adapter, which also adapts existing registrations.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen`, `unsettled` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ adapter: Adapter) throws(ResolutionError) { try register(layer: adapter.layer) }

    /// Adds an interceptor, which also intercepts existing registrations.
    ///
    /// Existing instances stay with their holders; the container creates new ones.
    ///
    /// - Throws: ``ResolutionError`` with the code `frozen`, `unsettled` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ interceptor: Intercepted) throws(ResolutionError) {
        try register(layer: interceptor.layer)
    }

    private func register(layer: Layer) throws(ResolutionError) {
        let key = ServiceKey(layer.type ?? Any.self, qualifier: layer.qualifier)
        var layers: (any LayerSet)?
        var known: [Binding] = []
        let faults = try add(ServiceKey(Container.self)) { current in
            let all = (current ?? LayerList([])).adding([layer])
            layers = all
            known = layer.adapts ? ownBindings : []
            return all.adapted(known, by: [layer])
        } isComplete: {
            // An adapter adapts those that were added meanwhile, too.
            !layer.adapts || isComplete(known)
        } isAllowed: { () throws(ResolutionError) in
            try checkNotFrozen(key, layer.location)
            return true
        } whenAdded: {
            control.layers = layers
        }
        if let fault = faults.first { throw fault }
        try relayer()
    }

    /// The faults of new layers among these registrations.
    func layerFaults(_ layers: [Layer], among records: [Binding]) -> [ResolutionError] {
        idleLayers(layers, among: records) + mixingLayers(layers, among: records)
            + awaitingLayers(layers, among: records)
    }

    /// The awaiting interceptors around registrations that do not await.
    private func awaitingLayers(_ layers: [Layer], among records: [Binding]) -> [ResolutionError] {
        layers.filter { $0.awaitingInterceptor != nil }.flatMap { layer in
            records.map(\.base).filter { layer.matches($0) && !$0.options.contains(.asynchronous) }.map { base in
                ResolutionError(
                    .doesNotAwait, key: base.key, path: [base.step], location: base.location,
                    detail: .aroundMaking(interceptor: layer.location))
            }
        }
    }

    /// The decorators and adapters whose types differ from a registration's in `Sendable`.
    private func mixingLayers(_ layers: [Layer], among records: [Binding]) -> [ResolutionError] {
        layers.flatMap { layer in
            records.map(\.base)
                .filter { layer.matches($0) && layer.mixesSendable($0) && layer.appliesToAll(of: $0.type) }
                .map { base in
                    ResolutionError(
                        .notSendable, key: base.key, path: [base.step], location: base.location,
                        detail: .notSendable(layer: layer.noun, layer.location, isShared: base.isShareable))
                }
        }
    }

    /// The layers that decorate, adapt or intercept none of these registrations.
    private func idleLayers(_ layers: [Layer], among records: [Binding]) -> [ResolutionError] {
        let bases = records.map(\.base)
        return layers.filter { layer in layer.type != nil && !bases.contains(where: layer.matches) }.map { layer in
            let key = ServiceKey(layer.type ?? Any.self, qualifier: layer.qualifier)
            var near = nearMisses(of: key)
            // The records that come with the layer are not in the table yet.
            let name = TypeName.of(key.type)
            let coming = records.filter { $0.type == key.type || TypeName.isSpelledLike($0.type, name) }.map(\.step)
            near += coming.filter { step in !near.contains { $0.key == step.key } }
            near.sort { $0.key.description < $1.key.description }
            return ResolutionError(
                .decoratesNothing, key: key, location: layer.location, detail: .layer(layer.noun, near: near))
        }
    }
}
