import Logging

extension Logger {
    /// The same for a part that says more than the reader wants to know, unless they debug.
    func atLeast(_ level: Level) -> Logger {
        var logger = self
        if logLevel > .debug { logger.logLevel = max(logLevel, level) }
        return logger
    }
}
