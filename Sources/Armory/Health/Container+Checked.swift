// The instances that have health checks, and their dependencies, for the product that runs the checks.
//
//     application   Database <-- Orders            checks of a container: its own, and those of its ancestors
//                       ^
//     child             +-- Reports --> Cache      each with those that it depends on, through any number of others
//
// A dependency is looked up where the instance is created: `Orders` has the application's database, whatever the child
// registers. Nothing is created here.

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
        /// The container that keeps the instance: the index in the container and its ancestors.
        ///
        /// The object that a container keeps with it holds this value, so it must not hold the container.
        package let keeper: Int

        /// The identity of the registration as long as this value exists.
        package var identity: ObjectIdentifier { ObjectIdentifier(registration.record) }
    }

    /// A number that changes when more dependencies of registrations are known.
    package var registrationStamp: UInt {
        UInt(family.reduce(0) { $0 + ($1.features?.hub == nil ? 0 : $1.calledFactories) })
    }

    private var calledFactories: Int { plan.entries.count { $0.record.measures?.isCalled ?? false } }

    /// The container and its ancestors, in the order in which keys are searched.
    private var family: [Container] {
        var family: [Container] = []
        func visit(_ container: Container) {
            guard !family.contains(where: { $0 === container }) else { return }
            family.append(container)
            container.parents.forEach(visit)
        }
        visit(self)
        return family
    }

    /// The registrations with health checks here and in the ancestors, the oldest ancestor's first, each container's
    /// in the order of registration.
    ///
    /// - Complexity: O(*n* log *n* + *k* · *m*) for *n* registrations, of which *k* have checks and lead to *m* others.
    package func checkedRegistrations() -> [Checked] {
        let family = family
        let graphs = family.map { container in
            let search = PlanSearch(of: container)
            var graph = PlanGraph(search, observed: search.seenNeeds)
            graph.numberNodes()
            return graph
        }
        var sources: [(record: Record, keeper: Int)] = []
        for keeper in family.indices.reversed() {
            for entry in family[keeper].plan.entries where entry.record.healthHooks.count > 0 {
                let key = entry.record.key
                // A registration that this container, or one on the way to it, replaces has no check.
                let isSeen = entry.isPrivate || entry.isContributed || registered(key) === entry.record
                if isSeen { sources.append((entry.record, keeper)) }
            }
        }
        let items = Dictionary(
            sources.enumerated().map { (ObjectIdentifier($1.record), $0) }, uniquingKeysWith: { first, _ in first })
        let found = sources.map { CheckSearch(from: $0.record, keptIn: $0.keeper, graphs, items) }
        let all = found.indices.map { Self.reached(from: $0, found.map(\.needs)) }
        return sources.indices.map { item in
            Checked(
                registration: RegistrationInfo(sources[item].record),
                needs: all[item].filter { $0 < item || $0 > item && !all[$0].contains(item) },
                hidesNeeds: found[item].isOpaque, count: sources[item].record.healthHooks.count,
                keeper: sources[item].keeper)
        }
    }

    private static func reached(from start: Int, _ direct: [Set<Int>]) -> Set<Int> {
        var reached = direct[start]
        var open = Array(reached)
        while let next = open.popLast() {
            for need in direct[next] where reached.insert(need).inserted { open.append(need) }
        }
        return reached
    }

    /// The values of the health checks with the instance that exists; nil: there is none.
    ///
    /// The order is the number of instances that its container had kept before this one.
    package func checks(of checked: Checked) -> (values: [any Sendable], order: UInt)? {
        let (keeper, record) = (family[checked.keeper], checked.registration.record)
        let values = record.healthHooks.compactMap { $0.value(of: record, in: keeper) }
        guard values.count == checked.count else { return nil }
        return (values, UInt(keeper.completionOrder(of: record) ?? 0))
    }

    /// The object that a product keeps with the container until it is closed, created at the first call.
    package func healthObject<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        guard let features else { return make() }
        if let known = features.healthObject.withLock(\.self) as? Object { return known }
        let object = make()
        return features.healthObject.withLock { known in
            if let known = known as? Object { return known }
            known = object
            return object
        }
    }
}

extension Record {
    fileprivate var healthHooks: [any AnyHealthHook] { noted.hooks.compactMap { $0 as? any AnyHealthHook } }
}

/// The instances with checks that one leads to, not through another one with checks.
private struct CheckSearch {
    private(set) var needs: Set<Int> = []
    /// Whether a closure hides dependencies of the instance, or of those without checks that it depends on.
    private(set) var isOpaque = false

    init(from record: Record, keptIn keeper: Int, _ graphs: [PlanGraph], _ items: [ObjectIdentifier: Int]) {
        var open = [(record: record, index: keeper)]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(record)]
        // Each step goes on where an ancestor creates the instance.
        while let (next, index) = open.popLast() {
            guard let node = graphs[index].node(of: next) else { continue }
            if graphs[index].nodes[node].isOpaque, next.measures?.isCalled != true { isOpaque = true }
            for edge in graphs[index].edges(of: node) {
                let target = graphs[index].record(edge.target)
                guard seen.insert(ObjectIdentifier(target)).inserted else { continue }
                if let item = items[ObjectIdentifier(target)] {
                    needs.insert(item)
                    continue
                }
                let isMadeThere = !target.passesScopesOn
                let owner = isMadeThere ? graphs.indices.first { graphs[$0].isOwn(target) } : nil
                open.append((target, owner ?? index))
            }
        }
    }
}

extension PlanGraph {
    /// Whether the container itself has a registration.
    fileprivate func isOwn(_ record: Record) -> Bool { node(of: record).map { nodes[$0].isOwn } ?? false }
}
