// An instance whose registration chooses the scope that has it: one for each tenant, one for an hour. The scope is an ordinary one, of a tag
// that only the registration knows. So who waits, who fails and who closes are as in any scope, and to let the instance go is to end it.
//
//     key --> routed slot --> route: this asker's scope --> the scope's cell, as for any scoped instance
//                                |
//                                +--> none: made for this asker alone

internal import CCore

/// The instance of a registration that chooses the scope.
func obtainRouted<T>(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) -> T {
    // A routed slot has the home of its container, in whose view the instance is made.
    let home = unsafe slot.pointee.home.unsafelyUnwrapped
    guard unsafe ccore_is_open(home) else { throw unsafe thread.closed(slot) }
    let routed: Routed?
    do { routed = try unsafe slot.route() } catch { throw unsafe slot.routeFailed(error, under: thread.steps) }
    guard let routed else { return try unsafe obtainUnkept(slot, home, thread) }
    defer { withExtendedLifetime(routed.scope.object) {} }
    if let instance = unsafe ccore_instance(routed.cell) {
        return unsafe instance.assumingMemoryBound(to: T.self).pointee
    }
    return try unsafe obtainKept(routed.cell, thread)
}

/// The instance of a registration that has chosen no scope: for this asker alone.
func obtainUnkept<T>(_ slot: Slot, _ home: Home, _ thread: ThreadState) throws(ResolutionError) -> T {
    guard unsafe !slot.has(ccore_awaited) else { throw unsafe thread.fault(.asynchronous, at: slot) }
    return try unsafe Making<T>(slot, home, thread).obtainTransient()
}

/// A scope that a registration has chosen, and its cell.
@safe
struct Routed: @unchecked Sendable {  // The scope keeps the cell.
    let scope: HandleReference
    let cell: Slot

    init(_ scope: HandleReference, _ cell: Slot) {
        self.scope = scope
        unsafe self.cell = unsafe cell
    }
}

extension Slot {
    /// The cell of the scope that the registration chooses; nil: it chooses none.
    ///
    /// It calls the user's code.
    func route() throws -> Routed? {
        guard let home = unsafe pointee.home, let record = unsafe record, let route = record.rare?.parts.route,
            let scope = try unsafe route(home.reference)
        else { return nil }
        let layout = unsafe scope.home.layout
        var found = unsafe layout.tables.find(record.key, in: view)?.real
        // Under the key of one that only lists have, there may be another one.
        if unsafe found?.pointee.record != pointee.record { unsafe found = unsafe layout.slot(of: record) }
        guard let found = unsafe found, unsafe ccore_is_scoped(found) else { return nil }
        return unsafe Routed(scope, ccore_scoped_slot(found, scope.home))
    }

    /// The error of a registration that could not choose the scope.
    func routeFailed(_ error: any Error, under steps: [ResolutionError.Step]) -> ResolutionError {
        if let error = error as? ResolutionError { return error }
        let step = unsafe step
        return ResolutionError(
            .factoryFailed, step.key, path: steps + [step], location: step.location, underlying: error)
    }
}

extension Home {
    fileprivate var reference: HandleReference {
        unsafe HandleReference(Unmanaged<AnyObject>.fromOpaque(pointee.owner).takeUnretainedValue(), self)
    }
}
