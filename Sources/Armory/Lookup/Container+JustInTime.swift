extension Container {
    /// Registers a ``Resolvable`` type by its own rule and resolves it into a room; false: the type has no such rule or
    /// was removed.
    func justInTime(_ request: Request, _ room: UnsafeMutableRawPointer) throws(ResolutionError) -> Bool {
        guard let owner = try justInTimeOwner(request.type, request.qualifier) else { return false }
        try owner.registerJustInTime(request.type)
        return try unsafe (view?.base ?? self).lookUpExact(request, room)
    }
}
