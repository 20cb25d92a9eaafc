internal import ArmoryCore

extension Guarded {
    var value: Value { withLock { $0 } }

    /// Changes the value in place.
    ///
    /// - Parameter body: Runs with the lock held, so it may only store existing values.
    func change(_ body: (inout Value) -> Void) {
        let old = withLock { current in
            let old = current
            body(&current)
            return old
        }
        // Released outside of the lock: it may hold user objects.
        withExtendedLifetime(old) {}
    }
}
