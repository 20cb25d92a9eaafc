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
    /// The lifetime.
    public init() {}

    /// The calling thread.
    public func place() -> (some Hashable & Sendable)? { PerThreadPlace(span: ThreadSpan.ofThread.span) }
}

/// A thread.
private struct PerThreadPlace: EndingPlace, Hashable, Sendable {
    let span: LifeSpan
}

/// What ends with a thread: a place holds its span, and only the thread holds this.
private final class ThreadSpan: Sendable {
    let span = LifeSpan()

    /// That of the calling thread.
    static var ofThread: ThreadSpan { ThreadLifetimeObject.findOrMakeThreadLocal { ThreadSpan() } }

    deinit { span.end() }
}
