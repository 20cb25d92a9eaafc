/// A lifetime with a separate instance for each thread, released when the thread ends.
///
/// ```swift
/// Kept(ScratchBuffer.init).lifetime(PerThread())
/// ```
///
/// The instance is created at the thread's first resolve. The lifetime is for threads that the program starts itself. A
/// task moves from thread to thread: use ``PerTask`` for it. The type of an instance is `Sendable`, because a thread
/// may pass its instance to others.
public struct PerThread: CustomLifetime {
    /// A thread.
    public struct Place: Hashable, Sendable {
        let span: LifeSpan
    }

    /// The lifetime.
    public init() {}

    /// The calling thread.
    public func place() -> Place? { Place(span: ThreadRegistry.spanOfThread) }
}

extension PerThread.Place: EndingPlace {}

extension ThreadRegistry {
    /// The life span of instances that end with the calling thread.
    fileprivate static var spanOfThread: LifeSpan {
        let context = unsafe ThreadContext.current
        // Unsafe: `LifeSpan` is the only subclass, and this is the only place that sets it.
        if let span = unsafe context.pointee.span { return unsafe unsafeDowncast(span, to: LifeSpan.self) }
        let span = LifeSpan()
        unsafe context.pointee.span = span
        return span
    }
}
