/// An operation on a binding that needs the type of its instances.
///
/// What a floor above does with a registration is such an operation, so that bindings know nothing of it.
protocol BindingVisitor {
    associatedtype Result
    associatedtype Failure: Error

    func visit<T>(_ binding: TypedBinding<T>) throws(Failure) -> Result
}

/// An operation on a binding that needs the type of its run-time arguments.
protocol ArgumentVisitor<Instance> {
    associatedtype Instance
    associatedtype Result

    /// - Parameter awaited: The factory that awaits; nil where the registration's does not.
    func visit<Arguments>(
        _ factory: @escaping ArgumentFactory<Instance, Arguments>, _ awaited: AsyncArgumentFactory<Instance, Arguments>?
    ) -> Result
}
