// Decides which instances an overriding container has to create anew.
//
//     base       S --> T --> X          U --> V
//     derived                X'
//
//     S and T depend on X: the derived container keeps its own, created in its view. U and V stay with the base.
//
// The decision is made when an instance is first asked for, so registrations that are never resolved cost nothing. It
// is cached until the registrations of the ancestors or the overrides change.

internal import Synchronization

/// The overrides of a container, and the registrations that depend on them.
final class OverridingDerivation: Derivation, @unchecked Sendable {  // `lock` guards every `var`.
    private let lock = Lock()
    private var overridden = Overridden()
    /// Registrations whose factories have run.
    private var seen: [ObjectIdentifier: Binding] = [:]
    /// Whether registrations of other containers depend on an overridden key.
    private var verdicts = Verdicts()

    /// The keys of all overrides, and the number of times that keys were added.
    private struct Overridden {
        var keys: Set<ServiceKey> = []
        var changes: UInt = 0
    }

    /// The verdicts by registration, for one state of the ancestors' tables and of the overrides.
    ///
    /// The registrations are retained, so that their addresses are not reused.
    private struct Verdicts {
        var stamp: UInt = 0
        var known: [ObjectIdentifier: (binding: Binding, isAffected: Bool)] = [:]
    }

    /// Adds keys of overrides: instances that depend on them are created anew from then on.
    override func addOverrides(of keys: [ServiceKey]) {
        while true {
            let before = lock.withLock { overridden }
            // Not under the lock: comparing qualifiers runs user code.
            let after = Overridden(keys: before.keys.union(keys), changes: before.changes &+ 1)
            let isAdded = lock.withLock {
                guard overridden.changes == before.changes else { return false }
                overridden = after
                return true
            }
            if isAdded { return }
        }
    }

    /// Whether an instance of the registration, created in the container's view, holds or asks for an overridden one.
    ///
    /// A closure that hides its dependencies counts, because it may ask for anything. So does a factory that was seen
    /// to ask for the current container: for example, an initializer that creates a ``Lazy`` does.
    ///
    /// - Complexity: O(1) if the verdict is known; otherwise O(*m*) for *m* edges below it that were not visited yet.
    override func isAffected(_ binding: Binding, in container: Container) -> Bool {
        // There is one object, and the container that registered it injects, starts and closes it.
        if binding.source == .value, !lock.withLock({ self.overridden }).keys.contains(binding.key) { return false }
        guard observer?.sharesNothing != true else { return true }
        let overridden = lock.withLock { self.overridden }
        let keys = overridden.keys
        guard !keys.isEmpty else { return false }
        guard !keys.contains(binding.key) else { return true }
        // All of them only grow. Acquire: pairs with the release of the change that increments them.
        let stamp = container.ancestors.reduce(overridden.changes) {
            $0 &+ $1.control.version.load(ordering: .acquiring)
        }
        if let known = verdict(on: binding, as: stamp) { return known }
        let found = verdicts(below: binding, in: container, overriding: keys) { self.verdict(on: $0, as: stamp) }
        // Released after the lock: factories and their captures are user code.
        var outdated = Verdicts()
        defer { withExtendedLifetime(outdated) {} }
        lock.withLock {
            if verdicts.stamp != stamp {
                outdated = verdicts
                verdicts = Verdicts(stamp: stamp)
            }
            verdicts.known.merge(found) { $1 }
        }
        return found[ObjectIdentifier(binding)]?.isAffected ?? true
    }

    /// Whether the factory of the registration may not have run, so that its requests were not seen.
    ///
    /// True only at the first call for a registration.
    private func isUnseen(_ binding: Binding) -> Bool {
        lock.withLock { seen.updateValue(binding, forKey: ObjectIdentifier(binding)) == nil }
    }

    /// Whether an instance of the registration depends on an override, also by undeclared requests of its initializer.
    ///
    /// Undeclared requests are seen only when the initializer runs. So if an instance seems to be independent, its
    /// owner creates it first; the caller would get that instance anyway.
    override func isAffected(_ binding: Binding, in container: Container, madeBy owner: Container) -> Bool {
        if isAffected(binding, in: container) { return true }
        guard isUnseen(binding) else { return false }
        // Ignores the error: the caller gets it from the owner next.
        try? binding.activate(in: owner)
        return isAffected(binding, in: container)
    }

    private func verdict(on binding: Binding, as stamp: UInt) -> Bool? {
        lock.withLock { verdicts.stamp == stamp ? verdicts.known[ObjectIdentifier(binding)]?.isAffected : nil }
    }

    /// The verdicts on a registration and all that it leads to.
    private func verdicts(
        below binding: Binding, in container: Container, overriding keys: Set<ServiceKey>,
        known: @escaping (Binding) -> Bool?
    ) -> [ObjectIdentifier: (binding: Binding, isAffected: Bool)] {
        let graph = DependencyGraph(below: binding, seenFrom: container) { known($0) == nil }
        let askers = graph.askers
        var isAffected = graph.nodes.map { node in
            known(node.binding) ?? (node.mayNeedMore || keys.contains(node.binding.key))
        }
        // A missing registration is an error, or is created just in time and may then need anything.
        for missing in graph.missing { isAffected[missing.node] = true }
        var open = isAffected.indices.filter { isAffected[$0] }
        while let node = open.popLast() {
            for (asker, _) in askers[node] where !isAffected[asker] {
                isAffected[asker] = true
                open.append(asker)
            }
        }
        return Dictionary(
            graph.nodes.indices.map {
                (ObjectIdentifier(graph.nodes[$0].binding), (graph.nodes[$0].binding, isAffected[$0]))
            }
        ) { first, _ in first }
    }
}
