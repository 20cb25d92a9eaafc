// A further type of an instance: a registration that leads to the first type.

/// A further type of a registration's instances.
struct Alias: Sendable {
    let type: any Any.Type
    let sendability: SendableNote
    /// Whether only lists and maps of the type have it.
    let isContributed: Bool
    /// Makes its record from that of the registration as it is in the end, which may have no key.
    let record: @Sendable (_ original: Record, _ need: Dependency) -> Record

    /// The registration of the further type.
    func makeRegistration(aliasing original: AnyRegistration, needing need: Dependency? = nil) -> AnyRegistration {
        var alias = AnyRegistration(record(original.record, need ?? Dependency(original.record.key)))
        alias.notes = original.notes
        alias.notes.aliases = []
        alias.notes.hooks = []
        alias.notes.options.subtract([.eager, .value, .seeded, .kept, .choice])
        alias.notes.sendability = sendability
        if isContributed { alias.notes.options.insert(.contributed) }
        return alias
    }
}

extension Record {
    /// The record of a further type of the instances.
    func makeAliasRecord<T, P>(needing need: Dependency, upcastingWith upcast: @escaping @Sendable (T) -> P) -> Record {
        var traits = traits
        traits.lifetime = .transient
        // Its arguments are passed on.
        let need = argumentType == nil ? need : need.passingArguments
        traits.parts = Parts(isAlias: true) { [need] }
        traits.parts.isShareable = isShareable
        // Who awaits gets an instance that is kept before the further type asks for it.
        let prefetches = awaits && argumentType == nil && ![.transient, .graph].contains(lifetime)
        if prefetches {
            traits.parts.prefetch = { TransferBox(instance: try await $0.resolveParameter(at: 0, T.self)) }
        }
        let awaiting = awaits && !prefetches
        return makeDerivedRecord(of: P.self, with: traits, from: T.self, awaiting: awaiting) { instance, _ in
            upcast(instance)
        }
    }
}
