/// An operation on a binding that needs the type of its instances.
///
/// The operations of the floors above are visitors, so that bindings know nothing of them.
protocol BindingVisitor {
    associatedtype Result
    associatedtype Failure: Error

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Failure) -> Result
}

/// An operation on a binding that needs the type of its run-time arguments; without any, it is `Void`.
protocol ArgumentVisitor<Instance> {
    associatedtype Instance
    associatedtype Result

    func visit<Arguments>(
        _ binding: Binding, _ factory: @escaping ArgumentFactory<Instance, Arguments>
    ) -> Result
}
