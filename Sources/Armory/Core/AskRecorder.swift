/// Records what closures ask for: a view with a recorder passes every question to it.
protocol AskRecorder: AnyObject, Sendable {
    /// Notes that a closure asks for a type.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?)
    /// The same record with closures that are recorded too.
    func observed<T>(_ inner: TypedBinding<T>) -> TypedBinding<T>
}
