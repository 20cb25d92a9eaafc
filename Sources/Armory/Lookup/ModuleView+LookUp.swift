extension ModuleView {
    /// Resolves the registration of exactly this key, if the module sees it.
    ///
    /// - Parameter isAsked: Whether a closure asks for the key; false for each member of a list.
    func lookUpExact<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        isAsked: Bool
    ) throws(ResolutionError) -> T? {
        if isAsked { recorder?.note(type, qualifier) }
        if let module {
            let hidden = Hidden.qualifier(qualifier, in: module)
            if let instance = try base.lookUpExact(type, hidden, argumentType, arguments) { return instance }
        }
        return try base.lookUpExact(type, qualifier, argumentType, arguments)
    }
}
