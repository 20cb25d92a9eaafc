// Combines the contents of modules: each module counts once, and each registration counts once.

/// Collects the registrations of modules.
struct Assembly {
    /// One registration of a module.
    fileprivate struct Entry {
        var registration: AnyRegistration
        let module: ModuleIdentity?
        /// The records that are not replaced; nil: all.
        var remaining: [Binding]?

        init(_ registration: AnyRegistration, in module: ModuleIdentity?) {
            self.registration = registration
            self.module = module
        }

        var isHidden: Bool { registration.binding.options.contains(.hidden) }
        var records: [Binding] { remaining ?? registration.records }

        /// Calls `body` for each of the records.
        func forEachRecord(_ body: (Binding) -> Void) {
            if let remaining { remaining.forEach(body) } else { registration.forEachRecord(body) }
        }
    }

    private var entries: [Entry] = []
    private var walk: ModuleWalk
    private(set) var faults: [ResolutionError] = []
    /// The decorators, adapters and interceptors.
    private(set) var layers: [Layer] = []
    /// The conditions of the registrations, as they were decided.
    private(set) var conditions: [ConditionInfo] = []
    /// The registrations that are not used because of replacements or ancestors, and the hashes of their keys.
    private(set) var unused: [(hash: UInt, info: ConditionInfo)] = []
    private let traits: ContainerTraits
    private let isRegistered: (ServiceKey) -> Bool

    /// - Parameters:
    ///   - traits: Those of the container, whose configuration has the environment.
    ///   - modules: The modules that the container already has.
    init(
        _ traits: ContainerTraits, beside modules: ModuleTree = ModuleTree(),
        isRegistered: @escaping (ServiceKey) -> Bool
    ) {
        walk = ModuleWalk(modules: modules)
        self.traits = traits
        self.isRegistered = isRegistered
    }

    /// Adds the contents of a container.
    mutating func add(_ elements: [any ModuleElement]) { walk.visit(elements, in: nil) }

    /// Notes promises that registrations of ancestors keep.
    mutating func note(kept promises: [Binding]) {
        unused += promises.map { ($0.key.tableHash, ConditionInfo($0, .promise)) }
    }

    /// The modules that the container has with those that were added.
    var modules: ModuleTree { walk.modules }

    /// Returns the registrations, with those of `Module.replacing` put in place and with private registrations hidden.
    mutating func finish() -> [Binding] {
        entries = exchange(&walk.registrations, with: [])
        for index in entries.indices { entries[index].registration.move(into: entries[index].module) }
        for change in walk.changes {
            apply(change, in: walk.modules.reach(of: change.module))
        }
        chooseByConditions()
        let hiding = Set(entries.lazy.filter(\.isHidden).compactMap(\.module))
        layers = walk.layers.map { member in
            member.layer.assigned(to: member.module, isViewing: member.module.map(hiding.contains) ?? false)
        }
        var bindings: [Binding] = []
        bindings.reserveCapacity(entries.count)
        for index in entries.indices {
            if let fault = entries[index].registration.fault {
                faults.append(fault)
                continue
            }
            let module = entries[index].module
            if entries[index].isHidden, module == nil {
                let binding = entries[index].records[0]
                faults.append(ResolutionError(.privateOutsideModule, key: binding.key, location: binding.location))
            }
            let viewer = module.flatMap { hiding.contains($0) ? $0 : nil }
            entries[index].forEachRecord { record in bindings.append(viewer.map(record.seen) ?? record) }
        }
        return bindings
    }

    private mutating func chooseByConditions() {
        guard entries.contains(where: { $0.registration.condition != nil }) else { return }
        // A condition sees the private registrations of the same module only.
        var always: [ModuleIdentity?: Set<ServiceKey>] = [:]
        for entry in entries where entry.registration.condition == nil {
            let module = entry.isHidden ? entry.module : nil
            always[module, default: []].formUnion(
                entry.records.filter { !$0.options.contains(.promise) }.map(\.key))
        }
        let environment = traits.configuration.environment
        var decided: [ConditionInfo] = []
        entries = entries.filter { entry in
            guard let condition = entry.registration.condition else { return true }
            let conditions = Conditions(environment) { [isRegistered, always] key in
                always[nil]?.contains(key) ?? false || always[entry.module]?.contains(key) ?? false
                    || isRegistered(key)
            }
            decided.append(conditions.decide(condition, of: entry.registration.binding))
            return decided[decided.endIndex - 1].isMet
        }
        conditions = decided
    }

    /// Replaces registrations of the modules by others with the same keys.
    ///
    /// The replacement of a private registration is private in the same module.
    private mutating func apply(_ change: ModuleWalk.Change, in reach: Set<ModuleIdentity>) {
        for replacement in change.registrations {
            let keys = Set(replacement.records.map(\.key))
            var replaced: [Entry] = []
            // The modules that contain the replacement; nil stands for all in which it is not private.
            var modules: Set<ModuleIdentity?> = []
            for entry in entries {
                guard let module = entry.module, reach.contains(module), case let records = entry.records,
                    records.contains(where: { keys.contains($0.key) })
                else {
                    replaced.append(entry)
                    continue
                }
                if modules.insert(entry.isHidden ? module : nil).inserted {
                    var registration = replacement.registration
                    registration.change {
                        $0.module = module
                        if entry.isHidden { $0.options.insert(.hidden) }
                    }
                    replaced.append(Entry(registration, in: module))
                }
                var rest = entry
                rest.remaining = records.filter { !keys.contains($0.key) }
                if rest.remaining?.isEmpty == false { replaced.append(rest) }
                for record in records {
                    let winner = replacement.records.first { $0.key == record.key }
                    if let winner {
                        unused.append((record.key.tableHash, ConditionInfo(record, .replaced, winner: winner)))
                    }
                }
            }
            entries = replaced
            if modules.isEmpty {
                let binding = replacement.records[0]
                faults.append(ResolutionError(.overridesNothing, key: binding.key, location: binding.location))
            }
        }
    }
}

/// Visits modules and the modules in them, each once, and collects their contents in source order.
private struct ModuleWalk {
    /// The replacements of a module.
    struct Change {
        let module: ModuleIdentity
        let registrations: [Assembly.Entry]
    }

    var registrations: [Assembly.Entry] = []
    var layers: [(layer: Layer, module: ModuleIdentity?)] = []
    /// The replacements, innermost first.
    var changes: [Change] = []
    /// The modules visited so far.
    private(set) var modules: ModuleTree

    init(modules: ModuleTree = ModuleTree()) {
        self.modules = modules
    }

    mutating func visit(_ elements: [any ModuleElement], in module: ModuleIdentity?) {
        for element in elements {
            switch element.moduleContent.kind {
            case .registration(let registration): registrations.append(Assembly.Entry(registration, in: module))
            case .layer(let layer): layers.append((layer, module))
            case .list(let elements): visit(elements, in: module)
            case .nothing: break
            case .module(let inner): visit(inner, in: module)
            }
        }
    }

    private mutating func visit(_ module: Module, in parent: ModuleIdentity?) {
        // The contents are evaluated only once: a function in them creates different modules at each call.
        guard modules.add(module.identity, in: parent) else { return }
        visit(module.contents(), in: module.identity)
        guard let replacements = module.replacements else { return }
        var replacing = ModuleWalk()
        replacing.visit(replacements(), in: module.identity)
        changes.append(Change(module: module.identity, registrations: replacing.registrations))
        layers += replacing.layers
    }
}
