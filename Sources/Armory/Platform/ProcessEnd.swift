// The end of the process, for what the types of a call say that it cannot fail.

/// Ends the process and writes the message, in release too, where `preconditionFailure` writes nothing.
package func endProcess(_ message: String) -> Never { fatalError(message) }
