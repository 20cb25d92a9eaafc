import Logging

extension Logger {
    /// Returns this logger with at least the given level, or unchanged when debugging: for a part that logs many details.
    func atLeast(_ level: Level) -> Logger {
        var logger = self
        if logLevel > .debug { logger.logLevel = max(logLevel, level) }
        return logger
    }
}
