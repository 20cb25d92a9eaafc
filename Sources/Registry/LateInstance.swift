// An instance that is asked for when it is first read: the lazy wrappers of the libraries store it.

internal import ArmoryCore

/// The state that copies of a lazy wrapper share: the question, and then the instance, held strongly or weakly.
package final class LateInstance<T, Question>: @unchecked Sendable {  // `state` and `held` are guarded.
    private let isWeak: Bool
    private let state: Guarded<State>
    /// The `Held` of an instance that is held strongly; changed only under the lock of the state.
    ///
    /// Apart, so that a read asks for no generic type.
    private let held = Guarded<AnyObject?>(nil)

    private final class Held {
        let instance: T
        init(_ instance: T) { self.instance = instance }
    }

    private struct State {
        var question: Question
        var isAnswered = false
        weak var weak: AnyObject?
        /// The lock of the thread that asks; nil: no thread has asked.
        var reentrantLock: ReentrantLock?
    }

    package init(_ question: Question, isWeak: Bool) {
        self.isWeak = isWeak
        state = Guarded(State(question: question))
    }

    /// The question that will be asked, until there is an instance.
    package var question: Question { state.withLock { $0.question } }

    /// Changes the question; has no effect once there is an instance.
    ///
    /// - Parameter body: Changes the question in place. It runs with the lock held, so it may only store existing values.
    package func changeQuestion(_ body: (inout Question) -> Void) {
        let old = state.withLock { state in
            let old = state.question
            body(&state.question)
            return old
        }
        // Released outside of the lock: this may run a `deinit` of the user's.
        withExtendedLifetime(old) {}
    }

    /// The existing instance; nil if it was not asked for yet, or if it was held weakly and is gone.
    package var present: T? {
        guard isWeak else {
            guard let object = held.withLock({ $0 }) else { return nil }
            return instance(in: object)
        }
        return state.withLock { $0.weak as? T }
    }

    @inline(__always)
    private func instance(in object: AnyObject) -> T {
        // Nothing else is stored there.
        unsafe unsafeDowncast(object, to: Held.self).instance
    }

    /// Returns the instance, and asks for it at the first read.
    ///
    /// If several threads read first at the same time, one asks and the others wait. Threads that would wait for each other each ask,
    /// and all get the first instance.
    ///
    /// - Parameter answer: Creates an instance, with no lock held.
    /// - Returns: The instance; nil if it is held weakly and no strong reference to it exists.
    package func instance(_ answer: (Question) -> T) -> T? {
        if let reentrantLock = lockIfUnanswered {
            reentrantLock.withLockOrWithout { if lockIfUnanswered != nil { keep(answer(question)) } }
        }
        return present
    }

    /// Returns the instance, and asks for it at the first read; if it was released, returns the result of `absent`.
    package func instance(_ answer: (Question) -> T, or absent: () -> T) -> T {
        if let object = held.withLock({ $0 }) { return instance(in: object) }
        return present ?? instance(answer) ?? absent()
    }

    /// The lock to ask; nil: the question was answered.
    private var lockIfUnanswered: ReentrantLock? {
        state.withLock { state in
            guard !state.isAnswered else { return nil }
            let reentrantLock = state.reentrantLock ?? ReentrantLock()
            state.reentrantLock = reentrantLock
            return reentrantLock
        }
    }

    /// Keeps an instance, unless another thread was first.
    private func keep(_ made: T) {
        state.withLock { state in
            guard !state.isAnswered else { return }
            hold(made, in: &state)
        }
    }

    /// Replaces the instance; nil means that there is none, and that the question is not asked any more.
    package func set(_ instance: T?) {
        let former = state.withLock { state in
            let former = held.withLock { $0 }
            hold(instance, in: &state)
            return former
        }
        // Released outside of the lock.
        withExtendedLifetime(former) {}
    }

    /// The lock is held, and the caller has a reference to the former instance.
    private func hold(_ instance: T?, in state: inout State) {
        state.isAnswered = true
        state.reentrantLock = nil
        if isWeak {
            state.weak = instance.map { $0 as AnyObject }
        } else {
            let new = instance.map { Held($0) }
            held.withLock { $0 = new }
        }
    }
}
