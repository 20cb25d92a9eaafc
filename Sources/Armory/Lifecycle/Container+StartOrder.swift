// The start order, for code that runs instances in its own way.

extension Container {
    /// A member of a list, with its position in the start order.
    package struct Ordered<Member> {
        package let member: Member
        /// The registration's name, as in errors.
        package let name: String
        /// The indices of the members that come before this one.
        package let needs: Set<Int>
    }

    /// This container's own singletons that are listed as a type, each after those that its instance depends on.
    ///
    /// Missing instances are created. If a closure hides its dependencies, the order is as for ``start()``.
    ///
    /// - Throws: ``ResolutionError`` if one of them cannot be created.
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
        var positions: [Int: Int] = [:]
        for (position, item) in plan.sequence.enumerated() { positions[item] = position }
        return plan.sequence.compactMap { item in
            let binding = plan.items[item].binding
            guard let member = members[ObjectIdentifier(binding)] else { return nil }
            return Ordered(
                member: member, name: binding.key.description, needs: Set(plan.needs[item].compactMap { positions[$0] })
            )
        }
    }
}

@available(*, unavailable, message: "Its member may not be Sendable.")
extension Container.Ordered: Sendable {}
