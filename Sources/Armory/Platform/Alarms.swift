/// What is to happen after a time, unless it is taken back before.
///
/// One task sleeps for all. The runtime keeps a task that was cancelled in its sleep until the time is over; so one for each
/// would leave thousands behind in a server whose requests have limits.
package final class Alarms: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    package static let shared = Alarms()

    private struct Alarm {
        let time: ContinuousClock.Instant
        let ring: @Sendable () -> Void
    }

    private let lock = Lock()
    private var alarms: [UInt: Alarm] = [:]
    private var count: UInt = 0
    /// When the tasks that sleep will look.
    ///
    /// None sleeps without a use: each was the first to look when it began.
    private var looks: [ContinuousClock.Instant] = []

    private init() {}

    /// How many there are.
    package var pending: Int { lock.withLock { alarms.count } }

    /// Has `ring` called after a time, with no lock held, and returns the number to take it back by.
    package func set(after time: Duration, _ ring: @escaping @Sendable () -> Void) -> UInt {
        let time = ContinuousClock.now + time
        return lock.withLock {
            count += 1
            alarms[count] = Alarm(time: time, ring: ring)
            look(at: time)
            return count
        }
    }

    /// Takes one back that has not rung.
    package func remove(_ number: UInt) {
        // Let go of after the lock: what it holds is the user's.
        let removed = lock.withLock { alarms.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }

    /// Has a task look at a time, where none looks as early; the lock is held.
    private func look(at time: ContinuousClock.Instant) {
        guard !looks.contains(where: { $0 <= time }) else { return }
        looks.append(time)
        Task.detached {
            try? await Task.sleep(until: time, clock: .continuous)
            self.ring(time)
        }
    }

    private func ring(_ look: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        let due = lock.withLock {
            if let index = looks.firstIndex(of: look) { looks.remove(at: index) }
            let due = alarms.filter { $0.value.time <= now }
            for number in due.keys { alarms[number] = nil }
            if let next = alarms.values.map(\.time).min() { self.look(at: next) }
            return due.values
        }
        for alarm in due { alarm.ring() }
    }
}
