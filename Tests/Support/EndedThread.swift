// Threads that are known to have ended, and what runs at their end.

import Foundation

/// Runs `body` on a thread of its own and returns when that thread has ended, with all its thread-local destructors.
///
/// Its stack is `stackSize` bytes, like that of `race`.
package func onEndedThread(stackSize: Int = 1 << 20, _ body: @escaping @Sendable () throws -> Void) throws {
    let work = Work(body)
    let argument = unsafe Unmanaged.passRetained(work).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
        unsafe pthread_attr_init(attributes.baseAddress.unsafelyUnwrapped)
        unsafe pthread_attr_setstacksize(attributes.baseAddress.unsafelyUnwrapped, stackSize)
        defer { unsafe pthread_attr_destroy(attributes.baseAddress.unsafelyUnwrapped) }
        return unsafe pthread_create(&thread, attributes.baseAddress, { unsafe runWork($0) }, argument)
    }
    guard code == 0 else { fatalError("pthread_create: \(code)") }
    #if canImport(Darwin)
    if let thread { pthread_join(thread, nil) }
    #else
    pthread_join(thread, nil)
    #endif
    try work.outcome.get()
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}

private final class Work: @unchecked Sendable {  // Written by the thread, and read when it was joined.
    private let body: @Sendable () throws -> Void
    private(set) var outcome: Result<Void, any Error> = .success(())

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func run() { outcome = Result { try body() } }
}

/// A thread-local variable whose destructor runs a closure.
package final class ThreadLocal: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let code = unsafe pthread_key_create(&key) { argument in
            // Darwin's type says that there is always a value.
            let value: UnsafeMutableRawPointer? = unsafe argument
            guard let value = unsafe value else { return }
            unsafe Unmanaged<Farewell>.fromOpaque(value).takeRetainedValue().body()
        }
        guard code == 0 else { fatalError("pthread_key_create: \(code)") }
        self.key = key
    }

    deinit {
        pthread_key_delete(key)
    }

    /// Runs `body` when the calling thread ends, among the other destructors; once for each thread.
    package func atEndOfThread(_ body: @escaping @Sendable () -> Void) {
        unsafe pthread_setspecific(key, Unmanaged.passRetained(Farewell(body)).toOpaque())
    }
}

private final class Farewell: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
