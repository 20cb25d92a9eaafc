// Calls after a delay, unless they are taken back before.
//
// One task sleeps for all of them. The runtime keeps a task that is cancelled while it sleeps until the sleep would have ended: a task for
// each time limit would leave thousands behind in a server whose hooks have limits.

/// The alarms of the process.
package final class Alarms: Sendable {
    package static let shared = Alarms()

    private struct State {
        var alarms: [UInt: (time: ContinuousClock.Instant, ring: @Sendable () -> Void)] = [:]
        var count: UInt = 0
        /// When tasks wake up to look: each was the earliest when it began.
        var wakeTimes: [ContinuousClock.Instant] = []
    }

    private let state = Guarded(State())

    private init() {}

    /// How many have not rung.
    package var pendingCount: Int { state.withLock(\.alarms.count) }

    /// Calls `ring` after a delay, with no lock held; after a century, if the delay is longer: an instant beyond all time is none.
    ///
    /// - Returns: The number by which it is removed.
    package func scheduleAlarm(after delay: Duration, _ ring: @escaping @Sendable () -> Void) -> UInt {
        let time = ContinuousClock.now + min(delay, .seconds(3_200_000_000))
        return state.withLock { state in
            state.count += 1
            state.alarms[state.count] = (time, ring)
            startAlarmTaskIfNeeded(at: time, in: &state)
            return state.count
        }
    }

    /// Takes one back that has not rung.
    package func cancelAlarm(_ number: UInt) {
        // Released after the lock: the closure may hold the user's objects.
        let removed = state.withLock { $0.alarms.removeValue(forKey: number) }
        withExtendedLifetime(removed?.ring) {}
    }

    /// Starts a task that wakes at this time, unless another one wakes as early; the lock is held.
    private func startAlarmTaskIfNeeded(at time: ContinuousClock.Instant, in state: inout State) {
        guard !state.wakeTimes.contains(where: { $0 <= time }) else { return }
        state.wakeTimes.append(time)
        Task.detached {
            try? await Task.sleep(until: time, clock: .continuous)
            self.ringAlarms(dueAt: time)
        }
    }

    private func ringAlarms(dueAt time: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        let due = state.withLock { state in
            if let index = state.wakeTimes.firstIndex(of: time) { state.wakeTimes.remove(at: index) }
            let due = state.alarms.filter { $0.value.time <= now }
            for number in due.keys { state.alarms[number] = nil }
            if let next = state.alarms.values.map(\.time).min() { startAlarmTaskIfNeeded(at: next, in: &state) }
            return due.values.map(\.ring)
        }
        for ring in due { ring() }
    }
}
