// Closing instances: each is turned closed just before its hooks run, in an order that puts dependents before dependencies.

internal import CCore

/// The instances of a handle that are still to be closed.
///
/// One thread or task at a time runs it, and no lock is held.
@safe
struct Teardown: @unchecked Sendable {  // Who runs it keeps the memory of the slots.
    private var slots: ArraySlice<Slot>
    /// The hooks of the current instance that are still to be called.
    private var calls: [ClosingCall] = []
    private let end: ScopeEnd
    /// The errors of hooks.
    private(set) var failures: [ResolutionError] = []

    init(_ slots: [Slot], _ end: ScopeEnd) {
        unsafe self.slots = unsafe slots[...]
        self.end = end
    }

    /// Closes one instance that is not, or no longer, in an open cell.
    init(_ calls: [ClosingCall], _ end: ScopeEnd) {
        unsafe slots = unsafe []
        self.calls = calls
        self.end = end
    }

    /// Runs everything: now, as far as nothing awaits, and the rest in a task, which keeps `owner`.
    ///
    /// - Returns: The errors of hooks that ran during this call.
    mutating func runDetached(keeping owner: Container) -> [ResolutionError] {
        guard !runPlain() else { return failures }
        let rest = self
        Task.detached {
            var rest = rest
            await rest.run()
            withExtendedLifetime(owner) {}
        }
        return failures
    }

    /// Runs up to the next hook that awaits; true if there is none, so that all is over.
    mutating func runPlain() -> Bool {
        while true {
            while let call = calls.first {
                guard case .plain(let body) = call.body else { return false }
                calls.removeFirst()
                do { try body(end) } catch { failures.append(ResolutionError(closing: call, error)) }
            }
            guard let slot = unsafe slots.popFirst() else { return true }
            calls = unsafe slot.shut()
        }
    }

    /// Runs everything that is left.
    mutating func run() async {
        while !runPlain() {
            let call = calls.removeFirst()
            guard case .awaiting(let limit, let body) = call.body else { continue }
            let end = end
            do { try await TimeLimit(limit).run { try await body(end) } } catch {
                failures.append(ResolutionError(closing: call, error))
            }
        }
    }
}

extension Slot {
    /// Turns a ready cell closed, and returns the calls that close its instance; none if it was closed already.
    fileprivate func shut() -> [ClosingCall] {
        let home = unsafe pointee.home.unsafelyUnwrapped
        unsafe ccore_lock_home(home)
        let isReady = unsafe state == .ready
        if isReady {
            unsafe state = .closedFull
            unsafe ccore_publish(self, nil)
        }
        unsafe ccore_unlock_home(home)
        return unsafe isReady ? closings : []
    }

    /// What closes an instance that was completed after its home was closed.
    ///
    /// Its makers call this while they hold the handle.
    func closingByMaker() -> () -> Void {
        let calls = unsafe closings
        guard !calls.isEmpty, let container = unsafe pointee.home?.container else { return {} }
        return {
            var teardown = Teardown(calls, container.locked { container.end })
            _ = teardown.runDetached(keeping: container)
        }
    }

    /// The calls that close the instance in the storage; what was added last comes first.
    fileprivate var closings: [ClosingCall] {
        guard let record = unsafe record, record.isClosed, let storage = unsafe pointee.storage else { return [] }
        func calls<T>(_ type: T.Type) -> [ClosingCall] {
            let instance = unsafe storage.assumingMemoryBound(to: T.self).pointee
            return (record.injections(of: T.self)?.closings ?? []).reversed().map {
                ClosingCall($0, instance, record.step)
            }
        }
        return unsafe calls(record.instanceType)
    }
}

extension ResolutionError {
    /// The error of a hook that threw, or took longer than its limit.
    init(closing call: ClosingCall, _ error: any Error) {
        let isLate = error is TimeLimit.Passed
        self.init(
            isLate ? .timedOut : .shutdownFailed, call.step.key, location: call.step.location,
            underlying: isLate ? nil : error, detail: isLate ? .hook : .none)
    }
}
