// Which instances a container that overrides registrations has to make anew, and who watches what is resolved in it.
//
//     base       S --> T --> X          U --> V
//     derived                X'
//
//     S and T depend on X: the derived container keeps its own, made in its view. U and V do not: they are the base's.
//
// The question is asked for a registration when an instance of it is first asked for, so deriving costs nothing for what is never
// asked for. The answer is kept as long as the registrations of the ancestors, and what is overridden, stay what they are.

internal import Synchronization

/// What a container overrides, and what depends on that.
final class Derivation: @unchecked Sendable {  // `lock` guards every `var`.
    let observer: (any ResolutionObserver)?

    private let lock = Lock()
    private var overridden = Overridden()
    /// Registrations whose factories have run.
    private var seen: [ObjectIdentifier: AnyBinding] = [:]
    /// Whether registrations of others depend on a key that is overridden.
    private var verdicts = Verdicts()

    /// The keys of all that overrides, and how often some were added.
    private struct Overridden {
        var keys: Set<ServiceKey> = []
        var changes: UInt = 0
    }

    /// The verdicts, by registration, as of the versions of the ancestors' tables and of what is overridden.
    ///
    /// The registrations are held, so that no other one comes to have their addresses.
    private struct Verdicts {
        var stamp: UInt = 0
        var known: [ObjectIdentifier: (binding: AnyBinding, isAffected: Bool)] = [:]
    }

    init(_ observer: (any ResolutionObserver)? = nil) {
        self.observer = observer
    }

    /// Adds keys of what overrides: what depends on them is made anew from then on.
    func override(_ keys: some Sequence<ServiceKey>) {
        while true {
            let before = lock.withLock { overridden }
            // Not under the lock: qualifiers are the user's.
            let after = Overridden(keys: before.keys.union(keys), changes: before.changes &+ 1)
            let isAdded = lock.withLock {
                guard overridden.changes == before.changes else { return false }
                overridden = after
                return true
            }
            if isAdded { return }
        }
    }

    /// Whether an instance of the registration, made in the container's view, holds or asks for what is overridden.
    ///
    /// What a closure hides may be anything, so it counts; and so does what was seen to ask for the current container, as the
    /// initializer of an object does that makes a ``Lazy`` of its own.
    ///
    /// - Complexity: O(1) where it was asked before; else as many steps as there are edges below it that were not looked at yet.
    func isAffected(_ binding: AnyBinding, in container: Container) -> Bool {
        guard observer?.sharesNothing != true else { return true }
        let overridden = lock.withLock { self.overridden }
        let keys = overridden.keys
        guard !keys.isEmpty else { return false }
        guard !keys.contains(binding.key) else { return true }
        // All of them only grow. Acquire: pairs with the release of whoever changes them.
        let stamp = container.ancestors.reduce(overridden.changes) {
            $0 &+ $1.ledger.version.load(ordering: .acquiring)
        }
        if let known = verdict(on: binding, as: stamp) { return known }
        let found = verdicts(below: binding, in: container, overriding: keys) { self.verdict(on: $0, as: stamp) }
        // Let go of after the lock: factories and what they hold are the user's.
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

    /// Whether the factory of the registration may not have run, so that nobody has seen what it asks for; asked once.
    func isUnseen(_ binding: AnyBinding) -> Bool {
        lock.withLock { seen.updateValue(binding, forKey: ObjectIdentifier(binding)) == nil }
    }

    private func verdict(on binding: AnyBinding, as stamp: UInt) -> Bool? {
        lock.withLock { verdicts.stamp == stamp ? verdicts.known[ObjectIdentifier(binding)]?.isAffected : nil }
    }

    /// The verdicts on a registration and all that it leads to.
    private func verdicts(
        below binding: AnyBinding, in container: Container, overriding keys: Set<ServiceKey>,
        known: @escaping (AnyBinding) -> Bool?
    ) -> [ObjectIdentifier: (binding: AnyBinding, isAffected: Bool)] {
        let graph = DependencyGraph(below: binding, seenFrom: container) { known($0) == nil }
        var askers: [[Int]] = Array(repeating: [], count: graph.nodes.count)
        for node in graph.nodes.indices {
            for edge in graph.edges(of: node) { askers[edge.target].append(node) }
        }
        var isAffected = graph.nodes.map { node in
            known(node.binding)
                ?? (node.isOpaque || keys.contains(node.binding.key) || node.binding.options.contains(.asksForCurrent))
        }
        // What is nowhere is an error, or is made just in time by somebody who may need anything.
        for missing in graph.missing { isAffected[missing.node] = true }
        var open = isAffected.indices.filter { isAffected[$0] }
        while let node = open.popLast() {
            for asker in askers[node] where !isAffected[asker] {
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

/// One registration that a container has found in another one.
package struct ObservedResolve: Sendable {
    /// What was asked for, outermost first; the last one is what was found.
    package let path: [ServiceKey]
    /// Whether the registration is one that overrides: not one that nobody has registered.
    package let isOverride: Bool
    /// Whether it is a further type of an instance, which is asked for next.
    package let isAlias: Bool

    package var key: ServiceKey { path[path.count - 1] }
}

/// Watches what is resolved in a container that was derived for a test.
///
/// Called on the thread that resolves, with no lock held.
package protocol ResolutionObserver: Sendable {
    /// Whether every instance is made anew, so that all that it needs is watched too.
    var sharesNothing: Bool { get }

    /// Whether the resolve may go on.
    func mayResolve(_ resolve: ObservedResolve) -> Bool

    /// Told of the error that a refused resolve throws.
    ///
    /// A resolve of a ``Resolvable`` type that never fails cannot throw: it goes on.
    func wasRefused(_ error: ResolutionError)

    /// Told of an object that the container or one below it has made, or has had made before.
    func wasMade(_ object: AnyObject, _ key: ServiceKey)
}

extension ResolutionObserver {
    package var sharesNothing: Bool { false }
    package func mayResolve(_ resolve: ObservedResolve) -> Bool { true }
    package func wasRefused(_ error: ResolutionError) {}
    package func wasMade(_ object: AnyObject, _ key: ServiceKey) {}
}
