// The factories that ran at the start of the container, or for a request.

#if Inspector
internal import Armory
internal import ArmoryDiagrams

/// The first factory calls outside of scopes, the first waits, and the newest calls and waits that may delay a request.
struct ProfileBook {
    private(set) var makings: [Monitor.Occurrence] = []
    private(set) var waits: [(wait: Monitor.Occurrence, maker: UInt64?)] = []
    /// When the first scope was opened; from then on, factories may delay a response.
    private(set) var opened: UInt64?
    /// Calls in scopes, and calls and waits since the first scope was opened.
    private(set) var late: Ring<(occurrence: Monitor.Occurrence, maker: UInt64?)>
    /// The number of calls that came after the capacity was reached.
    private(set) var dropped = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        late = Ring(capacity: capacity)
    }

    mutating func noteOpened(_ scope: ContainerEvent.ScopeInfo) {
        if opened == nil { opened = scope.span.start }
    }

    /// Notes that a factory has returned or thrown.
    mutating func note(_ making: Monitor.Occurrence) {
        if making.tag != nil || isLate(making) { late.append((making, nil)) }
        guard making.tag == nil else { return }
        guard makings.count < capacity else {
            dropped += 1
            return
        }
        makings.append(making)
    }

    mutating func note(_ wait: Monitor.Occurrence, maker: UInt64?) {
        if waits.count < capacity { waits.append((wait, maker)) }
        if isLate(wait) { late.append((wait, maker)) }
    }

    private func isLate(_ occurrence: Monitor.Occurrence) -> Bool {
        opened.map { occurrence.span.start >= $0 } ?? false
    }

    /// The record of the start; do not compute it under the lock.
    var record: StartupRecord { Self.record(of: makings, waits, dropped: dropped, started: opened) }

    /// The record of the calls and waits that may have delayed a request, as far as they are kept.
    ///
    /// Do not compute it under the lock.
    var lateRecord: StartupRecord {
        let all = late.suffix(from: 0).elements
        let makings = all.map(\.occurrence).filter { $0.kind != .waited }
        return Self.record(of: makings, all.filter { $0.occurrence.kind == .waited }, started: opened)
    }

    private static func record(
        of makings: [Monitor.Occurrence], _ waits: [(Monitor.Occurrence, UInt64?)], dropped: Int = 0,
        started: UInt64? = nil
    ) -> StartupRecord {
        var factories: [StartupRecord.Factory] = []
        var numbers: [StartupRecord.Factory: Int] = [:]
        func number(_ texts: StartupRecord.Factory) -> Int {
            if let number = numbers[texts] { return number }
            numbers[texts] = factories.count
            factories.append(texts)
            return factories.count - 1
        }
        let runs = makings.compactMap { making in
            making.registration.map { texts in
                StartupRecord.Run(
                    factory: number(texts), asker: making.asker.map(number), span: making.span,
                    thread: making.thread ?? 0, awaits: making.awaits, failed: making.kind == .failed,
                    scope: making.tag?.description)
            }
        }
        let waits = waits.map { wait, maker in
            StartupRecord.Wait(
                factory: wait.registration.map(number), asker: wait.asker.map(number), span: wait.span,
                thread: wait.thread ?? 0, maker: maker)
        }
        return StartupRecord(factories: factories, runs: runs, waits: waits, dropped: dropped, started: started)
    }
}
#endif
