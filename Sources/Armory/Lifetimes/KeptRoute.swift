// How a resolve finds its instance by a custom lifetime.
//
//     lifetime.place() --> hash of place and arguments --> the store's candidates --> ==
//          | nil                                                |            |
//          v                                                 none, or       found: ready and current, or being created
//     an instance for                                        not current
//     this resolve only                                         v
//                                                            a new cell, stored unless another thread was first

/// How a resolve finds its instance, whatever the types of the lifetime and of the arguments.
protocol AnyKeptRoute: CellRoute {
    associatedtype Arguments: Hashable & Sendable

    /// `shared` if a cell does not hold its instance.
    var kind: Lifetime { get }

    /// The entries of a store with these arguments.
    func entries<A>(withArguments arguments: A, in store: KeptStore) -> [KeptEntry]
}

extension AnyKeptRoute {
    /// The same for another lifetime.
    func makeRoute(lifetime: some CustomLifetime) -> any CellRoute { KeptRoute<_, Arguments>(lifetime, kind) }

    /// The same for a lifetime that each container makes.
    func makeRoute(
        at location: CodeLocation, _ make: @escaping (Resolver) throws -> some CustomLifetime
    ) -> any CellRoute {
        ResolvedRoute<_, Arguments>(kind, at: location, make)
    }
}

/// The arguments of a registration that takes none.
struct NoArguments: Hashable {}

final class KeptRoute<L: CustomLifetime, Arguments: Hashable & Sendable>: AnyKeptRoute {
    private let lifetime: L
    let kind: Lifetime
    /// The limits of a lifetime that releases unused instances; nil for another lifetime.
    private let limits: RecentlyUsed?

    init(_ lifetime: L, _ kind: Lifetime) {
        (self.lifetime, self.kind) = (lifetime, kind)
        limits = lifetime as? RecentlyUsed
    }

    func cell<A>(forArguments arguments: A, at place: RoutedPlace) throws -> RoutedCell? {
        try cell(forArguments: arguments, at: place, in: nil)
    }

    /// - Parameter known: The store; nil: it is to be found.
    fileprivate func cell<A>(
        forArguments arguments: A, at place: RoutedPlace, in known: KeptStore?
    ) throws -> RoutedCell? {
        let arguments = castArguments(arguments)
        let spot: L.Place?
        do { spot = try lifetime.place() } catch is OutsideTask {
            throw ResolutionError.outsideTaskError(for: place.record)
        }
        guard let spot else { return nil }
        var hasher = Hasher()
        hasher.combine(spot)
        hasher.combine(arguments)
        let hash = hasher.finalize()
        let container = place.container
        let store = known ?? container.findOrMakeStore(at: place) { KeptStore(in: container) }
        while true {
            let candidates = store.entries(withHash: hash)
            let found = candidates.lazy.map(downcastEntry).first { $0.place == spot && $0.arguments == arguments }
            if let found {
                guard found.cell.isReady else { return found.cell.routedCell }
                if found.mark.map(lifetime.isCurrent) ?? true {
                    if limits != nil { store.recordUse(of: found) }
                    return found.cell.routedCell
                }
            }
            let new = makeEntry(hash: hash, spot: spot, arguments: arguments, at: place, in: store)
            switch store.insert(new, replacing: found, ifUnchanged: candidates) {
            case .isStored:
                store.releaseStaleEntriesIfDoubled { [lifetime] in
                    self.downcastEntry($0).mark.map { !lifetime.isCurrent($0) } ?? false
                }
                return new.cell.routedCell
            case .hasChanged: continue
            // The container ends: what exists is its own to close.
            case .isRefused: return found?.cell.routedCell ?? new.cell.routedCell
            }
        }
    }

    private typealias Entry = KeptEntryOf<L.Place, Arguments, L.Mark>

    /// A new entry, with an empty cell.
    private func makeEntry(
        hash: Int, spot: L.Place, arguments: Arguments, at place: RoutedPlace, in store: KeptStore
    ) -> Entry {
        // The record must not hold what holds it.
        let link = WeakReference<Entry>()
        let record = place.record.copyForCell(lifetime: kind, arguments: arguments) {
            [lifetime, limits, weak store] isObject in
            guard let entry = link.object else { return }
            if limits != nil, !isObject { throw ResolutionError.recentlyUsedNeedsObjectError(for: entry.key) }
            entry.mark = lifetime.makeMark()
            store?.recordCreation(of: entry, releasingUnusedBeyond: limits)
            // A span that has ended keeps no instances.
            if let ending = entry.place as? any EndingPlace, let store,
                !ending.span.addEntryToReleaseAtSpanEnd(entry, keptIn: store)
            {
                store.evictEntryReportingErrors(entry)
            }
        }
        let entry = Entry(hash, spot, arguments, place.record.key, ExtraCell(record, at: place))
        link.object = entry
        return entry
    }

    func entries<A>(withArguments arguments: A, in store: KeptStore) -> [KeptEntry] {
        guard let arguments = arguments as? Arguments else { return [] }
        // Of one place alone, the hash is known.
        var hasher = Hasher()
        hasher.combine(SinglePlace())
        hasher.combine(arguments)
        let entries = L.Place.self == SinglePlace.self ? store.entries(withHash: hasher.finalize()) : store.all
        return entries.filter { downcastEntry($0).arguments == arguments }
    }

    /// The entry with its type: those of the store are created here.
    private func downcastEntry(_ entry: KeptEntry) -> Entry { unsafe unsafeDowncast(entry, to: Entry.self) }

    /// The arguments with their type: who resolves without any gives `Void`.
    private func castArguments<A>(_ arguments: A) -> Arguments {
        let own = A.self == Void.self ? NoArguments() as? Arguments : arguments as? Arguments
        guard let own else { preconditionFailure("a resolve has compared the types") }
        return own
    }
}

/// A route whose lifetime each container makes, from instances that it resolves, when it first needs the lifetime.
///
/// The store of a container has a cell for that: so it is made once, however many threads ask, and a cycle that leads through it is found.
final class ResolvedRoute<L: CustomLifetime, Arguments: Hashable & Sendable>: AnyKeptRoute {
    private typealias Route = KeptRoute<L, Arguments>

    let kind: Lifetime
    /// Makes the route of a container.
    private let record: Record

    init(_ kind: Lifetime, at location: CodeLocation, _ make: @escaping (Resolver) throws -> L) {
        self.kind = kind
        record = Record(Route.self, .singleton, at: location) { Route(try make($0), kind) }
    }

    func cell<A>(forArguments arguments: A, at place: RoutedPlace) throws -> RoutedCell? {
        let container = place.container
        let store = container.findOrMakeStore(at: place) { KeptStore(in: container, ExtraCell(record, at: place)) }
        let route: Route?
        do throws(ResolutionError) { route = try store.route?.resolve(Route.self) } catch {
            throw error.removingPathSteps(ofType: Route.self)
        }
        return try route?.cell(forArguments: arguments, at: place, in: store)
    }

    func entries<A>(withArguments arguments: A, in store: KeptStore) -> [KeptEntry] {
        store.route?.existingInstance(Route.self)?.entries(withArguments: arguments, in: store) ?? []
    }
}

/// A weak reference that is set before others have it.
private final class WeakReference<Object: AnyObject>: @unchecked Sendable {  // Set once, by the thread that creates it.
    weak var object: Object?
}

extension ResolutionError {
    /// The error of an instance of `RecentlyUsed` that is no object.
    fileprivate static func recentlyUsedNeedsObjectError(for key: ServiceKey) -> ResolutionError {
        let steps = RunningPath.steps
        return ResolutionError(
            .valueTypeShared, key, path: steps, at: steps.last?.location,
            "\(key) is kept as RecentlyUsed, but its instance is a value type.",
            fix: "register a class, or choose another lifetime.")
    }

    fileprivate static func outsideTaskError(for record: Record) -> ResolutionError {
        ResolutionError(
            .outsideTask, record.key, path: RunningPath.steps, at: record.location,
            "\(record.key) lives in a task, and this code runs outside of PerTask.withTaskInstances.",
            fix: "put PerTask.withTaskInstances { … } around the work of the task that resolves it.")
    }
}
