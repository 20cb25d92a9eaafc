extension ModuleView {
    /// Resolves the registration of exactly this key, if the module sees it.
    ///
    /// - Parameter isAsked: Whether a closure asks for the key; false for each member of a list.
    func lookUpExact(
        _ request: Request, _ room: UnsafeMutableRawPointer, isAsked: Bool
    ) throws(ResolutionError) -> Bool {
        if isAsked { recorder?.note(request.type, request.qualifier) }
        if let module {
            let hidden = request.with(qualifier: Hidden.qualifier(request.qualifier, in: module))
            if try unsafe base.lookUpExact(hidden, room) { return true }
        }
        return try unsafe base.lookUpExact(request, room)
    }
}
