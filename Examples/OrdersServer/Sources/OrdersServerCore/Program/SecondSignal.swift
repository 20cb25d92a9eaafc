import Foundation
import Logging
import UnixSignals

/// Ends the process at once when a second signal comes: who sends it does not want to wait for the requests.
///
/// The first signal is left to who stops the service. It watches as long as it lives.
final class SecondSignal: Sendable {
    private let watch: Task<Void, Never>

    init(log: Logger) async {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        // Detached: the tasks of the service end with the first signal.
        watch = Task.detached {
            var isFirst = true
            for await signal in signals {
                guard !isFirst else {
                    isFirst = false
                    continue
                }
                log.error("a second signal: the process ends at once", metadata: ["signal": "\(signal)"])
                _exit(128 + signal.rawValue)
            }
        }
    }

    deinit { watch.cancel() }
}
