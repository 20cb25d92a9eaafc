// The end of the process, for libraries whose API has no errors to throw.

/// Ends the process with a message.
package func endProcess(_ message: String) -> Never { fatalError(message) }
