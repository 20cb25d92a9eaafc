/// Records the lookups of closures: a view with a recorder passes every lookup to it.
protocol AskRecorder: AnyObject, Sendable {
    /// Notes that a closure asks for a type.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?)
    /// The same record, but with closures whose lookups are recorded too.
    func observed(_ inner: Binding) -> Binding
}
