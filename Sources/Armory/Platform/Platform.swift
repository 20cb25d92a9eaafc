// The only importer of CPlatform, and the library's only access to the operating system.

public import CPlatform

/// A pthread mutex.
///
/// Not recursive: locking twice on one thread ends the process with a message.
@safe
package struct Lock: ~Copyable, @unchecked Sendable {  // A mutex is made to be shared.
    fileprivate let mutex: OpaquePointer

    package init() {
        unsafe mutex = cplatform_mutex_create()
    }

    deinit {
        unsafe cplatform_mutex_destroy(mutex)
    }

    package func lock() {
        unsafe cplatform_mutex_lock(mutex)
    }

    package func unlock() {
        unsafe cplatform_mutex_unlock(mutex)
    }

    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A pthread condition that one thread sleeps on.
@safe
package struct Condition: ~Copyable, @unchecked Sendable {  // A condition is made to be shared.
    private let condition: OpaquePointer

    package init() {
        unsafe condition = cplatform_condition_create()
    }

    deinit {
        unsafe cplatform_condition_destroy(condition)
    }

    package func signal() {
        unsafe cplatform_condition_signal(condition)
    }

    /// Sleeps with `lock` released; returns false when the deadline has passed.
    ///
    /// May also wake up without a signal.
    package func wait(_ lock: borrowing Lock, until deadline: Deadline) -> Bool {
        unsafe cplatform_condition_wait(condition, lock.mutex, deadline.nanoseconds)
    }
}

/// A point on the clock that conditions wait on.
package struct Deadline: Sendable {
    fileprivate let nanoseconds: UInt64

    /// A deadline `limit` from now; nil means no deadline.
    package init(after limit: Duration?) {
        guard let limit else {
            nanoseconds = .max
            return
        }
        // 3.2e18 nanoseconds are a century, which counts as forever.
        let bounded = min(max(limit / .nanoseconds(1), 0), 3.2e18)
        nanoseconds = cplatform_now() + UInt64(bounded)
    }
}

/// The calling thread: the one pointer that the library stores for it, and its stack.
@usableFromInline
package enum Platform: Sendable {
    /// This thread's pointer; nil if none was set, or if the fast pointer is withheld.
    @inlinable
    @inline(__always)
    package static var threadPointer: UnsafeMutableRawPointer? {
        unsafe cplatform_thread_get()
    }

    /// This thread's pointer, even if the fast one is withheld.
    package static var slowThreadPointer: UnsafeMutableRawPointer? {
        unsafe cplatform_thread_get_slow()
    }

    package static func setThreadPointer(
        _ pointer: UnsafeMutableRawPointer,
        fast: Bool,
        onExit: @convention(c) (UnsafeMutableRawPointer) -> Void
    ) {
        unsafe cplatform_thread_set(pointer, fast, onExit)
    }

    /// The address of the caller's frame on the stack.
    @inlinable
    @inline(__always)
    package static var stackPointer: UInt {
        UInt(cplatform_stack_pointer())
    }

    /// This thread's stack, as addresses.
    package static var stackBounds: Range<UInt> {
        let bounds = cplatform_stack_bounds()
        return UInt(bounds.low)..<UInt(bounds.high)
    }

    /// The address of new zeroed memory; the pages of a large block use memory only once they are touched.
    package static func allocateZeroed(byteCount: Int) -> UInt {
        UInt(bitPattern: unsafe cplatform_allocate_zeroed(byteCount))
    }

    package static func deallocate(_ address: UInt) {
        guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        unsafe cplatform_deallocate(memory)
    }

    /// Nanoseconds on the monotonic clock, which cannot be set.
    package static var now: UInt64 { cplatform_monotonic_now() }

    /// Writes what `print` has buffered, for a process that may end soon.
    package static func flushOutput() { cplatform_flush_output() }

    /// The process's environment variables; the first one of a name counts.
    ///
    /// No other thread may change the environment meanwhile.
    package static var environment: [String: String] {
        guard var entry = unsafe cplatform_environment() else { return [:] }
        var values: [String: String] = [:]
        while let bytes = unsafe entry.pointee {
            let text = unsafe String(cString: bytes)
            if let end = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let (name, value) = (String(text[..<end]), String(text[text.utf8.index(after: end)...]))
                if values[name] == nil { values[name] = value }
            }
            unsafe entry += 1
        }
        return values
    }

    /// The system's number for this thread.
    package static var threadNumber: UInt64 { cplatform_thread_number() }

    /// The address of this thread's fast pointer, valid until the thread has ended.
    package static var threadPointerAddress: UInt { UInt(bitPattern: unsafe cplatform_thread_pointer_address()) }

    /// Withholds the fast pointer of the thread that has it at an address.
    ///
    /// That thread may still read the pointer for a moment.
    package static func withholdThreadPointer(at address: UInt) {
        guard let pointer = unsafe UnsafeMutablePointer<UnsafeMutableRawPointer?>(bitPattern: address) else { return }
        unsafe cplatform_thread_withhold(pointer)
    }

    /// Retains an object and returns true, unless its last strong reference is gone; an unowned one keeps its memory.
    static func tryRetain(_ object: UnsafeMutableRawPointer) -> Bool { unsafe cplatform_try_retain(object) }

    package static func prepareProcessBarrier() -> Bool {
        cplatform_process_barrier_prepare()
    }

    /// The bytes that the object files of this image have in the section `armory`; nil: none has any.
    static var section: UnsafeRawBufferPointer? {
        let section = unsafe cplatform_section()
        return unsafe section.start.map { unsafe UnsafeRawBufferPointer(start: $0, count: section.byte_count) }
    }

    /// Makes every other thread pass a full memory barrier before this returns; false: the kernel refuses.
    package static func processBarrier() -> Bool {
        cplatform_process_barrier() == 0
    }

    /// Has the barrier refused with the number of an error, for tests; 0: the kernel decides again.
    package static func refuseProcessBarrier(with code: Int32) {
        cplatform_process_barrier_refuse(code)
    }

    package static func sleep(nanoseconds: UInt64) {
        cplatform_sleep(nanoseconds)
    }

    /// Keeps the compiler from moving memory accesses across this call; the processor may still move them.
    @inlinable
    @inline(__always)
    package static func compilerBarrier() {
        cplatform_compiler_barrier()
    }

    /// Marks the calling branch as rarely taken, so that the compiler lays out the other one straight.
    @inlinable
    @inline(__always)
    package static func markCold() {
        cplatform_mark_cold()
    }

    package static func yieldProcessor() {
        cplatform_yield()
    }

    /// The address of the running task; 0 if none runs.
    ///
    /// Another task may have this address once the task has ended.
    static var taskAddress: UInt { UInt(bitPattern: unsafe cplatform_task()) }

    /// The number of the running task, which is unique in the process's lifetime; 0 if no task runs.
    static var currentTask: UInt64 {
        guard let task = unsafe cplatform_task() else { return 0 }
        return unsafe numberOfJob(task)
    }
}

/// The runtime's function for a task's number, which debuggers and traces use to identify tasks.
///
/// The standard library offers only the task's address, which a later task may have again.
@_silgen_name("swift_task_getJobTaskId")
private func numberOfJob(_ job: UnsafeRawPointer) -> UInt64
