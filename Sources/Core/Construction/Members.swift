// The members of a composed type: a list, a map, an optional, or a type that wraps another one.

internal import CCore

/// Puts a composed type together: each member has its own level on the path, and the composed type has none.
@inline(never)
func resolveComposed<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    // Without members it is always the same: nil, or nothing.
    if let none = unsafe slot.pointee.storage { return unsafe none.assumingMemoryBound(to: T.self).pointee }
    do { return try unsafe slot.callFactory(context, thread) } catch {
        // That of a member: nothing else throws.
        throw unsafe error as? ResolutionError ?? thread.resolutionError(wrapping: error)
    }
}

extension Resolver: MemberSource {
    package var handle: HandleReference { unsafe HandleReference(context.owner, context) }

    /// The instance of a member of the composed type whose factory this is; nil: it has declined, or it is the one that asks.
    package func resolveMember<M>(at position: Int, _ type: M.Type) throws(ResolutionError) -> M? {
        guard let member = unsafe slot.pointee.edges?[position] else { return nil }
        let own = unsafe member.slotInKeepingScope(seenFrom: context)
        if let instance = unsafe ccore_instance(own) { return unsafe instance.assumingMemoryBound(to: M.self).pointee }
        if unsafe slot.collectsAllRegistrations, let asker = unsafe thread.askingSlot,
            unsafe own.real.isSameOrAlias(of: asker, in: context)
        {
            return nil
        }
        do throws(ResolutionError) {
            // Of its own type: the slot has no factory of an optional.
            let instance: M = try unsafe resolveSlot(own, context, thread)
            return instance
        } catch {
            return try unsafe error.nilIfDeclined(
                atDepth: thread.stepCount, throughAliases: own.aliasChainLength(in: context))
        }
    }
}

extension ThreadState {
    /// The slot whose factory asks; nil: none does.
    var askingSlot: Slot? {
        let levels = unsafe levels
        return unsafe levels.last.map { unsafe Slot(mutating: $0.slot) } ?? TaskFrame.running?.slot
    }
}

extension Slot {
    /// Whether a scope inside of a handle, in which this slot was found, would make again the instance that is being made in that handle,
    /// or in one around it.
    func repeatsMaking(of maker: Slot, in context: Context, fromScopeInside contexts: [UInt]) -> Bool {
        let slot = unsafe real
        let kind = unsafe slot.kind
        guard unsafe kind == .transient || kind == .graph || kind == .scoped && slot.pointee.hops == 0,
            unsafe slot.pointee.record == maker.pointee.record
        else { return false }
        return contexts.contains(UInt(bitPattern: context))
    }

    /// Whether it leads to all registrations of a type, of which the one that asks is left out.
    var collectsAllRegistrations: Bool { unsafe record?.rare?.parts.members?.areAll ?? false }

    /// Whether it is a slot, or another name for it, for who asks in a context.
    func isSameOrAlias(of other: Slot, in context: Context) -> Bool {
        var slot = unsafe self
        // Aliases may stand for one another in a circle, which is an error only where one of them is resolved.
        var visited: Set<Slot> = unsafe []
        while unsafe slot != other {
            guard let next = unsafe slot.aliasTarget(in: context)?.real.slotInKeepingScope(seenFrom: context),
                unsafe visited.insert(slot).inserted
            else { return false }
            unsafe slot = unsafe next
        }
        return true
    }

    /// How many levels there are on the path before that of the instance of which this slot is another type.
    func aliasChainLength(in context: Context) -> Int {
        var (slot, count) = unsafe (real, 0)
        while unsafe slot.kind != .composed, count < 100, let next = unsafe slot.aliasTarget(in: context) {
            unsafe slot = unsafe next.real.slotInKeepingScope(seenFrom: context)
            count += 1
        }
        return count
    }

    /// The slot of the part that this one is made from; nil: it is whole.
    func decoratedPart(in context: Context) -> Slot? {
        guard let need = unsafe record?.needs?.first, need.record?.isPart ?? false else { return nil }
        return unsafe pointee.edges?[0] ?? context.layout.slotOfRecordWithAncestors(inDependency: need)
    }

    /// The slot that this one stands for: it is another type of its instance, or wraps it.
    private func aliasTarget(in context: Context) -> Slot? {
        guard unsafe kind != .composed else {
            let isOne = unsafe record?.rare?.parts.members?.qualifiers.count == 1 && !collectsAllRegistrations
            return unsafe isOne ? pointee.edges?[0] : nil
        }
        guard let record = unsafe record, record.rare?.parts.isAlias ?? false, let need = record.needs?.first else {
            return nil
        }
        return unsafe pointee.edges?[0] ?? context.layout.findSlot(for: need.key, inView: view)
    }
}
