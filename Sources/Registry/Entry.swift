public import ArmoryCore

/// A registration of a library: its key, the cell of its instance, and in subclasses the factory and the options.
///
/// Options that change are guarded by the registry's lock: see ``Registry/locked(_:)``.
///
/// Open and so public, because a module subclasses only open classes of another one. It is part of no product.
open class Entry: @unchecked Sendable {  // The registry's lock guards the cell.
    package let key: EntryKey
    /// Nil: it is written where its callers are, which is not known here.
    package let location: CodeLocation?
    /// The cell; nil until the entry is first found.
    fileprivate var cell: StandaloneCell?
    /// Whether a table has the entry; the registry is locked.
    package internal(set) final var isListed = false
    private let shown: ServiceKey?

    /// - Parameter shown: The key in messages; nil: the type and the name.
    package init(_ key: EntryKey, at location: CodeLocation?, shownAs shown: ServiceKey? = nil) {
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

    /// Whether a table that has to grow may drop the entry while it is vacant: it has nothing that a new one would not have.
    open var isDisposable: Bool { false }

    /// Whether the instance counts no longer, so that the entry is as good as vacant.
    open var isOutdated: Bool { false }

    /// Whether the entry alone holds the cell, and it is vacant or outdated; the registry is locked.
    ///
    /// - Parameter held: Objects to release when the lock is free.
    package final func isUnused(_ held: inout [AnyObject]) -> Bool {
        guard cell != nil else { return true }
        guard isKnownUniquelyReferenced(&cell) else { return false }
        // A finished making is seen: the state is read under the cell's own lock, and the instance with acquire.
        if isOutdated { return true }
        var object: AnyObject?
        let isVacant = cell?.isVacant(keepingAliveIn: &object) ?? true
        if let object { held.append(object) }
        return isVacant
    }

    /// The cell, which is made if there is none; the registry is locked.
    package final func currentCell() -> StandaloneCell {
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
