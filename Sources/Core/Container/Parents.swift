// The containers whose registrations a child sees too, searched in their order, each before its own parents.

internal import CCore

struct Parents: Ancestors {
    let containers: [Container]

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
        for parent in containers {
            let layout = parent.layout
            if let slot = unsafe layout.tables.first[0].find(key) { return unsafe slot.real.own(in: parent.home) }
            if let slot = unsafe layout.ancestors?.find(key) { return unsafe slot }
        }
        return nil
    }

    func slot(of record: Record) -> Slot? {
        for parent in containers {
            if let slot = unsafe parent.layout.slot(of: record) { return unsafe slot.own(in: parent.home) }
            if let slot = unsafe parent.layout.ancestors?.slot(of: record) { return unsafe slot }
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
        var members: [Member] = []
        var (keys, slots): (Set<ServiceKey>, Set<Slot>) = unsafe ([], [])
        for parent in containers {
            for member in parent.layout.adding(type, to: parent.layout.ancestors?.members(of: type) ?? []) {
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
