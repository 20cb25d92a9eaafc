extension Container {
    /// Registers a ``Resolvable`` type by its own rule and resolves it; nil if the type has no such rule or is removed.
    func justInTime(_ request: Request, _ room: UnsafeMutableRawPointer) throws(ResolutionError) -> Bool {
        guard let owner = try justInTimeOwner(request.type, request.qualifier) else { return false }
        try owner.registerJustInTime(request.type)
        return try unsafe (view?.base ?? self).lookUpExact(request, room)
    }
}
