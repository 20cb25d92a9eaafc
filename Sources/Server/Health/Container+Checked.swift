// The instances that have health checks, and their dependencies.
//
//     application   Database <-- Orders            checks of a container: its own, and those of its ancestors
//                       ^
//     child             +-- Reports --> Cache      each with those that it depends on, through any number of others
//
// A dependency is looked up where the instance is created: `Orders` has the application's database, whatever the child
// registers. Nothing is created here.

internal import Armory

extension Container {
    /// A registration with health checks.
    struct Checked: Sendable {
        let registration: RegistrationInfo
        /// The indices of the others that its instance depends on, directly or indirectly.
        ///
        /// Of two that depend on each other, only the later one has the other here.
        let needs: Set<Int>
        /// Whether a closure hides some of its dependencies.
        let hidesNeeds: Bool
        /// The number of its checks.
        let count: Int
        /// The container that keeps the instance: the index in the container and its ancestors.
        ///
        /// The object that a container keeps with it holds this value, so it must not hold the container.
        let keeper: Int

        /// The identity of the registration as long as this value exists.
        var identity: ObjectIdentifier { ObjectIdentifier(registration.record) }
    }

    /// A number that changes when more dependencies of registrations are known.
    var registrationStamp: UInt {
        UInt(family.reduce(0) { $0 + $1.calledFactoryCount })
    }

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
    func checkedRegistrations() -> [Checked] {
        let family = family
        let graphs = family.map { container in
            let search = PlanSearch(of: container)
            return PlanGraph(search, observed: search.observedDependencies)
        }
        var sources: [(record: Record, keeper: Int)] = []
        for keeper in family.indices.reversed() {
            for entry in family[keeper].plan.entries where entry.record.healthHooks.count > 0 {
                let key = entry.record.key
                // A registration that this container, or one on the way to it, replaces has no check.
                let isSeen = entry.isPrivate || entry.isContributed || registeredRecord(for: key) === entry.record
                if isSeen { sources.append((entry.record, keeper)) }
            }
        }
        let items = Dictionary(
            sources.enumerated().map { (ObjectIdentifier($1.record), $0) }, uniquingKeysWith: { first, _ in first })
        let found = sources.map { CheckSearch(from: $0.record, keptIn: $0.keeper, graphs, items) }
        let all = found.indices.map { reachableNodes(from: found[$0].needs) { found[$0].needs } }
        return sources.indices.map { item in
            Checked(
                registration: RegistrationInfo(sources[item].record),
                needs: all[item].filter { $0 < item || $0 > item && !all[$0].contains(item) },
                hidesNeeds: found[item].isOpaque, count: sources[item].record.healthHooks.count,
                keeper: sources[item].keeper)
        }
    }

    /// The health checks with the instance that exists; nil: there is none.
    ///
    /// The order is the number of instances that its container had kept before this one.
    func checks(of checked: Checked) -> (checks: [HealthCheck], order: UInt)? {
        let (keeper, record) = (family[checked.keeper], checked.registration.record)
        let checks = record.healthHooks.compactMap { $0.check(of: record, in: keeper) }
        guard checks.count == checked.count else { return nil }
        return (checks, UInt(keeper.completionOrder(of: record) ?? 0))
    }

    /// The book that the container keeps until it is closed.
    var healthBook: HealthBook { findOrMakeAttachedObject { HealthBook() } }
}

extension Record {
    fileprivate var healthHooks: [any AnyHealthHook] { registrationNotes.hooks.compactMap { $0 as? any AnyHealthHook } }
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
            if graphs[index].nodes[node].isOpaque, !next.isCalled { isOpaque = true }
            for edge in graphs[index].edges(of: node) {
                let target = graphs[index].record(ofNode: edge.target)
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
    /// The node of a record; nil: the graph does not have it.
    fileprivate func node(of record: Record) -> Int? { numbers[ObjectIdentifier(record)] }

    /// Whether the container itself has a registration.
    fileprivate func isOwn(_ record: Record) -> Bool { node(of: record).map { nodes[$0].isOwn } ?? false }
}
