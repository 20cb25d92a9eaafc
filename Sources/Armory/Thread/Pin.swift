public import CLookup

/// The pin of a thread during a lookup: no writer frees a table or a slot that the thread reads.
///
/// The kind of a function's parameter says what becomes of the pin, and the compiler checks it:
///
///     borrowing Pin   the thread is pinned before and after
///     inout Pin       the same, but it may be unpinned in between (`pause`): what was read before may be freed
///     consuming Pin   the caller cannot read on: the function ends the pin, or hands it over
///
/// The pin ends with its owner at the latest, also if an error is thrown. While a thread is pinned, no user code runs on it:
/// the code might wait for a writer, which waits for the end of the pin. The hash of a qualifier is user code, and so is the
/// release of a last reference.
///
/// A thread has one pin: the end of a second one would end the first, too. A debug build stops at a second `Pin`, and at a
/// pin that was ended already.
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
        unsafe context.checkIsPinned(false)
        unsafe context.pin()
    }

    @usableFromInline
    @inline(never)
    static func pinnedWithoutFastPointer() -> UnsafeMutablePointer<ThreadContext> {
        let context = unsafe ThreadContext.current
        unsafe context.checkIsPinned(false)
        unsafe ThreadRegistry.shared.stopPlainPins(context)
        unsafe context.pinWithFence()
        return unsafe context
    }

    /// Takes over the pin of a thread that is pinned already.
    @unsafe
    @inlinable
    @inline(__always)
    package init(of context: UnsafeMutablePointer<ThreadContext>) {
        unsafe context.checkIsPinned(true)
        unsafe self.context = unsafe context
    }

    @inlinable
    @inline(__always)
    deinit {
        unsafe context.checkIsPinned(true)
        unsafe clookup_unpin(context)
    }

    /// Ends the lookup: `deinit` does it.
    @inlinable
    @inline(__always)
    package consuming func end() {}

    /// Leaves the thread pinned, for code that ends the pin by the context: C, the client of a facade's hit, or a closure,
    /// which cannot consume its captured values.
    @discardableResult
    @inlinable
    @inline(__always)
    package consuming func handOver() -> UnsafeMutablePointer<ThreadContext> {
        let context = unsafe context
        discard self
        return unsafe context
    }

    /// Puts a slot on the path, which protects it from then on, and ends the lookup.
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

extension Slot {
    /// A strong reference to the instance of a shared registration, for a thread that is not pinned; nil: it was released.
    package func loadSharedPinned<T>(as type: T.Type) -> T? {
        let pin = Pin()
        let instance = unsafe loadShared(as: type)
        pin.end()
        return instance
    }
}

@available(*, unavailable, message: "A pin belongs to its thread.")
extension Pin: Sendable {}
