// How a scope is opened and ended at the cost of its instances.
//
//     container --+1--> plan for a tag --+1--> spare ledgers, each with a table and empty slots
//                          ^                        |  ^
//                          +1                  open |  | end: no reference to the scope is left
//                          |                        v  |
//                        scope --------------+1---> ledger
//
// A scope's ledger gets slots for the registrations that its scopes resolve, as any container does for registrations of
// its parents (Container+TakeInherited.swift), and keeps them from scope to scope. Its table has each slot twice: under the
// address of its registration and, as a shortcut, under the registration's key, where the first lookup finds it. When a
// registration of the container or of an ancestor changes, the spare ledgers are freed. In the ledgers of open scopes,
// each shortcut is replaced by the mark of a removed registration, which leads to the ancestors.

internal import Synchronization

/// The shared parts of the scopes of one tag that are opened in one container.
@safe
// Every `var` is guarded by `lock`.
final class ScopePlan: @unchecked Sendable {
    let tag: ScopeTag
    let traits: ContainerTraits
    /// Reports the plan's scopes, and the container that they are opened in; nil: there are no subscribers.
    private let teller: Teller?
    /// The layers that each scope begins with.
    private let layers: (any LayerSet)?
    /// The next plan of the list, for another tag.
    let next: ScopePlan?

    private let lock = Lock()
    /// One of the spare ledgers (+1), or 0: taken and given back without the lock.
    private let first = Atomic<UInt>(0)
    @exclusivity(unchecked) private var spare: [Ledger] = []
    /// The spare ledgers, and those of open scopes.
    private var all: [Unmanaged<Ledger>] = unsafe []

    /// More scopes than this are seldom open at once.
    private static let mostSpare = 1024

    init(_ tag: ScopeTag, _ base: Container, next: ScopePlan?) {
        self.tag = tag
        self.next = next
        teller = base.ledger.teller
        layers = base.ledger.firstLayers
        traits = ContainerTraits(
            parents: [base], scope: tag, configuration: base.configuration, isDerived: base.isDerived)
    }

    deinit {
        for ledger in unsafe spare { ledger.freeSpare() }
        takeFirst()?.freeSpare()
    }

    private func takeFirst() -> Ledger? {
        // Acquire: pairs with the release in `giveBack`.
        let word = first.exchange(0, ordering: .acquiring)
        return unsafe UnsafeRawPointer(bitPattern: word).map {
            unsafe Unmanaged<Ledger>.fromOpaque($0).takeRetainedValue()
        }
    }

    /// Returns a ledger with a table for a new scope.
    func take() -> Ledger {
        if let ledger = takeFirst() {
            // It may have been given back while a registration changed.
            if !ledger.isOutdated { return ledger }
            _ = giveBack(ledger, isReusable: false)
            ledger.freeSpare()
        }
        if let ledger = lock.withLock({ unsafe spare.popLast() }) {
            if let teller { ledger.tellOpening(of: tag, in: teller) }
            return ledger
        }
        let new = Ledger(ofScopeWith: traits.configuration, teller?.events, layers)
        if let teller { new.tellOpening(of: tag, in: teller) }
        lock.withLock {
            unsafe new.planIndex = unsafe all.count
            unsafe all.append(Unmanaged.passUnretained(new))
        }
        return new
    }

    /// Takes back a ledger whose slots are empty, or forgets it; false if the caller has to free it.
    ///
    /// The scope has ended.
    func giveBack(_ ledger: Ledger, isReusable: Bool) -> Bool {
        let reference = unsafe Unmanaged.passUnretained(ledger)
        if isReusable {
            _ = unsafe reference.retain()
            // Release: its slots are empty; pairs with the acquire in `takeFirst`.
            if first.compareExchange(
                expected: 0, desired: unsafe UInt(bitPattern: reference.toOpaque()), ordering: .releasing
            ).exchanged {
                return true
            }
            unsafe reference.release()
        }
        return keep(ledger, isReusable: isReusable)
    }

    /// The same for a scope that reports its opening: every such scope takes the longer path through `take`.
    func giveBackTold(_ ledger: Ledger) -> Bool { keep(ledger, isReusable: true) }

    private func keep(_ ledger: Ledger, isReusable: Bool) -> Bool {
        lock.withLock {
            // A change may have come since the scope looked whether there was one.
            if isReusable, !ledger.isOutdated, unsafe spare.count < Self.mostSpare {
                unsafe spare.append(ledger)
                return true
            }
            forget(ledger)
            return false
        }
    }

    /// Removes the shortcuts after a change of a registration that they may lead to.
    ///
    /// Returns ledgers that the caller frees when no lock is held: they may have the last reference to a registration.
    func invalidate() -> [Ledger] {
        lock.withLock {
            // A scope's ledger is taken out of the list before it is freed.
            for index in unsafe all.indices { unsafe all[index].takeUnretainedValue().dropShortcuts() }
            let outdated = unsafe spare + [takeFirst()].compactMap(\.self)
            for ledger in outdated { forget(ledger) }
            unsafe spare = []
            return outdated
        }
    }

    /// Removes a ledger from the list; the last one takes its place.
    ///
    /// The lock is held.
    private func forget(_ ledger: Ledger) {
        guard let last = unsafe all.popLast() else { return }
        let index = unsafe ledger.planIndex
        guard unsafe index < all.count else { return }
        unsafe all[index] = unsafe last
        unsafe last.takeUnretainedValue().planIndex = index
    }
}
