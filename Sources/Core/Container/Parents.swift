// The containers whose registrations a child sees too, searched in their order, each before its own parents.

internal import CCore

struct Parents: Ancestors {
    let containers: [Container]
    /// They and their own ancestors, each once: in a ladder of diamonds, as many ways lead to the top as there are numbers.
    let all: [Container]

    init(_ containers: [Container]) {
        self.containers = containers
        var (all, known): ([Container], Set<ObjectIdentifier>) = ([], [])
        for parent in containers {
            for container in [parent] + parent.layout.furtherContainers
            where known.insert(ObjectIdentifier(container)).inserted {
                all.append(container)
            }
        }
        self.all = all
    }

    var root: Layout {
        let layout = containers[0].layout
        return layout.ancestors?.root ?? layout.chain[layout.chain.count - 1]
    }

    var closes: Bool { containers.contains(where: \.layout.closes) }

    var views: [ForeignView] {
        var views: [ForeignView] = []
        for parent in containers {
            // Two parents may have one parent.
            let further = unsafe ForeignView.all(of: parent.layout, parent.home)
            views += further.filter { view in !views.contains { $0 == view } }
        }
        return views
    }

    func find(_ key: ServiceKey) -> Slot? {
        for container in all {
            if let slot = unsafe container.layout.tables.first[0].find(key) {
                return unsafe slot.real.own(in: container.home)
            }
        }
        return nil
    }

    func slot(of record: Record) -> Slot? {
        for container in all {
            if let slot = unsafe container.layout.slot(of: record) { return unsafe slot.own(in: container.home) }
        }
        return nil
    }

    func cell(by slot: (Layout) -> Slot?) -> Slot? {
        for parent in containers {
            if let own = unsafe slot(parent.layout), unsafe own.kind != .unscoped {
                return unsafe own.own(in: parent.home)
            }
        }
        return nil
    }

    func members(of type: any Any.Type) -> [Member] {
        var known: [ObjectIdentifier: [Member]] = [:]
        return members(of: type, &known)
    }

    /// - Parameter known: What the containers have that were asked already.
    private func members(of type: any Any.Type, _ known: inout [ObjectIdentifier: [Member]]) -> [Member] {
        var members: [Member] = []
        var (keys, slots): (Set<ServiceKey>, Set<Slot>) = unsafe ([], [])
        for parent in containers {
            let id = ObjectIdentifier(parent)
            let all =
                known[id]
                ?? parent.layout.adding(
                    type, to: (parent.layout.ancestors as? Parents)?.members(of: type, &known) ?? [])
            known[id] = all
            for member in all {
                let member = unsafe Member(
                    key: member.key, isContributed: member.isContributed, slot: member.slot.real.own(in: parent.home))
                // Two parents may have one parent, or the same key: the first one's counts, as in a look-up.
                let isNew =
                    unsafe member.isContributed
                    ? slots.insert(member.slot).inserted : keys.insert(member.key).inserted
                if isNew { members.append(member) }
            }
        }
        return members
    }
}

extension Layout {
    /// The containers around it, each once.
    var furtherContainers: [Container] { (ancestors as? Parents)?.all ?? [] }
}
