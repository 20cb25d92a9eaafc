// How a scope chooses: the factory of a `Chosen`, put together when the container is planned and its choices are known.
//
//     value of the request --> qualifier --> the registration of the type with this qualifier
//          "acme"               Name           no such registration: the other one, or an error
//          Variant.new          Variant
//
// Every choice is a dependency with its own position, which tells its record. The instance is found by the qualifier.

struct Choosing<Instance, Value: Hashable & Sendable>: AnyChoosing {
    let value: @Sendable (Resolver) throws -> Value?
    let other: AnyQualifier?
    /// The qualifiers that the container knew when it was planned.
    var choices: [AnyQualifier] = []
    /// The position of the first choice among the parameters.
    var first = 0
    var location = CodeLocation()

    var valueType: any Any.Type { Value.self }

    func makeChoosingRecord(from record: Record, choices: [AnyQualifier]) -> Record {
        var (choosing, traits) = (self, record.traits)
        (choosing.choices, choosing.first, choosing.location) = (choices, record.parameterCount, traits.location)
        traits.parts.addDependencies {
            choices.map { Dependency(ServiceKey(Instance.self, qualifier: $0)).passingArguments }
        }
        traits.parts.isUnlisted = true
        traits.parts.prefetch = { [choosing] in try await choosing.prefetchChosen($0) }
        let closure = FactoryClosure<Instance, Void>.plain { [choosing] in try choosing.resolveChosen($0) }
        return Record(traits, record.injections(forInstancesOf: Instance.self), closure)
    }

    /// The qualifier and the record that a scope has chosen, and the argument of the registration; nil: it takes none.
    private typealias Chosen = (qualifier: AnyQualifier, record: Record, argument: Value?)

    /// The instance of the chosen registration.
    private func resolveChosen(_ resolver: Resolver) throws -> Instance {
        let chosen = try self.selectChoice(with: resolver)
        guard let argument = chosen.argument else { return try resolver.resolve(qualifiedBy: chosen.qualifier) }
        return try resolver.resolve(qualifiedBy: chosen.qualifier, arguments: argument)
    }

    /// Awaits the instance of the chosen registration, which must keep it: it is resolved again without awaiting.
    private func prefetchChosen(_ resolver: AsyncResolver) async throws -> (any Sendable)? {
        let chosen: Chosen = try resolver.withResolver { try self.selectChoice(with: copy $0) }
        guard chosen.record.isKept, chosen.record.mayAwait else { return nil }
        guard let argument = chosen.argument else {
            return TransferBox(instance: try await resolver.resolve(Instance.self, qualifiedBy: chosen.qualifier))
        }
        return TransferBox(
            instance: try await resolver.resolve(Instance.self, qualifiedBy: chosen.qualifier, arguments: argument))
    }

    /// Makes the choice.
    private func selectChoice(with resolver: Resolver) throws -> Chosen {
        let value = try value(resolver)
        let own = value.map { RegistrationName($0).qualifier }
        for qualifier in [own, other] {
            guard let qualifier else { continue }
            // A registration of a parent is no parameter.
            let record =
                choices.firstIndex(of: qualifier).flatMap { resolver.record(ofParameter: first + $0) }
                ?? resolver.container.registeredRecord(for: ServiceKey(Instance.self, qualifier: qualifier))
            guard let record else { continue }
            if record.hidesSendable { throw ResolutionError.nonSendableChoice(record, path: resolver.steps) }
            // Without a value there is nothing to pass.
            if record.argumentType != nil, value == nil { break }
            return (qualifier, record, record.argumentType == nil ? nil : value)
        }
        let known = (0..<choices.count).compactMap { resolver.record(ofParameter: first + $0) }
        throw ResolutionError.unknownChoice(
            own, resolver.key, location, resolver.steps, among: known.filter { mayChooseRegistration(of: $0.key) })
    }
}

extension Record {
    /// Whether a second resolve finds the instance.
    var isKept: Bool { ![.transient, .graph].contains(lifetime) || registrationNotes.options.contains(.kept) }

    /// Whether its instances may not be `Sendable`, although their type looks as if they were.
    var hidesSendable: Bool {
        guard !isKept, ![.isSendable, .unchecked].contains(registrationNotes.sendability) else { return false }
        return TypeName.isSendabilityUnknown(fromMetatype: key.type)
    }
}

// MARK: When the container is planned
