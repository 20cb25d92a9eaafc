// The records of decorated and adapted registrations.

extension Record {
    /// How many parameters it has that others come after.
    var parameterCount: Int { (needs ?? []).count { $0.time == .construction } }

    /// The record as a part of another one with its key, its lifetime and its closings.
    ///
    /// - Parameters:
    ///   - notes: The notes of the part.
    ///   - lateOuter: Makes the other record, which gets the part later; nil: it gets the part before it is made.
    func splitIntoPartAndOuter(
        partNotes notes: Notes, lateOuter: Layer.LateDecorating?
    ) -> (part: Record, outer: Record) {
        func split<T>(_ type: T.Type) -> (part: Record, outer: Record) {
            var inner = traitsAsDecoratedPart(notes: notes)
            if let lateOuter {
                let qualifier = Qualifier(InsideDecoratorQualifier())
                inner.qualifier = qualifier
                (inner.parts.isPart, inner.parts.isUnlisted) = (false, true)
                return (
                    copy(withTraits: inner, changingInjectionsOf: type) { $0.closings = [] }, lateOuter(self, qualifier)
                )
            }
            let part = copy(withTraits: inner, changingInjectionsOf: type) { $0.closings = [] }
            var outer = traitsAsDecoratedOuter
            outer.parts.needs = { [Dependency(on: part).passingArguments] }
            // What a caller awaits for the part is found when the part is made.
            outer.parts.prefetch = part.makeSourcePrefetch(ofType: type)
            let injections = closingsAsInjections(ofInstanceType: type)
            let whole = part.makeDerivedRecord(of: type, with: outer, from: type, injections: injections) { made, _ in
                made
            }
            return (part, whole)
        }
        return split(key.type)
    }

    /// The traits of the record as a part, which is made anew for each instance that it belongs to.
    func traitsAsDecoratedPart(notes: Notes) -> Traits {
        var inner = traits
        inner.lifetime = .transient
        inner.parts.tag = nil
        inner.parts.route = nil
        inner.parts.isAlias = false
        inner.parts.isGiven = false
        inner.parts.isPart = true
        inner.parts.notes = RecordNotes(notes, measures)
        return inner
    }

    /// The traits of the record that has a part.
    var traitsAsDecoratedOuter: Traits {
        var outer = traits
        outer.parts.hidesNeeds = false
        outer.parts.isAlias = false
        outer.parts.isGiven = false
        outer.parts.prefetch = nil
        return outer
    }

    /// What closes the instances; nil: nothing does.
    func closingsAsInjections<T>(ofInstanceType type: T.Type) -> Injections<T>? {
        guard let closings = injections(forInstancesOf: type)?.closings, !closings.isEmpty else { return nil }
        return Injections(closings: closings)
    }
}

extension Dependency {
    /// The same dependency, which gets the asker's own arguments.
    var passingArguments: Dependency {
        var need = self
        need.givesArguments = true
        return need
    }
}

extension Record {
    /// What a caller that awaits does before the factory of a record asks for this one, its first need; nil: nothing.
    func makeSourcePrefetch<T>(ofType type: T.Type) -> Prefetch? {
        rare?.parts.prefetch.map { _ in { TransferBox(instance: try await $0.resolveParameter(at: 0, type)) } }
    }
}

extension Record.Traits {
    /// Gives it the lifetime of the instances that it is made from.
    mutating func copyLifetime(from source: Record) {
        guard source.argumentType == nil else { return }
        let traits = source.traits
        lifetime = traits.lifetime
        parts.tag = traits.parts.tag
        parts.route = traits.parts.route
        parts.isAlias = false
    }
}

extension AnyRegistration {
    /// A part of it, which nobody registered.
    var decoratedPart: AnyRegistration {
        var part = self
        part.notes.options.subtract([.eager, .root, .value, .decorated])
        part.notes.hooks = []
        part.notes.aliases = []
        return part
    }

    /// The registration that an adapter makes of it.
    ///
    /// - Parameters:
    ///   - findsSourceByKey: Whether its key leads to it.
    ///   - original: The record whose lifetime it has; nil: its own.
    func makeAdaptedRegistration(
        by layer: Layer, _ adapting: Layer.Adapting, findsSourceByKey: Bool, lifetimeFrom original: Record?
    ) -> AnyRegistration {
        let source = record
        let need = (findsSourceByKey ? Dependency(source.key) : Dependency(on: source)).passingArguments
        var parts = Record.Parts(isShareable: true) { [need] }
        parts.addDependencies(layer.needs)
        var traits = source.traits
        (traits.lifetime, traits.location, traits.parts) = (.transient, layer.location, parts)
        traits.copyLifetime(from: original ?? source)
        var adapted = AnyRegistration(adapting(source, traits))
        adapted.notes = notes
        adapted.notes.options.subtract([.eager, .root, .value, .kept, .decorated])
        adapted.notes.options.insert(.adapted)
        adapted.notes.sendability = .isSendable
        adapted.notes.module = layer.module ?? notes.module
        adapted.notes.hooks = []
        adapted.notes.aliases = []
        return adapted
    }
}
