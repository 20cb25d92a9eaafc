// A value that threads change together.

import Foundation

/// A value behind a lock.
///
/// It stands for `Synchronization.Mutex`, which ThreadSanitizer on Linux reports falsely.
package final class Locked<Value>: @unchecked Sendable {  // `value` is guarded by `lock`.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try lock.withLock { try body(&value) }
    }
}
