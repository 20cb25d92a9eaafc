// An instance whose registration chooses the cell that has it: one for each tenant, each value of the arguments, each hour. Who waits, who
// fails and who closes are as for any cell of the container.
//
//     key --> routed slot --> route: this asker's cell --> as a kept instance
//                                |
//                                +--> none: made for this asker alone

internal import CCore

/// The instance of a registration that chooses the cell, or one for this asker alone.
func resolveCustomLifetimeInstance<T, Arguments>(
    _ slot: Slot, _ thread: ThreadState, _ arguments: Arguments
) throws(ResolutionError) -> T {
    // A routed slot has the context of its container, in whose view the instance is made.
    let context = unsafe slot.pointee.context.unsafelyUnwrapped
    while true {
        guard let routed = try unsafe slot.cellChosenByRoute(for: arguments, thread) else {
            return try unsafe makeUncached(slot, context, thread, arguments)
        }
        defer { withExtendedLifetime(routed.object) {} }
        if let instance = unsafe ccore_instance(routed.slot) {
            return unsafe instance.assumingMemoryBound(to: T.self).pointee
        }
        do throws(ResolutionError) { return try unsafe resolveSlot(routed.slot, context, thread) } catch {
            guard unsafe routed.slot.isEvictionError(error) else { throw error }
        }
    }
}

/// An instance for this asker alone, in the view of the registration's container.
func makeUncached<T, Arguments>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState, _ arguments: Arguments
) throws(ResolutionError) -> T {
    let awaits = unsafe slot.hasFlag(ccore_awaited)
    guard unsafe !awaits || slot.canRunMainActorFactory(onThread: thread) else {
        throw unsafe thread.makeError(.asynchronous, at: slot)
    }
    guard unsafe slot.hasFlag(ccore_repeatable) else {
        return try unsafe Making<T>(slot, context, thread).resolveTransient()
    }
    return try unsafe Making<T>(slot, context, thread) { resolver in
        guard awaits else { return try unsafe slot.callFactory(context, thread, arguments) }
        let factory = unsafe ccore_factory(slot).assumingMemoryBound(to: AwaitedArgumentFactory<Arguments, T>.self)
        return try unsafe factory.pointee.onMainActor.unsafelyUnwrapped(resolver, arguments)
    }.resolveTransient()
}

extension Slot {
    /// The cell that the registration chooses; nil: it chooses none.
    ///
    /// It calls the user's code.
    func cellChosenByRoute<Arguments>(
        for arguments: Arguments, _ thread: ThreadState
    ) throws(ResolutionError) -> RoutedCell? {
        guard let context = unsafe pointee.context, unsafe ccore_is_open(context) else {
            throw unsafe thread.closedError(for: self)
        }
        guard let record = unsafe record, let route = record.rare?.parts.route else { return nil }
        // On the path: a route that asks for the same again and again comes to the end of the stack.
        guard unsafe thread.pushSlotAllowingRepeat(self, context) else {
            throw unsafe thread.cycleOrTooDeepError(at: self, isRepeatable: true)
        }
        defer { unsafe ccore_pop(thread) }
        let place = unsafe RoutedPlace(handle: HandleReference(context.owner, context), slot: self, record: record)
        do { return try route.cell(forArguments: arguments, at: place) } catch {
            throw unsafe thread.resolutionError(wrapping: error)
        }
    }

    /// Whether an error is only that the registration has let the cell go since it chose it: then it chooses again.
    func isEvictionError(_ error: ResolutionError) -> Bool {
        guard error.code == .closed, let context = unsafe pointee.context else { return false }
        return unsafe context.locked {
            unsafe hasMark(ccore_let_go) && state == .closedFull && context.pointee.mark == UInt32(ccore_open)
        }
    }
}
