/// The measures of one registration, which all containers with its record share.
final class Measures: Sendable {
    private let state = Guarded(State())

    private struct State {
        var counts = Counts()
        /// What the factory was seen to ask for.
        var needs: [ObjectIdentifier: Need] = [:]
        var mostNeeds = 64
    }

    /// What was counted, with times in nanoseconds.
    struct Counts {
        var made = 0
        var failed = 0
        var making: UInt64 = 0
        var waits = 0
        var waiting: UInt64 = 0
    }

    /// A registration that was asked for.
    private struct Need {
        /// Weak: the containers that override this one's container come and go.
        weak var record: Record?
    }

    /// Notes a call of the factory.
    func countFactoryCall(lasting span: TimeSpan, hasFailed: Bool) {
        state.withLock { state in
            state.counts.made += hasFailed ? 0 : 1
            state.counts.failed += hasFailed ? 1 : 0
            state.counts.making += span.end - span.start
        }
    }

    func countWait(lasting span: TimeSpan) {
        state.withLock { state in
            state.counts.waits += 1
            state.counts.waiting += span.end - span.start
        }
    }

    /// Notes that the factory asks for a registration.
    func noteDependency(on asked: Record) {
        // Released after the lock: these may be the last references.
        var former: [Record?] = []
        defer { withExtendedLifetime(former) {} }
        state.withLock { state in
            let known = state.needs[ObjectIdentifier(asked)]?.record
            former.append(known)
            // The address may have been that of another record before.
            guard known !== asked else { return }
            if state.needs.count >= state.mostNeeds {
                let alive = state.needs.mapValues(\.record)
                former += alive.values
                state.needs = state.needs.filter { alive[$0.key] ?? nil != nil }
                state.mostNeeds = max(64, state.needs.count * 2)
            }
            state.needs[ObjectIdentifier(asked)] = Need(record: asked)
        }
    }

    /// Whether the factory was called.
    var isCalled: Bool { state.withLock { $0.counts.made + $0.counts.failed > 0 } }

    /// What the factory was seen to ask for.
    var needs: [Record] {
        let needs = state.withLock { $0.needs.values.map(\.record) }
        return needs.compactMap(\.self)
    }

    var counts: Counts { state.withLock(\.counts) }
}

extension Record {
    /// Its measures; nil: nobody measures it.
    var measures: Measures? { (notes as? RecordNotes)?.measures }

    /// Whether its factory was seen to be called.
    package var isCalled: Bool { measures?.isCalled ?? false }
}
