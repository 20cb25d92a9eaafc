// Who ends a handle waits until nothing is made in it and no body runs with a scope of it, but for what the end is part of.

internal import CCore

/// One wait for a quiescent handle.
final class QuiescenceWaiter: Sendable {
    let gate = Gate<Void>()
    /// How much runs that the end does not wait for, or waits for besides: to be subtracted from the handle's count.
    ///
    /// The context's lock is held; the caller releases what is put into `held` when it is free. Not a number: what the end is
    /// part of may be over before other things are.
    let exemptCount: @Sendable (_ held: inout [AnyObject]) -> Int

    init(exemptCount: @escaping @Sendable (_ held: inout [AnyObject]) -> Int) { self.exemptCount = exemptCount }
}

extension Context {
    /// Takes the one who waits if it need not any longer; the lock is held.
    ///
    /// - Parameter held: What the caller releases when the lock is free.
    func takeWaiterIfQuiescent(releaseAfterUnlock held: inout [AnyObject]) -> QuiescenceWaiter? {
        guard let object = unsafe pointee.waiter else { return nil }
        let waiter = unsafe Unmanaged<QuiescenceWaiter>.fromOpaque(object)
        guard unsafe isQuiescent(forWaiter: waiter.takeUnretainedValue(), releaseAfterUnlock: &held) else { return nil }
        unsafe ccore_set_waiter(self, nil)
        return unsafe waiter.takeRetainedValue()
    }

    /// Whether nothing runs that an end waits for; the lock is held.
    func isQuiescent(forWaiter waiter: QuiescenceWaiter, releaseAfterUnlock held: inout [AnyObject]) -> Bool {
        unsafe Int(pointee.running) <= waiter.exemptCount(&held)
    }
}
