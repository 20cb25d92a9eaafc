// Combines the contents of modules: each module counts once, and each registration counts once.

/// Collects the registrations of modules.
struct Assembly {
    /// One registration and the module that contains it.
    private struct Entry {
        let registration: AnyRegistration
        var records: [Binding]
        let module: ModuleIdentity?
        let condition: (@Sendable (Conditions) -> Bool)?

        init(_ registration: AnyRegistration, in module: ModuleIdentity?, isHidden: Bool = false) {
            var member = registration
            member.change {
                $0.module = module
                if isHidden { $0.options.insert(.hidden) }
            }
            self.registration = registration
            self.module = module
            (records, condition) = (member.records, member.extras.condition)
        }

        var isHidden: Bool { records.contains { $0.options.contains(.hidden) } }
    }

    private var entries: [Entry] = []
    private var walk: ModuleWalk
    private var rootModules: [ModuleIdentity] = []
    private(set) var faults: [ResolutionError] = []
    /// The decorators, adapters and interceptors.
    private(set) var layers: [Layer] = []
    private let environment: [String: String]
    private let isRegistered: (ServiceKey) -> Bool

    /// - Parameter there: The modules that the container already has, and the modules that each includes.
    init(
        _ environment: [String: String], without there: [ModuleIdentity: [ModuleIdentity]] = [:],
        isRegistered: @escaping (ServiceKey) -> Bool
    ) {
        walk = ModuleWalk(there: there)
        self.environment = environment
        self.isRegistered = isRegistered
    }

    /// Adds the contents of a container.
    mutating func add(_ elements: [any ModuleElement]) {
        rootModules += elements.compactMap { ($0 as? Module)?.identity }
        walk.visit(elements, in: nil)
    }

    /// The present modules, and the modules that each includes.
    var includes: [ModuleIdentity: [ModuleIdentity]] { walk.includes }

    /// For each module that was added directly: the module itself and the modules in it.
    var roots: [ModuleIdentity: Set<ModuleIdentity>] {
        Dictionary(rootModules.map { ($0, walk.reach(of: $0)) }) { first, _ in first }
    }

    /// Returns the registrations, with overrides applied and with private registrations hidden.
    mutating func finish() -> [Binding] {
        entries = walk.registrations.map { Entry($0.registration, in: $0.module) }
        for override in walk.overrides {
            apply(override, in: walk.reach(of: override.module))
        }
        var chosen = chooseByConditions()
        faults += chosen.compactMap { $0.records.first?.noInstance }
        chosen.removeAll { $0.records.first?.noInstance != nil }
        faults += chosen.filter { $0.isHidden && $0.module == nil }.map { entry in
            ResolutionError(.privateOutsideModule, key: entry.records[0].key, location: entry.records[0].location)
        }
        let hiding = Set(chosen.filter(\.isHidden).compactMap(\.module))
        layers = walk.layers.map { member in
            member.layer.assigned(to: member.module, isViewing: member.module.map(hiding.contains) ?? false)
        }
        return chosen.flatMap { entry in
            guard let module = entry.module, hiding.contains(module) else { return entry.records }
            return entry.records.map { $0.seen(by: module) }
        }
    }

    private func chooseByConditions() -> [Entry] {
        guard entries.contains(where: { $0.condition != nil }) else { return entries }
        // A condition sees the private registrations of the same module only.
        var always: [ModuleIdentity?: Set<ServiceKey>] = [:]
        for entry in entries where entry.condition == nil {
            let module = entry.isHidden ? entry.module : nil
            always[module, default: []].formUnion(
                entry.records.filter { !$0.options.contains(.promise) }.map(\.key))
        }
        return entries.filter { entry in
            guard let condition = entry.condition else { return true }
            return condition(
                Conditions(environment: environment) { [isRegistered, always] key in
                    always[nil]?.contains(key) ?? false || always[entry.module]?.contains(key) ?? false
                        || isRegistered(key)
                })
        }
    }

    /// Replaces registrations of the modules by those of an override with the same keys.
    ///
    /// The replacement of a private registration is private in the same module.
    private mutating func apply(_ override: ModuleWalk.Override, in reach: Set<ModuleIdentity>) {
        for (registration, home) in override.registrations {
            let replacement = Entry(registration, in: home)
            let keys = Set(replacement.records.map(\.key))
            var replaced: [Entry] = []
            // The modules that contain the replacement; nil stands for all in which it is not private.
            var modules: Set<ModuleIdentity?> = []
            for entry in entries {
                guard let module = entry.module, reach.contains(module),
                    entry.records.contains(where: { keys.contains($0.key) })
                else {
                    replaced.append(entry)
                    continue
                }
                if modules.insert(entry.isHidden ? module : nil).inserted {
                    replaced.append(Entry(registration, in: module, isHidden: entry.isHidden))
                }
                var rest = entry
                rest.records.removeAll { keys.contains($0.key) }
                if !rest.records.isEmpty { replaced.append(rest) }
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
    typealias Member = (registration: AnyRegistration, module: ModuleIdentity?)

    struct Override {
        let module: ModuleIdentity
        let registrations: [Member]
    }

    var registrations: [Member] = []
    var layers: [(layer: Layer, module: ModuleIdentity?)] = []
    /// The overrides, innermost first.
    var overrides: [Override] = []
    /// The modules visited so far, and the modules that each includes.
    private(set) var includes: [ModuleIdentity: [ModuleIdentity]]

    init(there: [ModuleIdentity: [ModuleIdentity]]) {
        includes = there
    }

    mutating func visit(_ elements: [any ModuleElement], in module: ModuleIdentity?) {
        for element in elements {
            if let registration = element as? AnyRegistration {
                registrations.append((registration, module))
            } else if let inner = element as? Module {
                visit(inner)
            } else if let registration = element as? any Registration {
                // Found at run time: in an array of registrations, or of a kind that has no overload (ModuleBuilder).
                registrations.append((registration.erased, module))
            } else if let element = element as? any LayerElement {
                layers.append((element.layer, module))
            }
        }
    }

    private mutating func visit(_ module: Module) {
        // The contents are evaluated only once: a function in them creates different modules at each call.
        guard includes[module.identity] == nil else { return }
        let contents = module.contents()
        includes[module.identity] = contents.compactMap { ($0 as? Module)?.identity }
        visit(contents, in: module.identity)
        guard let replacements = module.replacements else { return }
        var replacing = ModuleWalk(there: [:])
        replacing.visit(replacements(), in: module.identity)
        overrides.append(Override(module: module.identity, registrations: replacing.registrations))
        layers += replacing.layers
    }

    /// The module and the modules in it.
    func reach(of module: ModuleIdentity) -> Set<ModuleIdentity> {
        var reach: Set<ModuleIdentity> = []
        var open = [module]
        while let next = open.popLast() {
            if reach.insert(next).inserted { open += includes[next] ?? [] }
        }
        return reach
    }
}
