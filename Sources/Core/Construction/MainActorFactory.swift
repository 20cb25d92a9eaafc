// The factory of the main actor, where it need not be awaited: see Current.swift.

internal import CCore

extension Slot {
    /// Whether the factory, which may be one of the main actor, may run on a thread.
    func canRunMainActorFactory(onThread thread: ThreadState) -> Bool {
        unsafe hasFlag(ccore_awaited) && thread.pointee.on_main_actor != 0 && record?.isOfMainActor ?? false
    }

    /// The factory, which takes no arguments, in the form without awaiting.
    ///
    /// One that has no such form is never called: no thread claims its cell.
    func synchronousFactory<T>(onThread thread: ThreadState) -> (Resolver) throws -> T {
        guard unsafe hasFlag(ccore_awaited) else {
            return unsafe ccore_factory(self).assumingMemoryBound(to: Factory<T>.self).pointee.make!
        }
        let here =
            unsafe canRunMainActorFactory(onThread: thread)
            ? ccore_factory(self).assumingMemoryBound(to: AwaitedFactory<T>.self).pointee.onMainActor : nil
        return here ?? { _ in throw unsafe thread.makeError(.asynchronous, at: self) }
    }
}
