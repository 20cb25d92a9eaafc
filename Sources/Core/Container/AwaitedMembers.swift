// The members of a composed type, for a task: each one is awaited if it has to be.

internal import CCore

/// The members of a composed type, for a task.
struct AwaitedMembers: AwaitedMemberSource {
    let container: Container
    let slot: Found
    let asker: Asker

    func member<M>(_ position: Int, _ type: M.Type) async throws(ResolutionError) -> M? {
        guard let member = unsafe slot.slot.pointee.edges?[position] else { return nil }
        let found = unsafe Found(unsafe member.own(in: container.home))
        if unsafe slot.slot.isList, let frame = asker.frame,
            unsafe found.slot.real.leads(to: frame.slot, in: container.home)
        {
            return nil
        }
        do throws(ResolutionError) { return try await container.awaited(type, found, asker) } catch {
            return unsafe try error.orNil(
                at: asker.steps.count, through: found.slot.aliasCount(in: container.home))
        }
    }

    var handle: HandleReference { container.reference }

    func wrapped<M>(
        _ type: M.Type, in scope: HandleReference, inside around: [HandleReference]
    ) async throws(ResolutionError) -> M {
        let layout = scope.container.layout
        guard let slot = unsafe layout.find(slot.slot.wrappedKey(type), wrappedBy: slot.slot) else {
            throw unsafe asker.fault(.missing, at: slot.slot)
        }
        let isCircle = (asker.frame?.chain ?? []).contains { frame in
            // A factory that has returned is in no circle, and its container may be gone.
            guard let live = frame.current else { return false }
            return withExtendedLifetime(live) { unsafe slot.isMadeAnew(with: frame.slot, of: frame.home, in: around) }
        }
        guard !isCircle else { throw unsafe asker.fault(.cycle, at: slot) }
        return try await scope.container.awaited(M.self, unsafe Found(slot.own(in: scope.home)), asker)
    }
}
