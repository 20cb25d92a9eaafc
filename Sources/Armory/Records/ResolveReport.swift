/// What is reported when a registration is resolved, and the record that is resolved then.
///
/// The floor of events adds how: its subclass is `ToldResolve`.
@usableFromInline
class ResolveReport: @unchecked Sendable {  // Immutable; a subclass says what it adds.
    /// The registration as it was written.
    final let base: AnyBinding
    /// The record behind the one whose resolves are reported.
    final let inner: AnyBinding

    init(_ base: AnyBinding, _ inner: AnyBinding) {
        self.base = base
        self.inner = inner
    }
}
