// A registration with a custom lifetime: how a resolve finds its instance.
//
//     lifetime.place() --> hash of place and arguments --> the store's candidates --> ==
//          | nil                                                |            |
//          v                                                 none, or       found: ready and current, or being created
//     a holder for this                                      not current
//     resolve only                                              v
//                                                            a new holder, stored unless another thread was first

/// How a resolve finds its instance, whatever the type of the lifetime.
class CustomFinder<Arguments>: AnyCustomFinder, @unchecked Sendable {  // Immutable.
    fileprivate let identity: ArgumentIdentity<Arguments>

    fileprivate init(_ identity: ArgumentIdentity<Arguments>) {
        self.identity = identity
    }

    final func changed(to lifetime: some CustomLifetime) -> any AnyCustomFinder { CustomFinderOf(lifetime, identity) }

    var lifetimeType: any CustomLifetime.Type { preconditionFailure("a subclass has a lifetime") }

    /// Returns the holder of the instance for this resolve of a registration.
    ///
    /// User code runs, also in the release of an instance that is no longer current.
    func find(_ arguments: Arguments, of binding: Binding, in store: CustomStore) throws -> FoundHolder {
        preconditionFailure("a subclass finds it")
    }

    /// Called when the instance for a holder is created and about to be ready.
    ///
    /// - Parameter countsReferences: Whether the instance is an object, so that its references are counted.
    func noteMade(_ holder: CustomHolder, in store: CustomStore, countsReferences: () -> Bool) throws {
        preconditionFailure("a subclass notes it")
    }
}

extension Binding {
    /// How instances are found, if the lifetime is a custom one; the caller has compared the type of the arguments.
    func customFinder<Arguments>(for arguments: Arguments.Type) -> CustomFinder<Arguments> {
        guard let customFinder else { preconditionFailure("a record with a custom lifetime has it") }
        return unsafe unsafeDowncast(customFinder, to: CustomFinder<Arguments>.self)
    }
}

/// The holder of the instance for a resolve.
struct FoundHolder {
    let holder: CustomHolder
    /// Whether the instance is ready and current.
    var isUsable = false
    /// Whether other resolves may get the instance.
    var isKept = true
}

/// How a resolve finds its instance by a lifetime.
///
/// Unchecked: immutable, as `CustomFinder` is.
final class CustomFinderOf<L: CustomLifetime, Arguments>: CustomFinder<Arguments>, @unchecked Sendable {
    private let lifetime: L
    /// The limits of a lifetime that releases unused instances; nil for another lifetime.
    private let limits: UseLimits?

    init(_ lifetime: L, _ identity: ArgumentIdentity<Arguments>) {
        self.lifetime = lifetime
        limits = (lifetime as? RecentlyUsed)?.limits
        super.init(identity)
    }

    override var lifetimeType: any CustomLifetime.Type { L.self }

    override func find(_ arguments: Arguments, of binding: Binding, in store: CustomStore) throws -> FoundHolder {
        guard let place = try lifetime.place() else {
            return FoundHolder(holder: Holder(binding, hash: 0, in: store, nil, arguments), isKept: false)
        }
        var hasher = Hasher()
        hasher.combine(place)
        identity.hash(arguments, &hasher)
        let hash = hasher.finalize()
        while true {
            let candidates = store.candidates(hash)
            let found = candidates.lazy.map(holder).first { [identity] in
                $0.place == place && identity.isEqual($0.arguments, arguments)
            }
            if let found {
                guard found.isReady else { return FoundHolder(holder: found) }
                if isCurrent(found) {
                    if limits != nil { found.noteUse() }
                    return FoundHolder(holder: found, isUsable: true)
                }
            }
            let new = Holder(binding, hash: hash, in: store, place, arguments)
            if store.put(new, insteadOf: found, among: candidates) {
                store.sweep { !isCurrent(holder($0)) }
                return FoundHolder(holder: new)
            }
        }
    }

    /// Whether the lifetime still accepts the instance, which is ready.
    private func isCurrent(_ holder: Holder) -> Bool {
        holder.mark.map(lifetime.isCurrent) ?? true
    }

    /// Returns the holder with its type: every holder of the store is created here.
    private func holder(_ holder: CustomHolder) -> Holder { unsafe unsafeDowncast(holder, to: Holder.self) }

    override func noteMade(_ holder: CustomHolder, in store: CustomStore, countsReferences: () -> Bool) throws {
        if let limits {
            guard countsReferences() else { throw PathFault.valueTypeRecentlyUsed }
            store.noteMade(holder, within: limits)
        }
        let holder = self.holder(holder)
        guard let place = holder.place else { return }
        holder.mark = lifetime.mark()
        // A span that has ended keeps no instances.
        if let ending = place as? any EndingPlace, !ending.span.add(holder, in: store) { store.remove(holder) }
    }

    private typealias Holder = CustomHolderOf<L.Place, Arguments, L.Mark>
}

/// A holder with the place and the arguments of its instance.
private final class CustomHolderOf<Place: Sendable, Arguments, Mark: Sendable>: CustomHolder,
    // `mark` is written by the one thread that creates the instance, before it is ready, and read when it is ready.
    @unchecked Sendable
{
    /// Nil: the holder is for one resolve only.
    let place: Place?
    let arguments: Arguments
    var mark: Mark?

    init(_ binding: Binding, hash: Int, in store: CustomStore, _ place: Place?, _ arguments: Arguments) {
        self.place = place
        self.arguments = arguments
        super.init(binding, hash: hash, in: store)
    }
}
