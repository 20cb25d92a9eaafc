// A reported resolve, which differs as little as possible from an unreported one.
//
//     key --> slot: reported --> the inner record's slot, as ever: ready, transient, graph ... --> instance
//                      \-------------------------------------------------------------> resolved

/// The report of a registration's resolves, and the record that is resolved then.
@usableFromInline
final class ResolveReport: @unchecked Sendable {  // Immutable.
    /// The registration as it was written.
    let base: Binding
    /// The record behind the one whose resolves are reported.
    let inner: Binding

    init(_ base: Binding, _ inner: Binding) {
        self.base = base
        self.inner = inner
    }
}
