extension Container {
    /// The instance of an inner record, for the factory of the record around it.
    func lookUp<T>(inner binding: TypedBinding<T>) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let binding = view?.recorder?.observed(binding) ?? binding
        let context = unsafe ThreadContext.pinned()
        let place = try unsafe base.place(ofInner: binding, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, T.self, context)
        }
    }

    /// The instance of an inner record from arguments, for the factory of the record around it.
    func lookUp<T, Arguments>(
        inner binding: TypedBinding<T>, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let binding = view?.recorder?.observed(binding) ?? binding
        let context = unsafe ThreadContext.pinned()
        let place = try unsafe base.place(ofInner: binding, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, T.self, argumentType, arguments, context)
        }
    }
}
