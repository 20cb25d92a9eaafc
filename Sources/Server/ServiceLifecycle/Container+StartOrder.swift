// The start order of what is listed, for who runs instances in a way of their own.

package import Armory

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
        var startables: [Startable] = []
        for record in listedRecords {
            guard let member: Member = try member(of: record) else { continue }
            members[ObjectIdentifier(record)] = member
            startables.append(Startable(unstarted: record))
        }
        let plan = StartPlan(startables, in: self)
        let sequence = plan.sequence
        var positions: [Int: Int] = [:]
        for (position, item) in sequence.enumerated() { positions[item] = position }
        return sequence.compactMap { item in
            let record = plan.items[item].record
            guard let member = members[ObjectIdentifier(record)] else { return nil }
            return Ordered(
                member: member, name: record.key.description, needs: Set(plan.needs[item].compactMap { positions[$0] }))
        }
    }

    private func member<Member>(of record: Record) throws(ResolutionError) -> Member? {
        func open<T>(_ type: T.Type) throws(ResolutionError) -> Member? {
            for case let listing as Listing<T> in record.registrationNotes.hooks {
                if let member = listing.upcast(try resolve(type, ofRecord: record)) as? Member { return member }
            }
            return nil
        }
        return try open(record.key.type)
    }
}

@available(*, unavailable, message: "Its member may not be Sendable.")
extension Container.Ordered: Sendable {}

/// A further form of an instance, for a product that runs it.
private struct Listing<Instance>: AnyHook {
    var time: HookTime { .listed }
    let upcast: @Sendable (Instance) -> any Sendable
}

extension FactoryRegistration where Instance: Sendable {
    /// Returns the registration as a member of the list of another type, which ``Container/startOrder(of:)`` returns.
    package func listed<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        changingNotes { notes in
            notes.hooks.append(Listing(upcast: upcast))
            // The order is asked for without awaiting, so a start must create the instances whose factories await.
            if definition.erased.record.awaits, definition.erased.record.lifetime == .singleton {
                notes.options.insert(.eager)
            }
        }
    }
}

extension StartPlan {
    /// All items, each after those that it waits for; otherwise in order of creation.
    fileprivate var sequence: [Int] {
        var sequence: [Int] = []
        var isDone = Array(repeating: false, count: items.count)
        for item in items.indices {
            var stack = [item]
            while let top = stack.last {
                if isDone[top] {
                    stack.removeLast()
                } else if let open = needs[top].filter({ !isDone[$0] }).min() {
                    stack.append(open)
                } else {
                    isDone[top] = true
                    sequence.append(top)
                }
            }
        }
        return sequence
    }
}
