// Where an instance is kept: that of a factory in its container or in a singleton scope, and that of each parameter.

internal import ArmoryCore
internal import ArmoryRegistry

/// The place of an instance.
class Place: Entry, @unchecked Sendable {  // The registry's lock guards every `var`.
    /// What the places of one factory have in common: the one without a parameter, and those of its parameters.
    final class Family: Sendable {}

    let family: Family
    /// The scope that keeps the instance; nil: a singleton scope, or none yet.
    private(set) var scope: Scope?
    /// When the instance was made or last resolved; 0: there is none yet.
    private(set) var lastUse: UInt64 = 0
    /// In nanoseconds; nil: no limit.
    private var timeToLive: UInt64?
    /// Whether there are places of parameters.
    var hasParameters = false
    private lazy var holding = Holding(key.type)

    /// - Parameter family: Nil: this place is the one without a parameter.
    init(_ key: EntryKey, at location: CodeLocation?, family: Family? = nil) {
        self.family = family ?? Family()
        super.init(key, at: location, shownAs: key.shown)
    }

    var isOfParameter: Bool { key.further != nil }

    override var lifetime: Lifetime {
        guard let lifetime = scope?.lifetime else { return .singleton }
        return lifetime == .shared && holding == .nothing ? .transient : lifetime
    }

    override var instanceType: any Any.Type { holdsObjects ? AnyObject.self : key.type }

    /// Whether the cell has the object instead of the optional around it.
    var holdsObjects: Bool { scope?.lifetime == .shared && holding == .wrapped }

    override var isDisposable: Bool { isOfParameter }

    override var isOutdated: Bool { timeToLive != nil && isOver(at: MonotonicClock.now) }
}

// MARK: Changing

// The registry is locked in all of them. The cells that they return are released when it is free.
extension Place {
    /// Prepares a resolve.
    ///
    /// - Parameter scope: Nil: a singleton scope has the place.
    func begin(_ scope: Scope?, _ timeToLive: UInt64?) -> StandaloneCell? {
        self.timeToLive = timeToLive
        if self.scope !== scope {
            // An existing instance stays when the default scope of its container changes to one that keeps as long.
            guard lastUse != 0, self.scope?.lifetime == scope?.lifetime else { return move(to: scope) }
        }
        guard timeToLive != nil, lastUse != 0 else { return nil }
        let now = MonotonicClock.now
        guard isOver(at: now) else {
            lastUse = now
            return nil
        }
        return empty()
    }

    /// Moves the place to another scope, without the instance of the former one.
    func move(to new: Scope?) -> StandaloneCell? {
        guard scope !== new else { return nil }
        scope = new
        return empty()
    }

    /// Lets the next resolve make an instance: that of a resolve which is running is not kept.
    ///
    /// - Parameter evenIfMade: Whether an existing instance is removed, too.
    func empty(evenIfMade: Bool = true) -> StandaloneCell? {
        guard evenIfMade || !mayHaveInstance else { return nil }
        lastUse = 0
        return exchangeCell()
    }

    /// Whether an instance was made; that of a shared place may be gone.
    var isMade: Bool { knownCell?.wasMade == true }

    /// Whether an instance was made, or a running graph may have one.
    var mayHaveInstance: Bool { isMade || scope?.lifetime == .graph }

    /// Begins the time to live of the instance that a cell gets.
    func made(in cell: StandaloneCell) {
        if cell === knownCell { lastUse = MonotonicClock.now }
    }

    private func isOver(at now: UInt64) -> Bool {
        guard let timeToLive, lastUse != 0 else { return false }
        // Another thread may have read the clock later, and stored its time first.
        return now >= lastUse && now - lastUse >= timeToLive
    }

    /// Restores a saved instance.
    func restore(_ cell: StandaloneCell?, _ scope: Scope?, lastUse: UInt64) -> StandaloneCell? {
        // A running graph has its instances by the cell.
        if scope?.lifetime == .graph, self.scope === scope { return nil }
        self.scope = scope
        self.lastUse = cell == nil ? 0 : lastUse
        // Until the next resolve: another one may have set a shorter time meanwhile.
        timeToLive = nil
        return exchangeCell(for: cell)
    }
}

/// The place of a factory in its container, and the options of the factory.
final class FactoryEntry: Place, @unchecked Sendable {  // As `Place`.
    var options = SharedOptions.none
    /// How often the factory or the container was changed: the container keeps no instance of a resolve that began before.
    var renewals = 0
    /// How often the factory itself was changed: its singletons belong to the process, and not to the container.
    var ownRenewals = 0
    /// The key in singleton scopes; nil: not asked for yet.
    var singletonKey: EntryKey?

    /// The changes that count for the instances of a scope.
    func renewals(for scope: Scope?) -> Int { scope?.registry == nil ? renewals : ownRenewals }

    /// Changes the options.
    ///
    /// - Returns: The former ones, which are released when the registry's lock is free.
    func change(_ body: (inout Options) -> Void) -> SharedOptions {
        defer { options = options.changed(body) }
        return options
    }
}

// MARK: What is kept

/// How a cell that holds its instance weakly has it.
private enum Holding {
    /// As it is: the type is that of a class or a protocol.
    case itself
    /// As an object: the type is an optional.
    case wrapped
    /// Not at all: the type is that of values.
    case nothing

    init(_ type: any Any.Type) {
        // An error is in a new box each time, so nothing can refer to it weakly.
        if InstanceKind.of(type) != .value, type != (any Error).self {
            self = .itself
        } else {
            self = type is any AnyOptional.Type ? .wrapped : .nothing
        }
    }
}

/// The object that an instance is, also in an optional; nil: it is a value.
func objectIn<T>(_ instance: T) -> AnyObject? {
    objectIfClassInstance(instance) ?? (instance as? any AnyOptional)?.wrapped.flatMap { objectIfClassInstance($0) }
}
