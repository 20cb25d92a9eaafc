import Foundation
import Logging
import UnixSignals

/// Ends the process at once when a second signal comes, without waiting for the requests.
///
/// The first signal stops the service, and so do others within half a second: some supervisors send one to the process and one
/// to its group. It watches until it is released.
final class SecondSignal: Sendable {
    private let watch: Task<Void, Never>

    init(log: Logger) async {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        // Detached: the tasks of the service end with the first signal.
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
