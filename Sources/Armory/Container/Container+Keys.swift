// Looking up by a key whose qualifier is boxed: for what is told at registration and not at the call. Not specialised.

extension Container {
    /// The instance of a key, or of what the type says itself.
    package func lookUp<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        let key = ServiceKey(type, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(key, hash: hash, context) else {
            if let form = type as? any DependencyForm.Type {
                unsafe context.unpin()
                return try resolve(form, as: type, qualifier)
            }
            throw unsafe failMissing(key, context)
        }
        return try unsafe take(Slot(address), type, context)
    }

    /// The instance of a key, or nil when nothing is registered for it.
    package func lookUpOptional<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        let key = ServiceKey(type, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(key, hash: hash, context) else {
            if unsafe endMissing(context) { throw unsafe failMissing(key, ThreadContext.pinned()) }
            guard let form = type as? any DependencyForm.Type else { return nil }
            return try resolve(form, as: type, qualifier)
        }
        return try unsafe takeOptional(Slot(address), type, context)
    }

    private func resolve<T, Form: DependencyForm>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> T {
        let instance = try form.resolve(in: self, qualifier)
        // `T` is `Form`: the one is the other, asked whether it is a form.
        return unsafe unsafeBitCast(instance, to: type)
    }
}
