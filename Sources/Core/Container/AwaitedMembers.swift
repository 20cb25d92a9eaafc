// The members of a composed type, for a task: each one is awaited if it has to be, before the type is put together.

internal import CCore

/// The members of a composed type, which a task has awaited.
@safe
struct AwaitedMembers: MemberSource {
    let container: Container
    let slot: Slot
    /// Each in a box of its type; nil: it has declined, or it is the one that asks.
    fileprivate var made: [AnyObject?] = []
    fileprivate var scope: HandleReference?

    func resolveMember<M>(at position: Int, _ type: M.Type) -> M? {
        // The composition has the type.
        made[position].map { unsafe unsafeDowncast($0, to: MadeInstance<M>.self).instance }
    }

    func resolveInNewScope<M>(_ type: M.Type, tag: ScopeTag) -> (M, scope: HandleReference) {
        // Else it was thrown why it is not there.
        unsafe (resolveMember(at: 0, type).unsafelyUnwrapped, scope.unsafelyUnwrapped)
    }
}

extension Container {
    /// The instance of a composed type, whose members are awaited one after the other.
    func resolveComposed<T>(_ found: Slot, _ asker: Asker) async throws(ResolutionError) -> T {
        guard unsafe ccore_is_open(context) else {
            throw unsafe ThreadState.current.closedError(for: found, in: context)
        }
        let asker = asker.sharingOneGraph
        func assemble<C: ComposedType>(_ type: C.Type) async throws(ResolutionError) -> C {
            let qualifiers = unsafe found.record?.rare?.parts.members?.qualifiers ?? []
            return unsafe try await C.assembleInstance(
                memberQualifiers: qualifiers, from: awaitMembers(of: type, at: found, for: asker))
        }
        guard let type = T.self as? any ComposedType.Type, let composed = try await assemble(type) as? T else {
            // The record of a composed type's slot has the type itself.
            throw unsafe ThreadState.current.makeError(.missing, at: found)
        }
        return composed
    }

    /// Awaits the members of a composed type, one after the other.
    private func awaitMembers<C: ComposedType>(
        of type: C.Type, at found: Slot, for asker: Asker
    ) async throws(ResolutionError) -> AwaitedMembers {
        var members = unsafe AwaitedMembers(container: self, slot: found)
        guard !type.isDeferred else { return members }
        func awaitEach<M>(ofType type: M.Type) async throws(ResolutionError) {
            if let tag = C.scopeTag {
                members.made = unsafe [
                    MadeInstance(
                        try await resolveInNewScope(type, tag: tag, found, asker, storingScope: &members.scope),
                        of: self)
                ]
                return
            }
            for position in unsafe (found.record?.rare?.parts.members?.qualifiers ?? []).indices {
                let made = unsafe try await resolveMember(at: position, of: found, type, for: asker)
                members.made.append(made.map { MadeInstance($0, of: self) })
            }
        }
        try await awaitEach(ofType: type.composition(forQualifier: nil).memberType)
        return members
    }

    private func resolveMember<M>(
        at position: Int, of found: Slot, _ type: M.Type, for asker: Asker
    ) async throws(ResolutionError) -> M? {
        guard let edge = unsafe found.pointee.edges?[position] else { return nil }
        let member = unsafe edge.slotInKeepingScope(seenFrom: context)
        if unsafe found.collectsAllRegistrations, let frame = asker.frame,
            unsafe member.real.isSameOrAlias(of: frame.slot, in: context)
        {
            return nil
        }
        do throws(ResolutionError) { return unsafe try await resolveSlotAsync(type, member, for: asker) } catch {
            return unsafe try error.nilIfDeclined(
                atDepth: asker.steps.count, throughAliases: member.aliasChainLength(in: context))
        }
    }
}
