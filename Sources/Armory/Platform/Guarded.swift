/// A value behind a lock, as the core has it; copies share it.
package struct Guarded<Value>: @unchecked Sendable {  // The box's lock guards the value.
    private final class Box {
        let lock = Lock()
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    package init(_ value: Value) { box = Box(value) }

    /// Runs `body`, which calls no user code, with the value.
    package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        box.lock.lock()
        defer { box.lock.unlock() }
        return try body(&box.value)
    }
}
