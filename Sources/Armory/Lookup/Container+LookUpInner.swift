extension Container {
    /// The instance of an inner record, for the factory of the record around it.
    ///
    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func lookUp<T, Arguments>(
        _ type: T.Type, inner binding: Binding, _ argumentType: (any Any.Type)?, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let binding = view?.recorder?.observed(binding) ?? binding
        return try unsafe base.instanceSlot(ofInner: binding, Pin()).hand {
            container, slot, pin throws(ResolutionError) in
            let context = unsafe pin.handOver()
            return try unsafe withUnsafePointer(to: arguments) { arguments throws(ResolutionError) in
                let request = unsafe Request(T.self, nil, argumentType, Arguments.self, at: arguments)
                return try unsafe container.take(slot, T.self, request, Pin(of: context))
            }
        }
    }
}
