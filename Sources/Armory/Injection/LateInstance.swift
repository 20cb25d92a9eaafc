// An instance that is asked for when it is first read: what the lazy wrapper of a library with an API of its own stores.

/// What copies of a lazy wrapper share: the question, and then the instance, held strongly or weakly.
package final class LateInstance<T, Question>: @unchecked Sendable {  // Everything is guarded by `lock`.
    private let lock = Lock()
    private let isWeak: Bool
    private var asked: Question
    private var isAnswered = false
    private var held: T?
    private weak var object: AnyObject?

    package init(_ question: Question, isWeak: Bool) {
        asked = question
        self.isWeak = isWeak
    }

    /// What is asked, until there is an instance.
    package var question: Question { lock.withLock { asked } }

    /// Has something else asked, where there is no instance yet.
    ///
    /// - Parameter body: Runs with the lock held: it puts in what is there already.
    package func changeQuestion(_ body: (inout Question) -> Void) {
        let old = lock.withLock {
            let old = asked
            body(&asked)
            return old
        }
        // As in `set`.
        withExtendedLifetime(old) {}
    }

    /// The instance that is there; nil: it was not asked for, or nobody holds it any more.
    package var present: T? { lock.withLock { held ?? object as? T } }

    /// The instance; where nobody has asked yet, the first of those that threads make now.
    ///
    /// - Parameter answer: Makes one, with no lock held.
    package func instance(_ answer: (Question) -> T) -> T? {
        let (isAnswered, present, question): (Bool, T?, Question) = lock.withLock {
            (self.isAnswered, held ?? object as? T, asked)
        }
        if isAnswered { return present }
        let made = answer(question)
        return lock.withLock {
            if !self.isAnswered { _ = exchange(made) }
            return held ?? object as? T
        }
    }

    /// Puts another instance in its place; nil: there is none, and nobody is asked.
    package func set(_ instance: T?) {
        // Let go outside of the lock: a `deinit` of the user's may go with it.
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
