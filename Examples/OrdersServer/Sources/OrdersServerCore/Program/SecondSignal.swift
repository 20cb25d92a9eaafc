import Foundation
import Logging
import UnixSignals

/// Ends the process immediately on a second signal, without waiting for the requests.
///
/// The first signal stops the service, and later signals within half a second count as the same one: some supervisors send one
/// to the process and one to its group. The instance watches until it is released.
final class SecondSignal: Sendable {
    private let watch: Task<Void, Never>

    init(log: Logger) async {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        // Detached, because the tasks of the service end with the first signal.
        watch = Task.detached {
            var first: ContinuousClock.Instant?
            for await signal in signals {
                guard let first, .now - first > .milliseconds(500) else {
                    first = first ?? .now
                    continue
                }
                log.error("a second signal: the process ends at once", metadata: ["signal": "\(signal)"])
                _exit(128 + signal.rawValue)
            }
        }
    }

    deinit { watch.cancel() }
}
