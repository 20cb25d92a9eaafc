// How the factory of a `Seeded` registration takes its value.

extension Resolver {
    /// The value for the ``Seeded`` registration whose factory is running.
    func seed<T>() throws -> T {
        let scope = container.view?.base ?? container
        guard let seeds = scope.seeds, let slot = unsafe ThreadContext.current.innermostSlot else {
            throw PathFault.notSeeded
        }
        return try unsafe seeds.seed(T.self, slot.binding.qualifier)
    }
}
