internal import CCore

extension Slot {
    /// The factory with its arguments; nil: it takes none.
    func awaitedFactory<T, Arguments>(
        _ type: T.Type, taking arguments: Arguments
    ) -> (@Sendable (AsyncResolver) async throws -> T)? {
        guard unsafe has(ccore_repeatable) else { return nil }
        let factory = unsafe ccore_factory(self).assumingMemoryBound(
            to: AwaitedArgumentFactory<Arguments, T>.self
        ).pointee.make
        // The factory is called in the task of the caller.
        nonisolated(unsafe) let arguments = arguments
        return { unsafe try await factory($0, arguments) }
    }
}
