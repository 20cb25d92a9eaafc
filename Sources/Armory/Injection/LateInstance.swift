// An instance that is requested when it is first read. The lazy wrappers of libraries with another API store it.

/// The state that copies of a lazy wrapper share: the question, and then the instance, held strongly or weakly.
package final class LateInstance<T, Question>: @unchecked Sendable {  // `lock` guards every `var`.
    private let lock = Lock()
    private let waitLimit: Duration?
    private let isWeak: Bool
    private var asked: Question
    /// The instance that is held strongly.
    private let kept = KeptInstance()
    /// The instance that is held weakly; nil: the question was not answered.
    private var held: Weakly?

    private struct Weakly {
        weak var object: AnyObject?
    }

    /// - Parameter waitLimit: How long a thread waits for another thread that creates the instance; nil for no limit.
    package init(_ question: Question, isWeak: Bool, waitLimit: Duration? = .seconds(60)) {
        asked = question
        self.waitLimit = waitLimit
        self.isWeak = isWeak
    }

    deinit { kept.end(T.self) }

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
        // Released outside of the lock: this may run a `deinit` of the user's.
        withExtendedLifetime(old) {}
    }

    /// The existing instance; nil if it was not requested yet, or if it was held weakly and is gone.
    package var present: T? { isWeak ? lock.withLock { held?.object as? T } : kept.read(T.self) }

    /// Returns the instance, and creates it at the first request.
    ///
    /// If several threads request it first at the same time, one creates it and the others wait. Threads that would wait
    /// for each other each create one, and all get the first.
    ///
    /// - Parameter answer: Creates an instance, with no lock held.
    /// - Returns: The instance; nil if it is held weakly and no strong reference to it exists.
    package func instance(_ answer: (Question) -> T) -> T? {
        if isMissing {
            WaitForGraph.shared.inTurn(on: self, atMost: waitLimit) { if isMissing { keep(answer(question)) } }
        }
        return present
    }

    /// Returns the instance, and creates it at the first request; if it was released, returns the result of `absent`.
    ///
    /// Takes no lock if an instance that is held strongly exists.
    package func instance(_ answer: (Question) -> T, or absent: () -> T) -> T {
        kept.read { instance(answer) ?? absent() }
    }

    /// Whether the question was not answered.
    private var isMissing: Bool {
        isWeak ? lock.withLock { held == nil } : kept.vacancy == KeptInstance.unused
    }

    /// Keeps an instance, unless another thread was first; the caller's reference is gone when this returns.
    private func keep(_ made: T) {
        if isWeak {
            lock.withLock { if held == nil { held = Weakly(object: made as AnyObject) } }
        } else {
            _ = kept.keep(made, at: KeptInstance.unused)
        }
    }

    /// Replaces the instance; nil means that there is none, and that the question is not asked any more.
    package func set(_ instance: T?) {
        if isWeak {
            lock.withLock { held = Weakly(object: instance.map { $0 as AnyObject }) }
        } else if let instance {
            kept.replace(with: instance)
        } else {
            kept.release(T.self)
        }
    }
}
