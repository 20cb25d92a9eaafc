/// Visits modules and the modules in them, each once, and collects their contents in source order.
struct ModuleWalk {
    /// The replacements of a module.
    struct Replacements {
        let module: ModuleIdentity
        let registrations: [AnyRegistration]
    }

    private(set) var registrations: [AnyRegistration] = []
    /// The decorators and adapters.
    private(set) var layers: [Layer] = []
    /// The replacements, innermost first.
    private(set) var replacements: [Replacements] = []
    private(set) var faults: [ResolutionError] = []
    /// The modules visited so far.
    private(set) var modules = ModuleTree()

    /// The registrations, for a caller that has them alone.
    mutating func takeRegistrations() -> [AnyRegistration] { exchange(&registrations, with: []) }

    /// Visits elements that nobody needs afterwards.
    mutating func visitElementsAndRelease(_ elements: consuming [any ModuleElement]) { visit(elements) }

    mutating func visit(_ elements: [any ModuleElement], in module: ModuleIdentity? = nil) {
        for element in elements {
            switch element.moduleContent.kind {
            case .registration(var registration):
                if let module { registration.setModule(module) }
                registrations.append(registration)
            case .layer(var layer):
                layer.module = module
                layers.append(layer)
            case .list(let elements): visit(elements, in: module)
            case .fault(let fault): faults.append(fault)
            case .nothing: break
            case .module(let inner): visit(inner, in: module)
            }
        }
    }

    /// Visits the registrations that an overriding container adds.
    mutating func visitElementsAndMarkAsAdditions(_ elements: [any ModuleElement]) {
        let count = registrations.count
        visit(elements)
        for number in count..<registrations.count { registrations[number].notes.options.insert(.added) }
    }

    private mutating func visit(_ module: Module, in parent: ModuleIdentity?) {
        // The contents are evaluated only once: a function in them creates different modules at each call.
        guard modules.addModule(module.identity, includedBy: parent) else { return }
        visit(module.contents(), in: module.identity)
        guard let replacing = module.replacements else { return }
        var walk = ModuleWalk()
        walk.visit(replacing(), in: module.identity)
        replacements.append(Replacements(module: module.identity, registrations: walk.registrations))
        layers += walk.layers
        faults += walk.faults
    }
}
