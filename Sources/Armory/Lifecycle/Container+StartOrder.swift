// The order of a start for who runs instances in ways of its own.

extension Container {
    /// A member of a list, as it comes in the order of a start.
    package struct Ordered<Member> {
        package let member: Member
        /// The registration, as errors name it.
        package let name: String
        /// The places in the order of those that come before.
        package let needs: Set<Int>
    }

    /// What this container's own singletons are listed as, each after those that its instance depends on.
    ///
    /// They are made where they are not there. What a closure hides is as for ``start()``.
    ///
    /// - Throws: ``ResolutionError`` where one of them cannot be made.
    package func startOrder<Member>(of type: Member.Type) throws(ResolutionError) -> [Ordered<Member>] {
        var members: [ObjectIdentifier: Member] = [:]
        var items: [Startable] = []
        for alias in ownBindingsInOrder where alias.type == type {
            guard let key = alias.base.dependencies.first?.key, let target = registered(key),
                let binding = target.chain.first(where: { $0.lifetime == .singleton }),
                let member = try lookUpExact(type, alias.qualifier)
            else { continue }
            members[ObjectIdentifier(binding)] = member
            items.append(Startable(binding: binding, order: order(of: binding), start: [], stop: []))
        }
        let plan = StartPlan(items, in: self)
        var places: [Int: Int] = [:]
        for (place, item) in plan.sequence.enumerated() { places[item] = place }
        return plan.sequence.compactMap { item in
            let binding = plan.items[item].binding
            guard let member = members[ObjectIdentifier(binding)] else { return nil }
            return Ordered(
                member: member, name: binding.key.description, needs: Set(plan.needs[item].compactMap { places[$0] }))
        }
    }
}

@available(*, unavailable, message: "Its member need not be.")
extension Container.Ordered: Sendable {}
