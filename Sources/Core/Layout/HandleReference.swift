internal import CCore

/// A reference to a container or a scope, of whose type layouts and makings know nothing.
@safe
package struct HandleReference: @unchecked Sendable {  // A handle is `Sendable`, and keeps its context.
    let object: AnyObject
    let context: Context

    init(_ object: AnyObject, _ context: Context) {
        self.object = object
        unsafe self.context = unsafe context
    }

    var layout: Layout { unsafe context.layout }
}

/// What a layout asks of the container or the scope of a context.
protocol LateCellKeeper: AnyObject {
    /// The cell of a slot that is made on demand, in the scope that has it: this one, or one around.
    func lateCell(for slot: Slot) -> Slot
}

extension Slot {
    /// The slot itself; for a scoped one the slot that its scope has.
    func slotInKeepingScope(seenFrom context: Context) -> Slot {
        guard unsafe kind == .late else {
            return unsafe ccore_is_scoped(self) ? ccore_scoped_slot(self, context) : self
        }
        return unsafe context.lateCellKeeper.lateCell(for: self)
    }
}
