/// The report of a registration's resolves, and the record that is resolved then.
///
/// The floor of events adds the reporting: its subclass is `ToldResolve`.
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
