// Who ends a handle waits until nothing is made in it and no body runs with a scope of it, but for what the end is part of.

internal import CCore

/// One wait for a quiet handle.
final class Quiet: Sendable {
    let gate = Gate()
    /// How much runs that the end does not wait for, or waits for besides: to be subtracted from the handle's counts.
    ///
    /// The home's lock is held. Not a number: what the end is part of may be over before other things are.
    let exempt: @Sendable () -> Int

    init(exempt: @escaping @Sendable () -> Int) {
        self.exempt = exempt
    }
}

extension Home {
    /// Takes the one who waits if it need not any longer; the lock is held.
    func takeWaiterIfQuiet() -> Quiet? {
        guard let object = unsafe pointee.waiter else { return nil }
        let waiter = unsafe Unmanaged<Quiet>.fromOpaque(object)
        guard unsafe isQuiet(for: waiter.takeUnretainedValue()) else { return nil }
        unsafe ccore_set_waiter(self, nil)
        return unsafe waiter.takeRetainedValue()
    }

    /// Whether nothing runs that an end waits for; the lock is held.
    func isQuiet(for waiter: Quiet) -> Bool { unsafe Int(pointee.making + pointee.bodies) <= waiter.exempt() }
}
