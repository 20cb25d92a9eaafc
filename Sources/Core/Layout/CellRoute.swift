/// How a registration with a custom lifetime finds the cell of an asker: it decides who shares an instance, and for how long.
///
/// The engine knows no such lifetime. It makes, waits, completes circles and closes as for every other cell.
package protocol CellRoute: AnyObject, Sendable {
    /// The cell for an asker; nil: the instance is for this asker alone.
    ///
    /// It is called without a lock, on the asker's thread, with the slot on its path. It may run code of the program.
    ///
    /// - Parameters:
    ///   - arguments: Those of the resolve, of the type that the registration takes; `Void` if it takes none.
    ///   - place: The registration in its container.
    func cell<Arguments>(forArguments arguments: Arguments, at place: RoutedPlace) throws -> RoutedCell?
}

/// A registration with a custom lifetime, in the container that has it.
@safe
package struct RoutedPlace {
    let handle: HandleReference
    let slot: Slot
    package let record: Record
}

/// A cell that a route has chosen, and the object that keeps its memory.
@safe
package struct RoutedCell: @unchecked Sendable {  // The object keeps the cell.
    let object: any AnyObject & Sendable
    let slot: Slot
}
