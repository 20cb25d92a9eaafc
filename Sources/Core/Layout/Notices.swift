// A layout with a listener: its tables and edges lead to slots that are never ready, so that every resolve takes the way of a miss, where a
// listener is told of it. No other layout has anything to do with it.
//
//     table, edges --> notified slot: edges [the slot]        ready for nobody
//                                         |
//                                       slot: as in any layout

internal import CCore

/// Is told of every resolve of the containers that were planned with it: a spy, an observer.
package protocol ResolveListener: Sendable {
    /// Does a resolve.
    ///
    /// - Parameter body: The resolve itself; called once.
    func observeResolve<T>(
        _ resolve: ResolveNotice, performing body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T

    /// Does a resolve that may have to be awaited.
    func observeResolveAsync<T>(
        _ resolve: ResolveNotice, performing body: () async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T
}

/// What a listener is told of a resolve.
package struct ResolveNotice: Sendable {
    /// The registration that is asked for.
    package let record: Record
    /// The registrations whose factories run, innermost first.
    package let askers: [Record]
    /// The container or the scope that is asked.
    package let handle: HandleReference

    /// The registrations from the outermost resolve to the one that is asked for.
    package var path: [Record] { askers.reversed() + [record] }
}

/// The notified slots of a layout's entries.
@safe
final class NotifyingSlots {
    private let slots: SlotMemory
    private let edges: EdgeMemory

    /// - Parameter reals: The slots that the entries lead to.
    init(_ reals: [Slot]) {
        slots = unsafe SlotMemory(count: reals.count)
        edges = unsafe EdgeMemory(count: reals.count)
        for entry in unsafe reals.indices {
            unsafe edges.first[entry] = unsafe reals[entry]
            unsafe (slots.first + entry).fillNotifiedSlot(leadingTo: reals[entry], throughEdge: edges.first + entry)
        }
    }

    /// The slot that the tables have for an entry.
    func slot(ofEntry entry: Int) -> Slot { unsafe slots.first + entry }

    var all: [Slot] { unsafe (0..<slots.count).map { unsafe slots.first + $0 } }
}

extension Slot {
    /// Leads to another slot, of whose resolves a listener is told.
    func fillNotifiedSlot(leadingTo real: Slot, throughEdge edge: UnsafeMutablePointer<Slot?>) {
        unsafe pointee.kind = SlotKind.notified.rawValue
        unsafe pointee.record = unsafe real.pointee.record
        unsafe pointee.edges = unsafe UnsafePointer(edge)
        // It takes arguments where that one does.
        unsafe pointee.storage = unsafe real.hasFlag(ccore_repeatable) ? real.pointee.storage : nil
        unsafe pointee.flags = unsafe real.pointee.flags & UInt8(ccore_repeatable)
    }
}

extension OnDemandSlot {
    /// A notified slot for one that is made on demand.
    convenience init(notifying onDemand: OnDemandSlot) {
        let notifying = unsafe NotifyingSlots([onDemand.slot])
        unsafe self.init(notifying.slot(ofEntry: 0), keeping: [notifying, onDemand])
    }
}
