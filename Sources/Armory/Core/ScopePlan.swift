// How a scope is opened and ended at the cost of its instances.
//
//     container --+1--> plan for a tag --+1--> spare control blocks, each with a table and empty slots
//                          ^                        |  ^
//                          +1                  open |  | end: no reference to the scope is left
//                          |                        v  |
//                        scope --------------+1---> control block
//
// A scope's control block gets slots for the registrations that its scopes resolve, as any container does for
// registrations of its parents (Container+TakeInherited.swift), and keeps them from scope to scope. Its table has each
// slot twice: under the address of its registration and, as a shortcut, under the registration's key, where the first
// lookup finds it. When a registration of the container or of an ancestor changes, the spare control blocks are freed.
// In the control blocks of open scopes, each shortcut is replaced by the mark of a removed registration, which leads to
// the ancestors.

internal import Synchronization

/// The shared parts of the scopes of one tag that are opened in one container.
@safe
// Every `var` is guarded by `lock`.
final class ScopePlan: @unchecked Sendable {
    let tag: ScopeTag
    let traits: ContainerTraits
    /// Reports the plan's scopes, and the container that they are opened in; nil: there are no subscribers.
    private let reporter: EventReporter?
    /// The layers that each scope begins with.
    private let layers: (any LayerSet)?
    /// The next plan of the list, for another tag.
    let next: ScopePlan?

    private let lock = Lock()
    /// One of the spare control blocks (+1), or 0: taken and given back without the lock.
    private let first = Atomic<UInt>(0)
    @exclusivity(unchecked) private var spare: [ControlBlock] = []
    /// The spare control blocks, and those of open scopes.
    private var all: [Unmanaged<ControlBlock>] = unsafe []

    /// More scopes than this are seldom open at once.
    private static let mostSpare = 1024

    init(_ tag: ScopeTag, _ base: Container, next: ScopePlan?) {
        self.tag = tag
        self.next = next
        reporter = base.control.reporter
        layers = base.control.firstLayers
        traits = ContainerTraits(parents: [base], scope: tag, configuration: base.configuration)
    }

    deinit {
        for control in unsafe spare { control.freeSpare() }
        takeFirst()?.freeSpare()
    }

    private func takeFirst() -> ControlBlock? {
        // Acquire: pairs with the release in `giveBack`.
        unsafe Unmanaged(word: first.exchange(0, ordering: .acquiring))?.takeRetainedValue()
    }

    /// Returns a control block with a table for a new scope.
    ///
    /// - Parameter opening: The information for subscribers; nil: there are none.
    func take(_ opening: ScopeOpening?) -> ControlBlock {
        if let control = takeFirst() {
            // It may have been given back while a registration changed.
            if !control.isOutdated { return control }
            drop(control)
            control.freeSpare()
        }
        let control = lock.withLock { unsafe spare.popLast() } ?? make()
        if let reporter, let opening { control.reportOpening(opening, of: tag, in: reporter) }
        return control
    }

    private func make() -> ControlBlock {
        let new = ControlBlock(traits.configuration, reporter?.events, layers)
        // The release of each instance is reported, even if nothing has to be closed.
        if reporter != nil { new.closesInstances = true }
        unsafe new.tableAddress = RegistrationTable.allocate(flags: RegistrationTable.parentsFlag).address
        new.isFrozen = true
        lock.withLock {
            unsafe new.planIndex = unsafe all.count
            unsafe all.append(Unmanaged.passUnretained(new))
        }
        return new
    }

    /// Takes back a control block whose slots are empty, or frees it; the scope has ended.
    func giveBack(_ control: ControlBlock) {
        // A scope that reports its opening takes the longer path through `take`.
        if reporter == nil {
            let reference = unsafe Unmanaged.passRetained(control)
            // Release: its slots are empty; pairs with the acquire in `takeFirst`.
            let isTaken = unsafe first.compareExchange(expected: 0, desired: reference.word, ordering: .releasing)
            if isTaken.exchanged { return }
            unsafe reference.release()
        }
        let isKept = lock.withLock {
            // A change may have come since the scope looked whether there was one.
            let isKept = unsafe !control.isOutdated && spare.count < Self.mostSpare
            if isKept { unsafe spare.append(control) } else { forget(control) }
            return isKept
        }
        if !isKept { control.freeSpare() }
    }

    /// Forgets the control block of an open scope, which ends as any other container.
    func drop(_ control: ControlBlock) {
        lock.withLock { forget(control) }
    }

    /// Removes the shortcuts after a change of a registration that they may lead to.
    ///
    /// Returns control blocks that the caller frees when no lock is held: they may have the last reference to a
    /// registration.
    func invalidate() -> [ControlBlock] {
        lock.withLock {
            // A scope's control block is taken out of the list before it is freed.
            for index in unsafe all.indices { unsafe all[index].takeUnretainedValue().dropShortcuts() }
            let outdated = unsafe spare + [takeFirst()].compactMap(\.self)
            for control in outdated { forget(control) }
            unsafe spare = []
            return outdated
        }
    }

    /// Removes a control block from the list; the last one takes its place.
    ///
    /// The lock is held.
    private func forget(_ control: ControlBlock) {
        guard let last = unsafe all.popLast() else { return }
        let index = unsafe control.planIndex
        guard unsafe index < all.count else { return }
        unsafe all[index] = unsafe last
        unsafe last.takeUnretainedValue().planIndex = index
    }
}
