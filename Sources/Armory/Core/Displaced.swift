// What modules' registrations have displaced: it is there again when the module goes.
//
//     the table:  the key --> Orders of module B
//     displaced:  Orders of B --> Orders of module A, a fallback --> the promise of Orders

extension Ledger {
    /// A registration that waits below another one of its key.
    struct Displaced {
        let above: AnyBinding
        let binding: AnyBinding
    }

    /// Notes a registration that is not there because another one is.
    func note(_ loser: AnyBinding, below winner: AnyBinding) {
        // What is in no module does not go.
        guard winner.module != nil else { return }
        let next = displaced[ObjectIdentifier(winner)]?.binding
        if let next, loser.options.rank <= next.options.rank { return note(loser, below: next) }
        displaced[ObjectIdentifier(winner)] = Displaced(above: winner, binding: loser)
        if let next { displaced[ObjectIdentifier(loser)] = Displaced(above: loser, binding: next) }
    }

    /// The registration that takes the place of one of a module that goes; nil: none.
    func successor(of binding: AnyBinding, without gone: Set<ModuleIdentity>) -> AnyBinding? {
        var next = displaced[ObjectIdentifier(binding)]?.binding
        while let candidate = next, candidate.goes(with: gone) {
            next = displaced[ObjectIdentifier(candidate)]?.binding
        }
        return next
    }

    /// Forgets what belongs to modules that go, and returns it: it is let go of without the lock.
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

extension Ledger {
    /// What is kept of registrations beside the table.
    typealias Registered = (
        lists: [ObjectIdentifier: (version: UInt, keys: [ServiceKey])], modules: [ModuleIdentity: Set<ModuleIdentity>],
        includes: [ModuleIdentity: [ModuleIdentity]], displaced: [ObjectIdentifier: Displaced], layers: (any LayerSet)?
    )

    /// Forgets it, and returns it: it is let go of without the lock.
    func forgetRegistered() -> Registered {
        defer {
            lists = [:]
            modules = [:]
            includes = [:]
            displaced = [:]
            layers = nil
        }
        return (lists, modules, includes, displaced, layers)
    }
}

extension Container {
    /// Whether nothing of registrations is kept beside the table.
    package var remembersNothing: Bool {
        ledger.lock.withLock {
            ledger.lists.isEmpty && ledger.modules.isEmpty && ledger.includes.isEmpty && ledger.displaced.isEmpty
                && ledger.layers == nil
        }
    }
}

extension AnyBinding {
    /// Whether one of the modules has it.
    func isIn(_ modules: Set<ModuleIdentity>) -> Bool { module.map(modules.contains) ?? false }

    /// Whether it goes with the modules: one of them has it, or what it is adapted from.
    func goes(with modules: Set<ModuleIdentity>) -> Bool {
        if isIn(modules) { return true }
        guard options.contains(.adapted) else { return false }
        return base.dependencies.first?.record?.goes(with: modules) ?? false
    }
}
