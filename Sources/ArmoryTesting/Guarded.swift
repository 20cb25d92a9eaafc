internal import Armory

/// A value that several threads change.
final class Guarded<Value: Sendable>: @unchecked Sendable {  // `guarded` is guarded by `lock`.
    private let lock = Lock()
    private var guarded: Value

    init(_ value: Value) { guarded = value }

    var value: Value { lock.withLock { guarded } }

    func change(_ body: (inout Value) -> Void) {
        lock.withLock { body(&guarded) }
    }
}
