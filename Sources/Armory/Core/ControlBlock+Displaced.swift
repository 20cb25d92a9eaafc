// The registrations that a module's registrations have displaced: they return when the module is unloaded.
//
//     the table:  the key --> Orders of module B
//     displaced:  Orders of B --> Orders of module A, a fallback --> the promise of Orders

extension ControlBlock {
    /// A registration that waits below another one of its key.
    struct Displaced {
        let above: Binding
        let binding: Binding
    }

    /// Notes a registration that another one of its key displaces.
    func note(_ loser: Binding, below winner: Binding) {
        // A registration outside of modules is never unloaded.
        guard winner.module != nil else { return }
        let next = displaced[ObjectIdentifier(winner)]?.binding
        if let next, loser.options.rank <= next.options.rank { return note(loser, below: next) }
        displaced[ObjectIdentifier(winner)] = Displaced(above: winner, binding: loser)
        if let next { displaced[ObjectIdentifier(loser)] = Displaced(above: loser, binding: next) }
    }

    /// The registration that replaces one of a module that is unloaded; nil: none.
    func successor(of binding: Binding, without gone: Set<ModuleIdentity>) -> Binding? {
        var next = displaced[ObjectIdentifier(binding)]?.binding
        while let candidate = next, candidate.goes(with: gone) {
            next = displaced[ObjectIdentifier(candidate)]?.binding
        }
        return next
    }

    /// Forgets the entries of modules that are unloaded, and returns the old entries, to be released without the lock.
    func forgetDisplaced(of gone: Set<ModuleIdentity>) -> [ObjectIdentifier: Displaced] {
        let old = displaced
        var left: [ObjectIdentifier: Displaced] = [:]
        for (key, entry) in old where !entry.above.goes(with: gone) {
            left[key] = successor(of: entry.above, without: gone).map { Displaced(above: entry.above, binding: $0) }
        }
        displaced = left
        return old
    }
}

extension ControlBlock {
    /// Forgets the data about registrations outside of the table, and returns it, to be released without the lock.
    func forgetRegistered() -> Any {
        defer {
            lists = [:]
            modules = ModuleTree()
            displaced = [:]
            layers = nil
            rare?.conditions = []
            rare?.unused = [:]
            rare?.automaticModules = []
            rare?.health = nil
        }
        return (lists, modules, displaced, layers, rare?.conditions, rare?.unused, rare?.health)
    }
}

extension Container {
    /// Whether the control block has no data about registrations outside of the table.
    package var remembersNothing: Bool {
        control.lock.withLock {
            control.lists.isEmpty && control.modules.isEmpty && control.displaced.isEmpty && control.layers == nil
                && control.rare?.conditions.isEmpty ?? true && control.rare?.unused.isEmpty ?? true
                && control.rare?.health == nil
        }
    }
}

extension Binding {
    /// Whether it is unloaded with the modules: one of them has it, or has the registration that it is adapted from.
    func goes(with modules: Set<ModuleIdentity>) -> Bool {
        if let module, modules.contains(module) { return true }
        guard options.contains(.adapted) else { return false }
        return base.dependencies.first?.record?.goes(with: modules) ?? false
    }
}
