// The companion of a site: the scope that keeps the instance, and since when.

internal import Armory
internal import Synchronization

/// The part of a place that does not depend on the type.
class AnyPlace: @unchecked Sendable {  // Immutable, except for atomic fields.
    let site: Site
    /// When the instance was created or last resolved; 0: the instance is being created, or nothing has asked for it.
    private let stamp: Atomic<UInt64>

    init(_ site: Site, stamp: UInt64) {
        self.site = site
        self.stamp = Atomic(stamp)
    }

    // Relaxed, here and below: a stamp is only compared with the clock.
    var lastUse: UInt64 { stamp.load(ordering: .relaxed) }

    /// Whether the place keeps the instance for a scope; if so, the time to live starts again.
    ///
    /// An existing instance stays when the default scope of its container changes, and in the clone of its scope.
    func isCurrent(for scope: Scope.Number, timeToLive: UInt64?) -> Bool {
        let last = lastUse
        guard site.scope == scope || last != 0 else { return false }
        guard let timeToLive, last != 0 else { return true }
        let now = Platform.now
        guard !Self.isOver(last, timeToLive, at: now) else { return false }
        stamp.store(now, ordering: .relaxed)
        return true
    }

    /// Whether the instance's time to live is over.
    func isOver(_ timeToLive: UInt64?) -> Bool {
        guard let timeToLive, lastUse != 0 else { return false }
        return Self.isOver(lastUse, timeToLive, at: Platform.now)
    }

    private static func isOver(_ last: UInt64, _ timeToLive: UInt64, at now: UInt64) -> Bool {
        // Another thread may have read the clock later, and stored its time first.
        now >= last && now - last >= timeToLive
    }

    func beginMaking() { stamp.store(0, ordering: .relaxed) }

    func endMaking() { stamp.store(Platform.now, ordering: .relaxed) }

    /// The instance that a container keeps at this place now; nil if there is none.
    func instance(in container: Armory.Container) -> (any SavedInstance)? { nil }
}

/// The place of an instance of one type.
final class Place<T>: AnyPlace, @unchecked Sendable {  // As `AnyPlace`.
    /// An instance that the place has from the beginning.
    let saved: Saved<T>?

    init(_ site: Site, _ saved: Saved<T>? = nil) {
        self.saved = saved
        super.init(site, stamp: saved?.lastUse ?? 0)
    }

    override func instance(in container: Armory.Container) -> (any SavedInstance)? {
        container.keptInstance(at: site.key, as: T.self).map { Saved($0, site, lastUse: lastUse) }
    }
}

/// Tells that an instance is restored, which is no resolve.
private final class Restored: CallNote {
    var isNew: Bool { false }
    var isResolve: Bool { false }
}

/// Where the instance of a factory is kept.
struct Site: Sendable {
    let key: SiteKey
    /// Its number, because a singleton scope holds the places of its instances.
    let scope: Scope.Number
    let lifetime: Lifetime
    let location: SourceLocation
}

/// An instance that is copied to another place.
protocol SavedInstance: Sendable {
    var site: Site { get }
    /// Puts the instance in place of any other; if the instance is gone, only removes the other.
    func put(in container: Armory.Container) throws(ResolutionError)
}

/// An instance of one type; an instance that its scope keeps weakly is held weakly.
final class Saved<T>: SavedInstance, @unchecked Sendable {  // Immutable; the scope shares the instance among threads.
    let site: Site
    let lastUse: UInt64
    private let strong: T?
    private weak let weak: AnyObject?

    init(_ instance: T, _ site: Site, lastUse: UInt64) {
        self.site = site
        self.lastUse = lastUse
        let isWeak = site.lifetime == .shared
        strong = isWeak ? nil : instance
        weak = isWeak ? ObjectIdentity.object(of: instance) : nil
    }

    private var instance: T? { strong ?? weak as? T }

    /// Returns the instance, or the result of `make` if the instance is gone.
    @inline(never)
    func restored(or make: () throws -> T) rethrows -> T { try instance ?? make() }

    func put(in container: Armory.Container) throws(ResolutionError) {
        guard let instance else { return try container.removeSite(at: site.key) }
        let place = Place(site, self)
        try container.put(place, at: site.key, site.lifetime, as: T.self, site.location)
        // Another thread may put the instance there first, with the place's help.
        _ = try container.take(
            at: site.key, site.lifetime, as: T.self, site.location, where: { (_: Place<T>) in true }, or: { place },
            by: { _ in CallerFactory(isRepeatable: true, note: Restored()) { instance } })
    }
}
