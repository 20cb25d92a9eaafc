/// The lifetime of what each thread has for itself: made at the thread's first resolve, let go of when the thread ends.
///
/// ```swift
/// Kept(ScratchBuffer.init).lifetime(PerThread())
/// ```
///
/// It is for threads that the program starts itself. A task goes from thread to thread: for it there is ``PerTask``. An
/// instance's type is `Sendable`, since what one thread was given it may hand on to others.
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
    /// What ends with the calling thread.
    fileprivate static var spanOfThread: LifeSpan {
        let context = unsafe ThreadContext.current
        if let span = unsafe context.pointee.span { return unsafe unsafeDowncast(span, to: LifeSpan.self) }
        let span = LifeSpan()
        unsafe context.pointee.span = span
        return span
    }
}
