// The instances that have health checks, and their dependencies, for the product that runs the checks.
//
//     application   Database <-- Orders            checks of a container: its own, and those of its ancestors
//                       ^
//     child             +-- Reports --> Cache      each with those that it depends on, through any number of others
//
// A dependency is looked up where the instance is created: `Orders` has the application's database, whatever the child
// registers. Nothing is created here.

internal import Synchronization

extension Container {
    /// A registration with health checks.
    package struct Checked: Sendable {
        package let registration: RegistrationInfo
        /// The indices of the others that its instance depends on, directly or indirectly.
        ///
        /// Of two that depend on each other, only the later one has the other here.
        package fileprivate(set) var needs: Set<Int>
        /// Whether a closure hides some of its dependencies.
        package let hidesNeeds: Bool
        /// The number of its checks.
        package let count: Int
        /// The record that keeps the instance.
        fileprivate let record: Binding
        /// The container that keeps the instance: the index in the container and its ancestors.
        ///
        /// The object that a container keeps with it holds this value, so it must not hold the container.
        package let keeper: Int

        /// The identity of the registration as long as this value exists.
        package var identity: ObjectIdentifier { ObjectIdentifier(record) }
    }

    /// A number that changes when registrations of the container or of an ancestor change, or their known dependencies.
    package var registrationStamp: UInt {
        ([self] + ancestors).reduce(0) { sum, container in
            // All of them only grow. Acquire: pairs with the release of the change that increments it.
            let version = container.control.version.load(ordering: .acquiring)
            // With subscribers, a factory's first call shows its dependencies.
            return sum &+ version &+ (container.control.events == nil ? 0 : container.control.keptInstances)
        }
    }

    /// The registrations with health checks here and in the ancestors, the oldest ancestor's first, each container's
    /// in the order of registration.
    ///
    /// - Complexity: O(*n* log *n* + *k* · *m*) for *n* registrations, of which *k* have checks and lead to *m* others.
    package func checkedRegistrations() -> [Checked] {
        let family = [self] + ancestors
        var sources: [CheckSource] = []
        var seen: Set<ObjectIdentifier> = []
        for key in family.reversed().flatMap({ $0.ownBindingsInOrder.map(\.key) }) {
            // In the view of this container, so a registration of a parent that this one replaces has no check.
            guard let (outer, owner) = findOwner(of: key, includingOwn: true), let source = CheckSource(outer),
                seen.insert(ObjectIdentifier(outer)).inserted
            else { continue }
            sources.append(source.kept(in: (try? keeper(of: source.record, in: owner)) ?? owner))
        }
        let needs = CheckNeeds(sources)
        return sources.indices.map { item in
            let source = sources[item]
            return Checked(
                registration: RegistrationInfo(source.outer), needs: needs.needs[item],
                hidesNeeds: needs.opaque[item], count: source.count, record: source.record,
                keeper: family.firstIndex { $0 === source.keeper } ?? 0)
        }
    }

    /// The values of the health checks with the instance that exists; nil: there is none.
    ///
    /// The order is the number of instances that its container had kept before this one.
    package func checks(of checked: Checked) -> (values: [any Sendable], order: UInt)? {
        let keeper = keeper(of: checked)
        return unsafe keeper.withReadySlot(of: checked.record) { slot in
            let calls = unsafe checked.record.calls(.health, withInstanceIn: slot.address)
            let values = calls.compactMap { call -> (any Sendable)? in
                guard case .value(let body) = call.body else { return nil }
                return body(())
            }
            return unsafe (values, slot.order)
        }
    }

    /// The container that keeps the instance of a registration with health checks.
    package func keeper(of checked: Checked) -> Container {
        checked.keeper == 0 ? self : ancestors[checked.keeper - 1]
    }

    /// The object that a product keeps with the container until it is closed, created at the first call.
    package func healthObject<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        control.lock.withLock {
            if let object = control.rare?.health as? Object { return object }
            let object = make()
            if !control.isClosed { control.rareState.health = object }
            return object
        }
    }

    /// Returns the result of `body` for the slot that has the instance of a record; nil: there is no instance.
    ///
    /// The thread is pinned while `body` runs.
    private func withReadySlot<R>(of record: Binding, _ body: (Slot) -> R) -> R? {
        let key = record.key
        let hash = key.tableHash
        var pin = Pin()
        // An inner record, and a registration of an ancestor, have a separate slot.
        var found = unsafe table.find(ObjectIdentifier(record))
        if case .nothing = unsafe found { unsafe found = find(key, hash: hash, &pin) }
        var result: R?
        if case .slot(let address) = unsafe found {
            let slot = unsafe Slot(address)
            if unsafe slot.bindingIdentifier == ObjectIdentifier(record), unsafe slot.state == SlotState.ready {
                result = unsafe body(slot)
            }
        }
        pin.end()
        return result
    }
}

/// A registration with health checks, and the container that keeps its instance.
private struct CheckSource {
    /// The record that the key leads to.
    let outer: Binding
    /// The record that keeps the instance.
    let record: Binding
    let count: Int
    private(set) var keeper: Container?

    /// Nil: the registration is no singleton, or it has no health checks.
    init?(_ outer: Binding) {
        guard let record = outer.chain.first(where: { $0.lifetime == .singleton }) else { return nil }
        count = record.injections?.hooks.count { $0.time == .health } ?? 0
        guard count > 0 else { return nil }
        self.outer = outer
        self.record = record
    }

    func kept(in keeper: Container) -> CheckSource {
        var source = self
        source.keeper = keeper
        return source
    }
}

/// Which of some instances depend on which others.
private struct CheckNeeds {
    /// For each: those that it depends on, directly or not; of two that depend on each other, the earlier one.
    private(set) var needs: [Set<Int>] = []
    /// For each: whether a closure hides dependencies of the instance, or of those without checks that it depends on.
    private(set) var opaque: [Bool] = []
    private var items: [ObjectIdentifier: Int] = [:]

    init(_ sources: [CheckSource]) {
        for (item, source) in sources.enumerated() { items[ObjectIdentifier(source.outer)] = item }
        var direct: [Set<Int>] = []
        for source in sources {
            let (needs, isOpaque) = search(from: source)
            direct.append(needs)
            opaque.append(isOpaque)
        }
        let all = direct.indices.map { Self.reached(from: $0, direct) }
        needs = all.indices.map { item in all[item].filter { $0 < item || $0 > item && !all[$0].contains(item) } }
    }

    private static func reached(from start: Int, _ direct: [Set<Int>]) -> Set<Int> {
        var reached = direct[start]
        var open = Array(reached)
        while let next = open.popLast() {
            for need in direct[next] where reached.insert(need).inserted { open.append(need) }
        }
        return reached
    }

    /// The instances with checks that one leads to, not through another one with checks.
    private func search(from source: CheckSource) -> (needs: Set<Int>, isOpaque: Bool) {
        guard let keeper = source.keeper else { return ([], false) }
        var needs: Set<Int> = []
        var isOpaque = false
        // A list of work instead of recursion: each step goes on where an ancestor creates the instance.
        var open = [(binding: source.outer, container: keeper)]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(source.outer)]
        while let (start, container) = open.popLast() {
            let graph = DependencyGraph(
                below: start, seenFrom: container, observed: container.control.events?.seenNeeds ?? [:]
            ) { $0 === start || items[ObjectIdentifier($0)] == nil && container.creates($0) }
            for node in graph.nodes {
                if let item = items[ObjectIdentifier(node.binding)] {
                    if node.binding !== source.outer { needs.insert(item) }
                    if node.binding !== start { continue }
                }
                if node.mayNeedMore, !container.hasSeenNeeds(of: node.binding) { isOpaque = true }
                guard node.binding !== start, !container.creates(node.binding),
                    let owner = container.findOwner(of: node.binding.key, includingOwn: true)?.owner,
                    owner !== container, seen.insert(ObjectIdentifier(node.binding)).inserted
                else { continue }
                open.append((node.binding, owner))
            }
        }
        return (needs, isOpaque)
    }
}

extension Container {
    /// Whether the container has subscribers, so that the factory's first call has shown its dependencies.
    fileprivate func hasSeenNeeds(of binding: Binding) -> Bool {
        control.events?.measures(of: binding)?.isCalled ?? false
    }

    /// Whether an instance of the registration that this container finds is created in its view.
    fileprivate func creates(_ binding: Binding) -> Bool {
        switch binding.lifetime {
        case .transient, .graph: true
        case .scoped, .singleton, .shared, .custom:
            findOwner(of: binding.key, includingOwn: true)?.owner === self || overridesBelow(binding)
        }
    }
}
