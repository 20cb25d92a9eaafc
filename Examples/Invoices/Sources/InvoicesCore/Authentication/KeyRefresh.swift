package import Logging
import ServiceLifecycle

/// Reads the keys again and again, so that the issuer can replace them while the service runs.
package struct KeyRefresh: Service {
    private let verifier: TokenVerifier
    private let settings: TokenSettings
    private let logger: Logger

    package init(verifier: TokenVerifier, settings: TokenSettings, logger: Logger) {
        self.verifier = verifier
        self.settings = settings
        self.logger = logger
    }

    package func run() async {
        // Throws only when the sleep is cancelled.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: settings.refreshInterval)
                do {
                    try await verifier.reload()
                } catch {
                    logger.error("The keys stay as they are.", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
