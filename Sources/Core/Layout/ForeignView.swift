// A transient instance of an ancestor is made here, but its factory goes on to see the private keys of its module.
//
//     parent   module M (private A, public B(A))           table of M: A                table of all: B
//     child    B: a copy of the parent's slot, in the      table of the view: empty     table of all: the child's own keys
//              view that stands for M
//
// So each look-up of such a factory is one of a key that its table does not have, and asks M's tables before those of the child.

internal import CCore

/// The view of a module with private parts, of an ancestor.
@safe
struct ForeignView: Equatable, @unchecked Sendable {  // Immutable. The ancestors keep the context.
    let layout: Layout
    let context: Context
    /// Its number there.
    let view: Int

    static func == (one: ForeignView, other: ForeignView) -> Bool {
        unsafe one.layout === other.layout && one.context == other.context && one.view == other.view
    }

    /// The private views of a container, and those of its ancestors.
    static func privateViews(ofParent layout: Layout, in context: Context) -> [ForeignView] {
        let count = layout.tables.count - layout.foreignViews.count
        // Usually it has none.
        guard count > 1 else { return layout.foreignViews }
        return (1..<count).map { unsafe ForeignView(layout: layout, context: context, view: $0) } + layout.foreignViews
    }
}

extension Layout {
    /// The ancestor's view that one of this layout stands for; nil: it is the layout's own.
    private func ancestorView(forView view: Int) -> ForeignView? {
        let number = view - (tables.count - foreignViews.count)
        return number < 0 ? nil : foreignViews[number]
    }

    /// The slot of a key that is private to an ancestor's view.
    func findInAncestorView(_ key: ServiceKey, inView view: Int) -> Slot? {
        guard let other = ancestorView(forView: view), let slot = unsafe other.layout.tables.first[other.view].find(key)
        else { return nil }
        if let known = unsafe onDemand.findSlot(for: key, inView: view) { return unsafe known }
        return unsafe onDemand.findOrInsertSlot(for: key, inView: view) {
            unsafe notifyingSlot(
                for: OnDemandSlot(localSlot(forAncestorSlot: slot.real.slotInKeepingScope(seenFrom: other.context))))
        }
    }

    /// The view in which the factory of a copy of an ancestor's slot runs.
    func factoryView(forCopyOfAncestorSlot slot: Slot) -> Int {
        let view = unsafe slot.view
        guard view != 0 else { return 0 }
        // A scope may be an ancestor, which has slots of the layouts around it.
        let number = foreignViews.firstIndex { other in
            other.view == view && other.layout.chain.contains { unsafe $0.entryNumber(ofSlot: slot) != nil }
        }
        return number.map { tables.count - foreignViews.count + $0 } ?? 0
    }

    /// Registrations of a type, and those that are private to an ancestor's view; a private one has the place of a public one of its key.
    func addingPrivateMembers(_ type: any Any.Type, to members: [CollectionMember], in view: Int) -> [CollectionMember]
    {
        guard let other = ancestorView(forView: view) else { return members }
        let further = other.layout.ownMembers(ofElementType: type, seenInView: other.view, onlyPrivate: true).map {
            member in
            let slot = unsafe localSlot(forAncestorSlot: member.slot.real.slotInKeepingScope(seenFrom: other.context))
            return unsafe CollectionMember(key: member.key, isContributed: member.isContributed, slot: slot)
        }
        return CollectionMember.merged(members, with: further)
    }
}
