// A reported resolve, which differs as little as possible from an unreported one.
//
//     key --> slot: told --> the inner record's slot, as ever: ready, transient, graph ... --> instance
//                  \-----------------------------------------------------------------> resolved

/// The report of a registration's resolves, and the record to resolve.
@usableFromInline
final class ToldResolve: ResolveReport, @unchecked Sendable {  // Immutable.
    private let measures: Measures?

    init(_ base: AnyBinding, _ inner: AnyBinding, measures: Measures?) {
        self.measures = measures
        super.init(base, inner)
    }

    /// Reports a resolve to the subscribers of the container with this number.
    @inline(never)
    func tell(_ events: EventHub?, container id: UInt64) {
        guard let events else { return }
        if let asking = unsafe ThreadContext.currentByFastPointer.asking(for: base), let measures, !events.isTelling {
            events.note(asking, measures)
        }
        guard events.wanted.contains(.resolved) else { return }
        events.tell(
            .resolved(
                ContainerEvent.Resolve(
                    registration: RegistrationInfo(base: base), container: ContainerID(number: id)))
        )
    }
}
