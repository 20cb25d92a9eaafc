// The containers whose registrations a child sees too, searched in their order, each before its own parents.

internal import CCore

struct Parents: Sendable {
    let handles: [HandleReference]
    /// They and their own ancestors, each once: in a ladder of diamonds, as many ways lead to the top as there are numbers.
    let all: [HandleReference]

    init(_ handles: [HandleReference]) {
        self.handles = handles
        var (all, known): ([HandleReference], Set<ObjectIdentifier>) = ([], [])
        for parent in handles {
            for handle in [parent] + (parent.layout.ancestors?.all ?? [])
            where known.insert(ObjectIdentifier(handle.object)).inserted {
                all.append(handle)
            }
        }
        self.all = all
    }

    /// The layout of the outermost container: of the first parent, and of its first parent.
    var root: Layout { handles[0].layout.root }

    /// Whether a registration has something that closes its instances: a scope may have one of them.
    var hasInstancesToClose: Bool { handles.contains(where: \.layout.hasInstancesToClose) }

    /// The views of modules with private parts.
    var foreignViews: [ForeignView] {
        var views: [ForeignView] = []
        for parent in handles {
            // Two parents may have one parent.
            let further = unsafe ForeignView.privateViews(ofParent: parent.layout, in: parent.context)
            views += further.filter { view in !views.contains { $0 == view } }
        }
        return views
    }

    /// The slot of a registration; nil: there is none.
    func find(_ key: ServiceKey) -> Slot? { unsafe firstSlotInAncestors { unsafe $0.tables.first[0].find(key) } }

    /// The slot of a record; nil: no registration has it.
    func slot(ofRecord record: Record) -> Slot? { unsafe firstSlotInAncestors { unsafe $0.slot(ofRecord: record) } }

    /// The first slot that the layout of an ancestor has, as it is there.
    private func firstSlotInAncestors(foundBy slot: (Layout) -> Slot?) -> Slot? {
        for handle in all {
            if let slot = unsafe slot(handle.layout) {
                return unsafe slot.real.slotInKeepingScope(seenFrom: handle.context)
            }
        }
        return nil
    }

    /// The cell of a scope among them for an instance that none of their containers has; nil: there is no such scope.
    ///
    /// - Parameter slot: The slot that a layout has for the instance.
    func firstScopeCellInParents(foundBy slot: (Layout) -> Slot?) -> Slot? {
        for parent in handles {
            if let own = unsafe slot(parent.layout), unsafe own.kind != .unscoped {
                return unsafe own.slotInKeepingScope(seenFrom: parent.context)
            }
        }
        return nil
    }

    /// The registrations of a type, in the order of the containers.
    func members(ofElementType type: any Any.Type) -> [CollectionMember] {
        var known: [ObjectIdentifier: [CollectionMember]] = [:]
        return members(ofElementType: type, cachingIn: &known)
    }

    /// - Parameter known: What the containers have that were asked already.
    private func members(
        ofElementType type: any Any.Type, cachingIn known: inout [ObjectIdentifier: [CollectionMember]]
    ) -> [CollectionMember] {
        var members: [CollectionMember] = []
        var (keys, slots): (Set<ServiceKey>, Set<Slot>) = unsafe ([], [])
        for parent in handles {
            let id = ObjectIdentifier(parent.object)
            let all =
                known[id]
                ?? parent.layout.addingOwnMembers(
                    type, to: parent.layout.ancestors?.members(ofElementType: type, cachingIn: &known) ?? [])
            known[id] = all
            for member in all {
                let member = unsafe CollectionMember(
                    key: member.key, isContributed: member.isContributed,
                    slot: member.slot.real.slotInKeepingScope(seenFrom: parent.context)
                )
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
