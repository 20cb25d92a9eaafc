// A reported resolve, which differs as little as possible from an unreported one.
//
//     key --> slot: told --> the inner record's slot, as ever: ready, transient, graph ... --> instance
//                  \-----------------------------------------------------------------> resolved

/// The report of a registration's resolves, and the record to resolve.
@usableFromInline
final class ToldResolve: ResolveReport, @unchecked Sendable {  // Immutable.
    let measures: Measures?

    init(_ base: AnyBinding, _ inner: AnyBinding, measures: Measures?) {
        self.measures = measures
        super.init(base, inner)
    }
}
