// Where a key leads that no table of the layout has: what was found on demand before, an ancestor's, or what a composed type leads to.

internal import CCore

/// Stands for every qualifier of a map: the members have the names.
private struct EveryName: Hashable, Sendable {}

/// A registration as a list or a map has it.
@safe
struct CollectionMember {
    /// Its key.
    let key: ServiceKey
    /// Whether its key leads nowhere.
    let isContributed: Bool
    let slot: Slot
    /// The memory of a slot that is for this list alone.
    var kept: OnDemandSlot?

    /// Members and further ones, of which each that is looked up by its key has the place of one of that key.
    ///
    /// No two of the further ones have one key.
    static func merged(_ members: [CollectionMember], with further: [CollectionMember]) -> [CollectionMember] {
        var merged = members
        var places: [ServiceKey: Int] = [:]
        for (place, member) in members.enumerated() where !member.isContributed { places[member.key] = place }
        for member in further {
            if !member.isContributed, let place = places[member.key] {
                merged[place] = member
            } else {
                merged.append(member)
            }
        }
        return merged
    }
}

extension Layout {
    /// The slot of a key for the factories of a view; nil: there is none.
    func findSlot(for key: ServiceKey, inView view: Int) -> Slot? {
        unsafe findInTables(key, inView: view) ?? findBeyondTables(key, inView: view)
    }

    /// The slot of a key that is private to the view, or public; nil: it is found further away.
    func findInTables(_ key: ServiceKey, inView view: Int) -> Slot? {
        unsafe findInAncestorView(key, inView: view) ?? tables.findSlot(for: key, inView: view)
    }

    /// The slot for what a composed type's slot wraps, which a layout around this one has: a member of a list may have no key of its own.
    func find(_ key: ServiceKey, wrappedBy slot: Slot) -> Slot? {
        let found = unsafe findSlot(for: key, inView: slot.view)
        guard let record = unsafe slot.pointee.edges?[0]?.real.record, unsafe found?.real.record !== record else {
            return unsafe found
        }
        if let entry = plan.entries.firstIndex(where: { $0.record === record }) {
            return unsafe notifyingOrRealSlot(ofEntry: entry)
        }
        return unsafe ancestors?.slot(ofRecord: record).map { unsafe localSlot(forAncestorSlot: $0) } ?? found
    }

    /// The slot that a parameter is bound to when the layout is made; nil: it is looked up by its key, or is missing.
    func slotToBind(forDependency need: Dependency, inView view: Int) -> Slot? {
        if let slot = unsafe slotOfRecord(inDependency: need) { return unsafe slot }
        let key = need.key
        if let slot = unsafe tables.findSlot(for: key, inView: view) { return unsafe slot }
        // A child's parents may have it; a type with its own record has another slot in each scope.
        guard ancestors == nil, !leadsToJustInTimeRecord(key, inView: view) else { return nil }
        return unsafe findBeyondTables(key, inView: view)
    }

    /// The slot of a registration that its key does not lead to; nil: it is another dependency.
    func slotOfRecord(inDependency need: Dependency) -> Slot? {
        guard let record = need.record else { return nil }
        for layout in chain { if let slot = unsafe layout.slot(ofRecord: record) { return unsafe slot } }
        return nil
    }

    /// The slot of a parameter that no edge leads to: of a registration itself, as this layout has it; nil: its key leads there.
    func slotOfRecordWithAncestors(inDependency need: Dependency) -> Slot? {
        guard let record = need.record else { return nil }
        return unsafe slotOfRecord(inDependency: need)
            ?? ancestors?.slot(ofRecord: record).map { unsafe localSlot(forAncestorSlot: $0) }
    }

    /// Whether a key that the tables do not have leads to a type that has a record of its own.
    private func leadsToJustInTimeRecord(_ key: ServiceKey, inView view: Int) -> Bool {
        if let type = key.type as? any ComposedType.Type,
            case .optional(let wrapped) = type.composition(forQualifier: key.qualifier)
        {
            return unsafe tables.findSlot(for: wrapped, inView: view) == nil
                && leadsToJustInTimeRecord(wrapped, inView: view)
        }
        return justInTimeRecord?(key) != nil
    }

    /// The slot of a key that the tables do not have, for the factories of a view; nil: there is none.
    func findBeyondTables(_ key: ServiceKey, inView view: Int = 0) -> Slot? {
        if view != 0, let slot = unsafe onDemand.findSlot(for: key, inView: view) { return unsafe slot }
        // The public list is not that of a view.
        if let slot = unsafe onDemand.findSlot(for: key), unsafe view == 0 || slot.kind != .composed {
            return unsafe slot
        }
        if let slot = unsafe ancestors?.find(key) {
            return unsafe onDemand.findOrInsertSlot(for: key) {
                unsafe notifyingSlot(for: OnDemandSlot(localSlot(forAncestorSlot: slot)))
            }
        }
        if let type = key.type as? any ComposedType.Type {
            // There may be any number of names that nothing is registered under: they have one slot, and so has a map under all names.
            if type.isMap, key.qualifier != nil, !key.hasQualifier(ofType: EveryName.self) {
                return unsafe findBeyondTables(ServiceKey(key.type, qualifier: Qualifier(EveryName())), inView: view)
            }
            guard let made = makeSlot(ofComposedType: type, key, in: view) else { return nil }
            // A deferred one says later under which name it has found nothing.
            let isNone = unsafe key.qualifier != nil && !type.isDeferred && made.slot.leadsToNoRecord
            return unsafe onDemand.findOrInsertSlot(for: isNone ? type.emptyKey : key, inView: isNone ? 0 : view) {
                made
            }
        }
        guard let record = justInTimeRecord?(key) else { return nil }
        assert(!record.isClosed, "a type's own record closes nothing")
        return unsafe findOrInsertJustInTime(key, record)
    }

    /// The slot of a type that has a record of its own.
    private func findOrInsertJustInTime(_ key: ServiceKey, _ record: Record) -> Slot {
        switch record.lifetime {
        case .transient, .graph:
            return unsafe onDemand.findOrInsertSlot(for: key) {
                unsafe notifyingSlot(for: OnDemandSlot(record, in: nil))
            }
        case .scoped:
            let hops = scopeHops(to: record)
            if hops == nil,
                let cell = unsafe ancestors?.firstScopeCellInParents(foundBy: { unsafe $0.findBeyondTables(key)?.real })
            {
                return unsafe onDemand.findOrInsertSlot(for: key) { unsafe notifyingSlot(for: OnDemandSlot(cell)) }
            }
            let cell = unsafe hops.flatMap { unsafe $0 == 0 ? nil : chain[$0].findBeyondTables(key) }
            return unsafe onDemand.findOrInsertSlot(for: key) {
                unsafe notifyingSlot(for: OnDemandSlot(scoping: record, hops: hops, cell: cell?.real))
            }
        case .singleton, .shared, .custom:
            // One for the container and all that have it as an ancestor.
            let root = root
            let slot = unsafe root.onDemand.findOrInsertSlot(for: key) {
                unsafe root.notifyingSlot(for: OnDemandSlot(record, in: root.context))
            }
            return unsafe root === self
                ? slot : onDemand.findOrInsertSlot(for: key) { unsafe notifyingSlot(for: OnDemandSlot(slot.real)) }
        }
    }

    /// The layout that has the instances of types with their own records: the outermost container's, or an overriding container's.
    var root: Layout {
        let own = chain[chain.count - 1]
        return unsafe own.context?.pointee.base != nil ? own : ancestors?.root ?? own
    }

    /// A slot as those have it who ask for it.
    func notifyingSlot(for slot: OnDemandSlot) -> OnDemandSlot {
        listener == nil ? slot : OnDemandSlot(notifying: slot)
    }

    /// An ancestor's slot as this layout has it.
    func localSlot(forAncestorSlot slot: Slot) -> Slot {
        switch unsafe slot.kind {
        case .transient, .graph:
            // Made in the view of who asks, whose layout has no edges for it.
            let view = unsafe factoryView(forCopyOfAncestorSlot: slot)
            return unsafe onDemand.findOrInsertLocalSlot(forAncestorSlot: slot) {
                unsafe OnDemandSlot(copyOf: slot, in: view)
            }
        case .unscoped:
            guard let record = unsafe slot.record else { return unsafe slot }
            // A scope around here may have its tag, or one among the ancestors.
            guard let hops = scopeHops(to: record) else {
                return unsafe ancestors?.firstScopeCellInParents { unsafe $0.slot(ofOwnOrAncestorRecord: record) }
                    ?? slot
            }
            let view = unsafe factoryView(forCopyOfAncestorSlot: slot)
            let cell = unsafe hops == 0 ? nil : chain[hops].localSlot(forAncestorSlot: slot)
            return unsafe onDemand.findOrInsertLocalSlot(forAncestorSlot: slot) {
                unsafe OnDemandSlot(scoping: record, hops: hops, cell: cell, view: view)
            }
        default: return unsafe slot
        }
    }

    /// The slot of a record as this layout has it, if it is the record of its container or of an ancestor.
    private func slot(ofOwnOrAncestorRecord record: Record) -> Slot? {
        unsafe slot(ofRecord: record) ?? ancestors?.slot(ofRecord: record).map { unsafe localSlot(forAncestorSlot: $0) }
    }

    /// How many scopes further out the scope is that has the instance of a record; nil: none around here has it.
    private func scopeHops(to record: Record) -> Int? {
        chain.firstIndex { $0.tag != nil && $0.tag == record.tag }
    }

    // MARK: Composed types

    /// The slot of a composed type; nil: nothing of what it leads to is there.
    private func makeSlot(ofComposedType type: any ComposedType.Type, _ key: ServiceKey, in view: Int) -> OnDemandSlot?
    {
        switch type.composition(forQualifier: key.qualifier) {
        case .optional(let wrapped):
            guard let slot = unsafe findSlot(for: wrapped, inView: view) else {
                return OnDemandSlot(empty: type, key.qualifier, in: view)
            }
            return unsafe OnDemandSlot(
                type.makeComposedRecord(qualifier: key.qualifier, memberQualifiers: [key.qualifier]), of: [slot],
                in: view)
        case .wrapped(let wrapped):
            let slot = unsafe findSlot(for: wrapped, inView: view)
            guard unsafe slot != nil || type.isDeferred else { return nil }
            return unsafe OnDemandSlot(
                type.makeComposedRecord(qualifier: key.qualifier, memberQualifiers: [key.qualifier]), of: [slot],
                in: view)
        case .list(let element, let qualifier):
            let members = listMembers(ofElementType: element, in: view)
            return makeSlot(
                ofComposedType: type, key,
                members: members.filter { qualifier == nil || $0.key.qualifier == qualifier }, in: view)
        case .map(let value, let qualifier):
            let members = listMembers(ofElementType: value, in: view)
            return makeSlot(
                ofComposedType: type, key, members: members.filter { $0.key.hasQualifier(ofType: qualifier) }, in: view)
        }
    }

    private func makeSlot(
        ofComposedType type: any ComposedType.Type, _ key: ServiceKey, members: [CollectionMember], in view: Int
    ) -> OnDemandSlot? {
        guard !members.isEmpty else {
            return type.mayBeEmpty ? OnDemandSlot(empty: type, key.qualifier, in: view) : nil
        }
        let record = type.makeComposedRecord(qualifier: key.qualifier, memberQualifiers: members.map(\.key.qualifier))
        return unsafe OnDemandSlot(
            record, of: members.map { unsafe $0.slot }, keeping: members.compactMap(\.kept), in: view)
    }

    /// The members of a list: the registrations of its element, or of what that wraps.
    private func listMembers(ofElementType type: any Any.Type, in view: Int) -> [CollectionMember] {
        let members = members(ofElementType: type, in: view)
        guard members.isEmpty, let type = type as? any ComposedType.Type,
            case .wrapped(let wrapped) = type.composition(forQualifier: nil)
        else { return members }
        return listMembers(ofElementType: wrapped.type, in: view).map { member in
            let qualifier = member.key.qualifier
            let record = type.makeComposedRecord(qualifier: qualifier, memberQualifiers: [qualifier])
            let slot = unsafe OnDemandSlot(
                record, of: [member.slot], keeping: [member.kept].compactMap(\.self), in: view)
            return unsafe CollectionMember(
                key: record.key, isContributed: member.isContributed, slot: slot.slot, kept: slot)
        }
    }

    /// The registrations of a type for the factories of a view: those of ancestors first.
    private func members(ofElementType type: any Any.Type, in view: Int) -> [CollectionMember] {
        let inherited = (ancestors?.members(ofElementType: type) ?? []).map { member in
            unsafe CollectionMember(
                key: member.key, isContributed: member.isContributed, slot: localSlot(forAncestorSlot: member.slot))
        }
        return addingPrivateMembers(type, to: addingOwnMembers(type, to: inherited, in: view), in: view)
    }

    /// Ancestors' registrations of a type, then the layout's own in their order; where both have a key, the own one has the place.
    func addingOwnMembers(
        _ type: any Any.Type, to inherited: [CollectionMember], in view: Int = 0
    ) -> [CollectionMember] {
        CollectionMember.merged(inherited, with: ownMembers(ofElementType: type, seenInView: view))
    }

    /// The layout's own registrations of a type that the factories of a view see.
    func ownMembers(
        ofElementType type: any Any.Type, seenInView view: Int, onlyPrivate: Bool = false
    ) -> [CollectionMember] {
        plan.entries.enumerated().compactMap { index, entry in
            guard entry.record.key.type == type, entry.record.isListed, entry.isPrivate || !onlyPrivate else {
                return nil
            }
            let slot = unsafe notifyingOrRealSlot(ofEntry: index)
            let isSeen =
                entry.isContributed
                ? !entry.isPrivate || view == entry.view
                : unsafe tables.findSlot(for: entry.record.key, inView: view) == slot
            guard isSeen else { return nil }
            return unsafe CollectionMember(key: entry.record.key, isContributed: entry.isContributed, slot: slot)
        }
    }

    /// Whether a key leads to a registration, to one that a composed type has among its members, or to a type with its own record.
    func hasRecord(for key: ServiceKey) -> Bool {
        unsafe findSlot(for: key, inView: 0).map { unsafe !$0.real.leadsToNoRecord } ?? false
    }

    /// The slots that a dependency leads to: a composed one's members, also of members; else its own.
    func targetSlots(ofDependency need: Dependency, in view: Int) -> [Slot] {
        guard let found = unsafe (slotOfRecord(inDependency: need) ?? findSlot(for: need.key, inView: view))?.real
        else {
            return unsafe []
        }
        var (targets, open): ([Slot], [Slot]) = unsafe ([], [found])
        while let slot = unsafe open.popLast() {
            if unsafe slot.kind == .composed {
                unsafe open += slot.members.map(\.real)
            } else {
                unsafe targets.append(slot)
            }
        }
        return unsafe targets
    }
}

extension Slot {
    /// Whether it is a composed one that leads to no registration, also through others.
    fileprivate var leadsToNoRecord: Bool {
        unsafe kind == .composed && members.allSatisfy { unsafe $0.leadsToNoRecord }
    }

    /// The slots that a composed one leads to.
    fileprivate var members: [Slot] {
        let count = unsafe record?.rare?.parts.members?.qualifiers.count ?? 0
        return unsafe UnsafeBufferPointer(start: pointee.edges, count: count).compactMap { unsafe $0 }
    }
}
