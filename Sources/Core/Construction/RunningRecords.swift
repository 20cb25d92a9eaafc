// Which registrations' factories run: for listeners, and for code around the makings.

internal import CCore

extension ThreadState {
    /// The registrations whose factories run on this thread, innermost first, and then those that await around them.
    var runningRecords: [Record] {
        let own = unsafe path.reversed().compactMap { unsafe $0.record }
        guard let frame = TaskFrame.running else { return own }
        return own.dropLast(unsafe isTaskFrameOnPath(frame) ? 1 : 0) + frame.runningRecords
    }

    /// The registered type whose factory runs innermost, on this thread or awaiting; nil: none runs.
    var runningType: (any Any.Type)? {
        let own = unsafe levels.last.flatMap { unsafe Slot(mutating: $0.slot).record }
        return (own ?? TaskFrame.running?.runningRecords.first)?.key.type
    }
}

extension TaskFrame {
    /// The registrations of the factories that await, from this one outwards.
    var runningRecords: [Record] {
        chain.reversed().compactMap { frame in frame.performIfFactoryIsRunning { unsafe frame.slot.record } ?? nil }
    }
}

extension Resolver {
    /// The registrations of the factories that run, innermost first: its own comes first.
    package var runningRecords: [Record] { unsafe thread.runningRecords }
}

extension AsyncResolver {
    /// The registrations of the factories that run, innermost first: its own comes first.
    package var runningRecords: [Record] { ownFrame.runningRecords }

    /// The container or the scope that the factory runs for.
    package var handle: HandleReference { unsafe HandleReference(owner, ownFrame.context) }
}

// MARK: Waits that are told

/// A wait whose end a listener is told of.
@safe
struct ObservedWait {
    let notifier: Notifier
    let record: Record
    let askers: [Record]
    let start = ccore_now()

    func notifyWaitEnded(maker: UInt64? = nil) {
        notifier.listener.waitEnded(
            WaitNotice(record: record, askers: askers, start: start, maker: maker), in: notifier.note)
    }
}

extension Slot {
    /// Begins a wait for the cell; nil: nobody is told of it.
    func makeObservedWait(askedBy askers: @autoclosure () -> [Record]) -> ObservedWait? {
        guard let context = unsafe pointee.context, unsafe !context.isStandalone, let record = unsafe record,
            let notifier = unsafe context.container.notifier
        else { return nil }
        return ObservedWait(notifier: notifier, record: record, askers: askers())
    }
}
