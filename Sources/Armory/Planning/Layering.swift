// Puts the layers of a container around its registrations: interceptors around the factory, decorators around them, and adapters,
// which add further registrations.
//
//     the key --> record: the decorators, with the registration's lifetime and hooks
//                   |
//                 part, if there are injections, or if the decorator is of another module than the registration:
//                 the factory with its interceptors, and the injections; made anew for each decorated instance
//
// Otherwise the decorators are around the factory of the registration's own record.

/// Puts layers around registrations.
struct Layering: Sendable {
    private let layers: [Layer]
    /// The views of the modules with private registrations.
    private let views: [ModuleIdentity: Int]
    /// The private keys of each view; nil: there are none.
    private let hidden: [Int: Set<ServiceKey>]?
    /// Observes the factories; nil: nobody does.
    private let hub: EventHub?
    /// The layers that have found a registration.
    private var used: Set<Int> = []
    private(set) var faults: [ResolutionError] = []
    var shared = SharedNotes()

    /// Whether there is nothing to put around registrations.
    var isEmpty: Bool { layers.isEmpty && hub == nil }

    init(_ layers: [Layer], _ views: [ModuleIdentity: Int], _ hidden: [Int: Set<ServiceKey>]?, _ hub: EventHub?) {
        (self.layers, self.views, self.hidden, self.hub) = (layers, views, hidden, hub)
    }

    /// A record for a plan.
    struct Planned {
        var registration: AnyRegistration
        /// The view in which its factory runs.
        var view: Int
        let isPrivate: Bool
        let isContributed: Bool
        /// The registration whose instances it gives a further type; nil: it makes its own.
        var original: Record?
        /// Whether it is in no plan, so that it cannot have parts.
        var isWhole = false

        var record: Record { registration.record }
    }

    /// The records of a registration, of its further types, and of what adapters make of them.
    mutating func makeLayeredRecords(ofRegistration entry: PlannedRegistration) -> [Planned] {
        let own = makePlannedWithoutLayers(entry.registration, for: entry)
        // What another registration has the key of is not found, so nothing is around it.
        var records = entry.hasLostKey ? [] : makeInterceptedAndDecoratedRecords(of: own)
        let last = records.last ?? own
        for alias in entry.aliasRegistrations(of: last.registration) {
            var further = makePlannedWithoutLayers(alias, for: entry)
            further.original = last.record
            further.registration.attachNotesToRecord(reusingFrom: &shared)
            records += makeInterceptedAndDecoratedRecords(of: further)
        }
        return records.flatMap { [$0] + ($0.record.isPart ? [] : applyAdapters(to: $0)) }
    }

    /// The record of a type that needs no registration, with the layers around it.
    func applyingInterceptorsAndDecorators(to record: Record) -> Record {
        var layering = self
        var registration = AnyRegistration(record)
        registration.notes = record.registrationNotes
        let planned = Planned(
            registration: registration, view: 0, isPrivate: false, isContributed: false, isWhole: true)
        return layering.makeInterceptedAndDecoratedRecords(of: planned).last?.record ?? record
    }

    /// A registration of an entry, without layers.
    func makePlannedWithoutLayers(_ registration: AnyRegistration, for entry: PlannedRegistration) -> Planned {
        let view = views.isEmpty ? 0 : entry.module.flatMap { views[$0] } ?? 0
        return Planned(
            registration: registration, view: view, isPrivate: entry.isHidden && view != 0,
            isContributed: registration.options.contains(.contributed))
    }

    /// A fault for each layer of a type that has found no registration.
    ///
    /// - Parameter kept: How many first layers may find none.
    func unusedLayerFaults(nearMissesIn records: [Planned], skippingFirst kept: Int) -> [ResolutionError] {
        guard !layers.isEmpty else { return [] }
        return layers.enumerated().dropFirst(kept).compactMap { number, layer in
            guard let type = layer.type, !used.contains(number) else { return nil }
            let key = ServiceKey(type, qualifier: layer.qualifier)
            let near = records.lazy.filter { $0.record.key.isNear(key) && !$0.record.isPart }.prefix(3)
            return .decoratesNothing(key, layer, near: near.map(\.record))
        }
    }

    /// The view of a layer's body: that of its module.
    private func moduleView(ofLayer layer: Layer) -> Int { layer.module.flatMap { views[$0] } ?? 0 }

    // MARK: One registration

    /// A registration with its interceptors and decorators: its parts, and then itself.
    private mutating func makeInterceptedAndDecoratedRecords(of planned: Planned) -> [Planned] {
        var planned = planned
        let found = layers.indices.filter {
            layers[$0].applies(to: planned.registration, isAlias: planned.original != nil)
        }
        if found.contains(where: { layers[$0].isDecorator }) {
            planned.registration.notes.options.insert(.decorated)
            planned.registration.attachNotesToRecord(reusingFrom: &shared)
        }
        if let hub { planned.registration.record = hub.recordWithObservedFactory(of: planned.record) }
        guard !found.isEmpty else { return [planned] }
        let intercepted = applyInterceptors(to: planned, among: found)
        let decorators = found.compactMap { number -> Decorator? in
            let layer = layers[number]
            guard layer.isDecorator else { return nil }
            used.insert(number)
            if layer.takesArguments {
                let reason: Wording =
                    "the decorator at \(layer.location) has a parameter that only a Transient or a Kept can have as an argument"
                faults.append(ResolutionError(refusing: planned.record, because: reason))
                return nil
            }
            if layer.late != nil, planned.isWhole || planned.record.argumentType != nil {
                faults.append(
                    ResolutionError(refusing: planned.record, because: "the decorator at \(layer.location) is lazy"))
                return nil
            }
            let mixes = layer.changesSendability(of: planned.registration)
            if mixes, layer.decoratesAllInstances(of: planned.record.key.type) {
                faults.append(.sendabilityMismatchFault(of: layer, with: planned.record))
                return nil
            }
            return (layer, mixes)
        }
        return decorators.isEmpty ? [intercepted] : applyDecorators(to: intercepted, by: decorators)
    }

    /// The registration with interceptors around its factory.
    private mutating func applyInterceptors(to planned: Planned, among found: [Int]) -> Planned {
        // No factory makes a value.
        guard !planned.registration.notes.options.contains(.value) else { return planned }
        let record = planned.record
        var interceptions: [Interception] = []
        for number in found {
            let layer = layers[number]
            guard case .interceptor(let interception) = layer.body else { continue }
            used.insert(number)
            if interception.applies(to: record) {
                interceptions.append(interception)
            } else if layer.type != nil {
                faults.append(.cannotIntercept(record, layer))
            }
        }
        guard !interceptions.isEmpty else { return planned }
        var result = planned
        result.registration.record = record.copy(
            withTraits: record.traits, around: InterceptingWrapper(record: record, interceptions: interceptions))
        return result
    }

    // MARK: Decorators

    private typealias Decorator = (layer: Layer, changesSendability: Bool)

    private func applyDecorators(to planned: Planned, by decorators: [Decorator]) -> [Planned] {
        var planned = planned
        if let original = planned.original {
            // Each instance has one decorated face, so both have the same lifetime.
            planned.registration.changeTraits { $0.copyLifetime(from: original) }
        }
        var parts: [Planned] = []
        // The decorators in the record that is being put together.
        var group: [DecoratingWrapper.Placed] = []
        func applyDecoratorGroup() {
            guard !group.isEmpty else { return }
            let traits = planned.record.traits
            let wrapper = DecoratingWrapper(decorators: group, isOfFurtherType: planned.original != nil)
            planned.registration.record = planned.record.copy(withTraits: traits, around: wrapper)
            group = []
        }
        for (number, decorator) in decorators.enumerated() {
            let view =
                decorator.layer.resolves && !planned.isWhole
                ? self.moduleView(ofLayer: decorator.layer) : planned.view
            let late = decorator.layer.late
            if late != nil || number == 0 && planned.record.isInjected || view != planned.view {
                applyDecoratorGroup()
                var part = planned.registration.decoratedPart
                (part.record, planned.registration.record) = planned.record.splitIntoPartAndOuter(
                    partNotes: part.notes, lateOuter: late)
                parts.append(
                    Planned(
                        registration: part, view: planned.view, isPrivate: planned.isPrivate, isContributed: late == nil
                    ))
                planned.view = view
            }
            let first = planned.record.parameterCount
            let isCertain =
                decorator.layer.decoratesAllInstances(of: planned.record.key.type) || !decorator.layer.resolves
            planned.registration.changeTraits { traits in
                traits.parts.addDependencies(isCertain ? decorator.layer.needs : nil)
            }
            guard case .decorator(let body) = decorator.layer.body else { continue }
            group.append(
                DecoratingWrapper.Placed(
                    body: body, location: decorator.layer.location, first: first,
                    refusal: decorator.changesSendability
                        ? .sendabilityMismatchFault(of: decorator.layer, with: planned.record) : nil))
        }
        applyDecoratorGroup()
        return parts + [planned]
    }

    // MARK: Adapters

    /// The registrations that adapters make from one, and in turn from those.
    private mutating func applyAdapters(to source: Planned, without before: [Int] = []) -> [Planned] {
        layers.indices.flatMap { number -> [Planned] in
            let layer = layers[number]
            guard case .adapter(_, let adapting) = layer.body, !before.contains(number),
                layer.applies(to: source.registration, isAlias: source.original != nil)
            else { return [] }
            used.insert(number)
            if layer.changesSendability(of: source.registration) {
                faults.append(.sendabilityMismatchFault(of: layer, with: source.record))
                return []
            }
            var result = source
            result.view = moduleView(ofLayer: layer)
            // In the view of the adapter, the key may be that of a private registration.
            let isHidden = !source.isPrivate && hidden?[result.view]?.contains(source.record.key) ?? false
            result.registration = source.registration.makeAdaptedRegistration(
                by: layer, adapting, findsSourceByKey: !source.isContributed && !isHidden, lifetimeFrom: source.original
            )
            result.registration.attachNotesToRecord(reusingFrom: &shared)
            result.original = nil
            let records = makeInterceptedAndDecoratedRecords(of: result)
            guard let last = records.last else { return records }
            return records + applyAdapters(to: last, without: before + [number])
        }
    }
}

/// Decorators around the factory of a record, the first innermost.
struct DecoratingWrapper: FactoryWrapper {
    struct Placed {
        let body: any Decorating
        let location: CodeLocation
        /// The position of its first parameter after the instance, among those of the record.
        let first: Int
        /// The error instead of a decoration; nil: it decorates.
        let refusal: ResolutionError?
    }

    let decorators: [Placed]
    /// Whether the factory gives another registration's instance a further type.
    let isOfFurtherType: Bool

    private func decorateInstance<T>(_ instance: T, resolvingFrom resolver: borrowing Resolver) throws -> T {
        var instance = instance
        for decorator in decorators {
            if let refusal = decorator.refusal, decorator.body.decorates(instance: instance) { throw refusal }
            do {
                instance = try decorator.body.decorateInstance(
                    instance, resolvingFrom: resolver, firstParameter: decorator.first)
            } catch {
                let key = resolver.steps.last?.key
                throw resolver.resolutionError(wrapping: error, throwerNoun: "decorator", location: decorator.location)
                    .explainingDecoratorCycle(of: key)
            }
        }
        return instance
    }

    func makeInstance<T>(
        with resolver: borrowing Resolver, wrappingCallOf make: (borrowing Resolver) throws -> T
    ) throws -> T {
        var instance: T
        do { instance = try make(resolver) } catch {
            throw isOfFurtherType ? error.unwrappingDeclineOfSource(belowDepth: resolver.steps.count) : error
        }
        return try decorateInstance(instance, resolvingFrom: resolver)
    }

    func makeInstance<T>(
        with resolver: AsyncResolver, wrappingCallOf make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T {
        // The factory's own task has it.
        nonisolated(unsafe) let made: T
        do { unsafe made = try await make(resolver) } catch {
            throw isOfFurtherType ? error.unwrappingDeclineOfSource(belowDepth: resolver.steps.count) : error
        }
        return try resolver.withResolver { try decorateInstance(unsafe made, resolvingFrom: $0) }
    }
}
