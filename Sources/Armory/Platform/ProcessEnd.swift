// Ends the process on failures inside calls whose types cannot report an error.

/// Ends the process and prints the message, also in release builds, where `preconditionFailure` prints nothing.
package func endProcess(_ message: String) -> Never { fatalError(message) }
