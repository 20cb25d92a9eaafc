// The messages with which the process ends, in the words of this API.

internal import Armory

/// Returns the result of a resolve, or ends the process with the error's message.
func orEnd<R>(
    _ container: any ManagedContainer, _ key: FactoryKey, _ body: () throws(ResolutionError) -> R
) -> R {
    do throws(ResolutionError) {
        return try body()
    } catch {
        endProcess(error, "\(type(of: container)).\(key.name)")
    }
}

/// Returns the result of `body`, or ends the process with the error's message.
func orEnd<R>(_ body: () throws(ResolutionError) -> R) -> R {
    do throws(ResolutionError) {
        return try body()
    } catch {
        endProcess(error, nil)
    }
}

private func endProcess(_ error: ResolutionError, _ factory: String?) -> Never {
    let fix: String? =
        switch error.code {
        case .cycle: "resolve one of them later, for example with @LazyInjected, and not in its closure."
        case .closed: "do not close the container's native container, or use another container."
        default: nil
        }
    let text = error.message(fix: fix)
    if error.code == .cycle || error.code == .tooDeep, let factory {
        endProcess("FACTORY: Circular dependency on \(factory)\n\(text)")
    }
    endProcess("FACTORY: \(text)")
}

/// Ends the process with a message and the place of its cause.
func endProcess(_ message: String, at place: (file: StaticString, line: UInt)) -> Never {
    fatalError(message, file: place.file, line: place.line)
}
