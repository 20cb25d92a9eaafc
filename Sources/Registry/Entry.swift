public import ArmoryCore

/// A registration of a library: its key, the cell of its instance, and in subclasses the factory and the options.
///
/// Options that change are guarded by the registry's lock: see ``Registry/locked(_:)``.
///
/// Open and so public, because a module subclasses only open classes of another one. It is part of no product.
open class Entry: @unchecked Sendable {  // The registry's lock guards the cell.
    package let key: EntryKey
    /// Nil: it is written where its callers are, which is not known here.
    package let location: SourceLocation?
    /// The cell; nil until the entry is first found.
    fileprivate var cell: StandaloneCell?
    private let shown: ServiceKey?

    /// - Parameter shown: The key in messages; nil: the type and the name.
    package init(_ key: EntryKey, at location: SourceLocation?, shownAs shown: ServiceKey? = nil) {
        self.key = key
        self.location = location
        self.shown = shown
    }

    /// The type of the instances.
    ///
    /// The registry is locked: neither this nor what follows may run user code.
    open var instanceType: any Any.Type { key.type }

    /// How long an instance lives.
    open var lifetime: Lifetime { .transient }

    /// The key in messages.
    package final var shownKey: ServiceKey { shown ?? key.shown }

    /// Whether a table that has to grow may drop the entry: it has nothing that a new one would not have.
    open var isDisposable: Bool { false }

    /// Whether there is neither an instance nor somebody who makes one.
    package final var isVacant: Bool { cell?.isVacant ?? true }

    /// The cell, which is made if there is none; the registry is locked.
    final func currentCell() -> StandaloneCell {
        if let cell { return cell }
        let made = StandaloneCell(instanceType, lifetime, shownAs: shownKey, at: location)
        cell = made
        return made
    }

    /// The cell, if there is one; the registry is locked.
    package final var knownCell: StandaloneCell? { cell }

    /// Puts another cell in place of this one, which the caller releases when the registry's lock is free.
    ///
    /// - Parameter new: Nil: the next resolve begins with an empty cell, and an instance that is being made goes to its askers alone.
    package final func exchangeCell(for new: StandaloneCell? = nil) -> StandaloneCell? {
        defer { cell = new }
        return cell
    }
}
