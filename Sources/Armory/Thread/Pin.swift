public import CLookup

/// The pin of a thread that looks up: no writer frees a table or a slot that it reads.
///
/// A function tells by its parameter what it does with the pin, and the compiler checks it:
///
///     borrowing Pin   the thread is pinned before and after
///     inout Pin       the same, but it may be unpinned in between (`pause`): what was read before may be freed
///     consuming Pin   the function ends the look-up; after it, the caller cannot read on
///
/// The pin ends with its owner at the latest, also if an error is thrown. No user code runs before that: it might wait
/// for a writer, which waits for the pin. The release of a reference is user code, if it is the last one.
@safe
@frozen
@usableFromInline
package struct Pin: ~Copyable {
    /// The context of the thread.
    @usableFromInline package let context: UnsafeMutablePointer<ThreadContext>

    /// Pins the running thread.
    @inlinable
    @inline(__always)
    package init() {
        guard let pointer = unsafe Platform.threadPointer else {
            Platform.markCold()
            unsafe context = unsafe Self.pinnedWithoutFastPointer()
            return
        }
        unsafe context = unsafe pointer.assumingMemoryBound(to: ThreadContext.self)
        unsafe context.pin()
    }

    @usableFromInline
    @inline(never)
    static func pinnedWithoutFastPointer() -> UnsafeMutablePointer<ThreadContext> {
        let context = unsafe ThreadContext.current
        unsafe context.pinWithFence()
        return unsafe context
    }

    /// Takes over the pin of a thread that is pinned already.
    @unsafe
    @inlinable
    @inline(__always)
    package init(of context: UnsafeMutablePointer<ThreadContext>) {
        unsafe self.context = unsafe context
    }

    @inlinable
    @inline(__always)
    deinit { unsafe clookup_unpin(context) }

    /// Ends the look-up.
    @inlinable
    @inline(__always)
    package consuming func end() {}

    /// Leaves the thread pinned, for code that ends the look-up by the context: C, and a closure, which cannot consume
    /// what it captures.
    @inlinable
    @inline(__always)
    package consuming func handOver() -> UnsafeMutablePointer<ThreadContext> {
        let context = unsafe context
        discard self
        return unsafe context
    }

    /// Puts a slot on the path, which protects it from then on, and ends the look-up.
    @inlinable
    @inline(__always)
    package consuming func enter(_ slot: Slot, at entry: PathEntry) {
        unsafe context.push(slot, at: entry)
    }

    /// Calls `body` while the thread is not pinned.
    package mutating func pause<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        unsafe context.unpin()
        defer { unsafe context.pinWithFence() }
        return try body()
    }
}

@available(*, unavailable, message: "A pin belongs to its thread.")
extension Pin: Sendable {}
