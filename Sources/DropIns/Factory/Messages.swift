// The messages with which the process ends, in the words of this API.

internal import ArmoryCore
internal import ArmoryRegistry

/// Ends the process with the message of an error.
func endProcess(_ error: ResolutionError, _ container: any ManagedContainer, _ key: EntryKey) -> Never {
    let isCircle = error.code == .cycle
    let fix = isCircle ? "resolve one of them later, for example with @LazyInjected, and not in its closure." : nil
    let text = error.message(fix: fix)
    guard isCircle || error.code == .tooDeep else { endProcess("FACTORY: \(text)") }
    endProcess("FACTORY: Circular dependency on \(type(of: container)).\(key.name ?? "")\n\(text)")
}

/// Ends the process with a message and the place of its cause.
func endProcess(_ message: String, at place: (file: StaticString, line: UInt)) -> Never {
    fatalError(message, file: place.file, line: place.line)
}
