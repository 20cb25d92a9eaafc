// The only importer of CPlatform. What the rest of the library knows of the operating system is here.

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

    /// Sleeps with `lock` released; false when the deadline passed.
    ///
    /// May wake for no reason.
    package func wait(_ lock: borrowing Lock, until deadline: Deadline) -> Bool {
        unsafe cplatform_condition_wait(condition, lock.mutex, deadline.nanoseconds)
    }
}

/// A point on the clock that conditions wait on.
package struct Deadline: Sendable {
    fileprivate let nanoseconds: UInt64

    /// `limit` from now; never, for nil.
    package init(after limit: Duration?) {
        guard let limit else {
            nanoseconds = .max
            return
        }
        let (seconds, attoseconds) = limit.components
        let wait = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        // A century is for ever.
        let bounded = min(max(wait, 0), 3.2e18)
        nanoseconds = cplatform_now() + UInt64(bounded)
    }
}

/// The operating system's thread: its one pointer of ours, and its stack.
@usableFromInline
package enum Platform: Sendable {
    /// This thread's pointer, or nil where none was set or the fast one is withheld.
    @inlinable
    @inline(__always)
    package static var threadPointer: UnsafeMutableRawPointer? {
        unsafe cplatform_thread_get()
    }

    /// This thread's pointer, also where the fast one is withheld.
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

    /// Where the caller's frame lies on the stack.
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

    /// The address of zeroed memory; large blocks take up room only where they are touched.
    package static func allocateZeroed(byteCount: Int) -> UInt {
        UInt(bitPattern: unsafe cplatform_allocate_zeroed(byteCount))
    }

    package static func deallocate(_ address: UInt) {
        guard let memory = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
        unsafe cplatform_deallocate(memory)
    }

    /// Nanoseconds of the clock that nobody sets.
    package static var now: UInt64 { cplatform_monotonic_now() }

    /// What the system calls this thread.
    package static var threadNumber: UInt64 { cplatform_thread_number() }

    package static func prepareProcessBarrier() -> Bool {
        cplatform_process_barrier_prepare()
    }

    /// Every other thread passes a full memory barrier before this returns.
    package static func processBarrier() {
        cplatform_process_barrier()
    }

    /// The compiler moves no memory access across this call; the processor may.
    @inlinable
    @inline(__always)
    package static func compilerBarrier() {
        cplatform_compiler_barrier()
    }

    /// Called on a branch that is seldom taken, so that the other is laid out straight.
    @inlinable
    @inline(__always)
    package static func markCold() {
        cplatform_mark_cold()
    }

    package static func yieldProcessor() {
        cplatform_yield()
    }

    /// Where the running task is; 0 where none runs.
    ///
    /// Another task may be there when it has ended.
    static var taskAddress: UInt {
        // One pointer, to the task.
        unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0 }
    }

    /// The number of the running task, which no other task of the process has or had; 0 where none runs.
    static var currentTask: UInt64 {
        unsafe withUnsafeCurrentTask { task in
            guard let task = unsafe task else { return 0 }
            // One pointer, to the task.
            return unsafe numberOfJob(unsafeBitCast(task, to: UnsafeRawPointer.self))
        }
    }
}

/// The runtime's function that debuggers and traces tell tasks apart by.
///
/// What the library offers itself, the task's address, is another task's later.
@_silgen_name("swift_task_getJobTaskId")
private func numberOfJob(_ job: UnsafeRawPointer) -> UInt64
