// Awaits the dependencies of decorators, and of injections that do not await, before a factory that awaits runs.
//
//     making --> prefetch --> factory --> injections, decorators: what they resolve exists
//                    |
//                    +-- kept instances whose factories await, directly or behind registrations whose factories do not

internal import CCore

extension TaskFrame {
    /// Awaits what a decorator or an injection of a making resolves, and returns it, so that it is not released before.
    fileprivate func prefetchDependencies(
        _ needs: [Dependency], in container: Container
    ) async throws(ResolutionError) -> [any Sendable] {
        let found = unsafe cellsToAwait(forDependencies: needs)
        var held: [any Sendable] = []
        for index in unsafe found.indices {
            let slot = unsafe found[index]
            func open<T>(_ type: T.Type) async throws(ResolutionError) -> any Sendable {
                PrefetchedInstance(instance: unsafe try await container.resolveSlotAsync(type, slot, for: .running))
            }
            do throws(ResolutionError) {
                // A cell has a record.
                held.append(unsafe try await open(slot.record.unsafelyUnwrapped.key.type))
            } catch {
                // The decorator or the injection may do without the instance.
                guard error.code == .declined else { throw error }
                unsafe noteFactoryDeclined(of: slot)
            }
        }
        return held
    }
}

extension AwaitedMaking {
    /// The making of a slot that awaits, and what is awaited before.
    ///
    /// - Parameter factory: Makes the instance; nil: the slot's own factory does.
    init(awaiting slot: Slot, _ context: Context, _ factory: (@Sendable (AsyncResolver) async throws -> T)? = nil) {
        let needs = unsafe (slot.record?.needs ?? []).filter { $0.isWithoutAwaiting || $0.time == .injection }
        let container = unsafe context.container
        let prefetch: @Sendable (TaskFrame) async throws -> [any Sendable] = { frame in
            try await frame.prefetchDependencies(needs, in: container)
        }
        unsafe self.init(slot, context, factory, prefetch: needs.isEmpty ? nil : prefetch)
    }
}

extension TaskFrame {
    /// The cells whose factories await, and which some dependencies of the frame's registration lead to.
    fileprivate func cellsToAwait(forDependencies needs: [Dependency]) -> [Slot] {
        // The instances that are being made on the way are left out: a making cannot wait for itself, and an injection finds them early.
        var seen = unsafe Set(chain.map { unsafe $0.slot })
        var found: [Slot] = unsafe []
        var open = unsafe [(needs: needs, slot: slot, context: context)]
        while let next = unsafe open.popLast() {
            for need in unsafe next.needs where !need.isDeferred {
                unsafe next.context.layout.targetSlots(ofDependency: need, in: next.slot.view).forEach { target in
                    let slot = unsafe target.real.slotInKeepingScope(seenFrom: next.context)
                    guard unsafe seen.insert(slot).inserted, unsafe ccore_instance(slot) == nil else { return }
                    if unsafe slot.hasFlag(ccore_awaited) {
                        // A transient one would be made again; one by arguments has none here.
                        let isKept = unsafe slot.isCell || slot.kind == .routed && !slot.hasFlag(ccore_repeatable)
                        if isKept { unsafe found.append(slot) }
                    } else if unsafe slot.hasFactory || slot.kind == .routed {
                        let context = unsafe slot.pointee.context ?? next.context
                        unsafe open.append((slot.record?.needs ?? [], slot, context))
                    }
                }
            }
        }
        return unsafe found
    }
}

/// Keeps an instance alive.
private struct PrefetchedInstance<T>: @unchecked Sendable {  // Its property is never read.
    let instance: T
}
