/// Calls closures after a delay, unless they are removed before.
///
/// One task sleeps for all alarms. The runtime keeps a task that is cancelled while it sleeps until the sleep ends.
/// So one task for each alarm would leave thousands of tasks behind in a server whose requests have time limits.
package final class Alarms: Sendable {
    package static let shared = Alarms()

    private struct Alarm {
        let time: ContinuousClock.Instant
        let ring: @Sendable () -> Void
    }

    private struct State {
        var alarms: [UInt: Alarm] = [:]
        var count: UInt = 0
        /// The times at which the sleeping tasks wake up and check the alarms.
        ///
        /// Each task is needed: when it was created, no other task was to wake up as early.
        var looks: [ContinuousClock.Instant] = []
    }

    private let state = Guarded(State())

    private init() {}

    /// The number of alarms that have not rung.
    package var pending: Int { state.withLock { $0.alarms.count } }

    /// Schedules a call of `ring` after a delay, with no lock held.
    ///
    /// - Returns: The number to remove the alarm by.
    @discardableResult
    package func set(after time: Duration, _ ring: @escaping @Sendable () -> Void) -> UInt {
        let time = ContinuousClock.now + time
        return state.withLock { state in
            state.count += 1
            state.alarms[state.count] = Alarm(time: time, ring: ring)
            look(at: time, &state)
            return state.count
        }
    }

    /// Removes an alarm that has not rung.
    package func remove(_ number: UInt) {
        // Released after the lock: the closure may hold the user's objects, whose `deinit` is user code.
        _ = state.withLock { $0.alarms.removeValue(forKey: number) }
    }

    /// Starts a task that checks the alarms at this time, unless another one checks as early; the lock is held.
    private func look(at time: ContinuousClock.Instant, _ state: inout State) {
        guard !state.looks.contains(where: { $0 <= time }) else { return }
        state.looks.append(time)
        Task.detached {
            try? await Task.sleep(until: time, clock: .continuous)
            self.ring(time)
        }
    }

    private func ring(_ look: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        let due = state.withLock { state in
            state.looks.firstIndex(of: look).map { _ = state.looks.remove(at: $0) }
            let due = state.alarms.filter { $0.value.time <= now }
            for number in due.keys { state.alarms[number] = nil }
            if let next = state.alarms.values.map(\.time).min() { self.look(at: next, &state) }
            return due.values
        }
        for alarm in due { alarm.ring() }
    }
}
