// An instance that is requested when it is first read. The lazy wrappers of libraries with another API store it.

/// The state that copies of a lazy wrapper share: the question, and then the instance, held strongly or weakly.
package final class LateInstance<T, Question>: @unchecked Sendable {  // Everything is guarded by `lock`.
    private let lock = Lock()
    /// Held by the thread that answers.
    private let turn = Turn()
    private let waitLimit: Duration?
    private let isWeak: Bool
    private var asked: Question
    private var isAnswered = false
    private var held: T?
    private weak var object: AnyObject?

    /// - Parameter waitLimit: How long a thread waits for another thread that creates the instance; nil for no limit.
    package init(_ question: Question, isWeak: Bool, waitLimit: Duration? = .seconds(60)) {
        asked = question
        self.waitLimit = waitLimit
        self.isWeak = isWeak
    }

    /// The question that will be asked, until there is an instance.
    package var question: Question { lock.withLock { asked } }

    /// Changes the question; has no effect once there is an instance.
    ///
    /// - Parameter body: Changes the question in place. It runs with the lock held, so it may only store existing
    ///   values.
    package func changeQuestion(_ body: (inout Question) -> Void) {
        let old = lock.withLock {
            let old = asked
            body(&asked)
            return old
        }
        // Released outside of the lock, as in `set`.
        withExtendedLifetime(old) {}
    }

    /// The existing instance; nil if it was not requested yet, or if it was held weakly and is gone.
    package var present: T? { lock.withLock { held ?? object as? T } }

    /// Returns the instance, and creates it at the first request.
    ///
    /// If several threads request it first at the same time, one creates it and the others wait. Threads that would wait
    /// for each other each create one, and all get the first.
    ///
    /// - Parameter answer: Creates an instance, with no lock held.
    /// - Returns: The instance; nil if it is held weakly and no strong reference to it exists.
    package func instance(_ answer: (Question) -> T) -> T? {
        let (isAnswered, known) = lock.withLock { (self.isAnswered, held ?? object as? T) }
        if isAnswered { return known }
        turn.take(atMost: waitLimit) { if isMissing { keep(answer(question)) } }
        return present
    }

    private var isMissing: Bool { lock.withLock { !isAnswered } }

    /// Keeps an instance, unless another thread was first; the caller's reference is gone when this returns.
    private func keep(_ made: T) {
        lock.withLock { if !isAnswered { _ = exchange(made) } }
    }

    /// Replaces the instance; nil means that there is none, and that the question is not asked any more.
    package func set(_ instance: T?) {
        // Released outside of the lock: this may run a `deinit` of the user's.
        withExtendedLifetime(lock.withLock { exchange(instance) }) {}
    }

    private func exchange(_ instance: T?) -> T? {
        defer {
            isAnswered = true
            held = isWeak ? nil : instance
            object = isWeak ? instance.map { $0 as AnyObject } : nil
        }
        return held
    }
}
