// What modules say, put together: each module once, and of each registration one.

/// Collects the registrations of modules.
struct Assembly {
    /// One registration and the module it stands in.
    private struct Entry {
        var records: [AnyBinding]
        let module: ModuleIdentity?
        let condition: (@Sendable (Conditions) -> Bool)?
    }

    /// Registrations that take the places of others, and the modules that they reach.
    private struct Override {
        let entries: [Entry]
        let reach: Set<ModuleIdentity>
    }

    private var entries: [Entry] = []
    private var overrides: [Override] = []
    private var seen: Set<ModuleIdentity> = []
    /// For each module that was named outermost: itself and the modules in it.
    private(set) var roots: [ModuleIdentity: Set<ModuleIdentity>] = [:]
    private(set) var faults: [ResolutionError] = []
    private let environment: [String: String]
    private let isRegistered: (ServiceKey) -> Bool

    /// - Parameter there: Modules that the container has already.
    init(
        _ environment: [String: String], without there: Set<ModuleIdentity> = [],
        isRegistered: @escaping (ServiceKey) -> Bool
    ) {
        seen = there
        self.environment = environment
        self.isRegistered = isRegistered
    }

    /// Adds what a container is built from.
    mutating func add(_ elements: [any ModuleElement]) {
        for element in elements {
            if let module = element as? Module {
                roots[module.identity] = add(module)
            } else {
                add(element, in: nil)
            }
        }
    }

    /// Adds a module, and returns it and the modules in it.
    private mutating func add(_ module: Module) -> Set<ModuleIdentity> {
        var walk = ModuleWalk()
        walk.visit(module)
        let fresh = walk.reach.subtracting(seen)
        seen.formUnion(fresh)
        for (element, module) in walk.elements where fresh.contains(module) { add(element, in: module) }
        for override in walk.overrides where fresh.contains(override.module) {
            var replacing = Assembly(environment, isRegistered: isRegistered)
            for (element, module) in override.elements { replacing.add(element, in: module) }
            overrides.append(Override(entries: replacing.entries, reach: override.reach))
        }
        return walk.reach
    }

    private mutating func add(_ element: any ModuleElement, in module: ModuleIdentity?) {
        guard let registration = element as? any Registration else { return }
        entries.append(Self.entry(registration, module))
    }

    private static func entry(_ registration: some Registration, _ module: ModuleIdentity?) -> Entry {
        var copy = registration
        copy.definition.change { $0.module = module }
        return Entry(records: copy.definition.records, module: module, condition: copy.definition.condition)
    }

    /// The registrations, with what was overridden replaced and what a module hides hidden.
    mutating func finish() -> [AnyBinding] {
        for override in overrides { apply(override) }
        let always = Set(entries.filter { $0.condition == nil }.flatMap(\.records).map(\.key))
        let conditions = Conditions(environment: environment) { [isRegistered] in
            always.contains($0) || isRegistered($0)
        }
        let chosen = entries.filter { $0.condition?(conditions) ?? true }
        let hiding = Set(
            chosen.filter { $0.records.contains { $0.options.contains(.hidden) } }.compactMap(\.module))
        return chosen.flatMap { entry in
            guard let module = entry.module, hiding.contains(module) else { return entry.records }
            return entry.records.map { $0.seen(by: module) }
        }
    }

    private mutating func apply(_ override: Override) {
        for replacement in override.entries {
            let keys = Set(replacement.records.map(\.key))
            var place: Int?
            for index in entries.indices {
                guard let module = entries[index].module, override.reach.contains(module) else { continue }
                let count = entries[index].records.count
                entries[index].records.removeAll { keys.contains($0.key) }
                if place == nil && entries[index].records.count < count { place = index }
            }
            if let place {
                entries.insert(replacement, at: place)
                entries.removeAll { $0.records.isEmpty }
            } else {
                let binding = replacement.records[0]
                faults.append(ResolutionError(.overridesNothing, key: binding.key, location: binding.location))
            }
        }
    }
}

/// The modules in a module, each once, and what they say, in the order in which it is written.
private struct ModuleWalk {
    struct Override {
        let module: ModuleIdentity
        /// The modules whose registrations it replaces.
        let reach: Set<ModuleIdentity>
        let elements: [(any ModuleElement, ModuleIdentity)]
    }

    var elements: [(any ModuleElement, ModuleIdentity)] = []
    /// The innermost first.
    var overrides: [Override] = []
    var reach: Set<ModuleIdentity> = []

    mutating func visit(_ module: Module) {
        // A module that includes itself has been here.
        guard reach.insert(module.identity).inserted else { return }
        visit(module.contents(), in: module.identity)
        guard let replacements = module.replacements else { return }
        var inside = ModuleWalk()
        inside.visit(module.contents(), in: module.identity)
        var replacing = ModuleWalk()
        replacing.visit(replacements(), in: module.identity)
        overrides.append(Override(module: module.identity, reach: inside.reach, elements: replacing.elements))
    }

    private mutating func visit(_ elements: [any ModuleElement], in module: ModuleIdentity) {
        for element in elements {
            if let inner = element as? Module { visit(inner) } else { self.elements.append((element, module)) }
        }
    }
}
