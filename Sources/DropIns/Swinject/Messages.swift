// The messages of failures, in the words of Swinject and then of the core.

internal import ArmoryCore
internal import ArmoryRegistry

/// A function that receives messages.
public typealias LoggingFunctionType = (String) -> Void

extension Container {
    /// The function that receives the messages about failed resolves; nil for none.
    ///
    /// By default there is none, unless the process was started with `SWINJECT_LOGGING_ENABLED=1` in its environment: then
    /// it prints them. Without a function, no message is put together. Any thread may set it.
    public static var loggingFunction: LoggingFunctionType? {
        get { logging.withLock { $0.function } }
        set {
            let old = logging.withLock { current in
                let old = current
                current = Logging(function: newValue)
                return old
            }
            // Released without the lock: its captures are user objects.
            withExtendedLifetime(old) {}
        }
    }

    private static let logging = Guarded(Logging(function: isLoggingEnabled ? { printNow($0) } : nil))

    private static var isLoggingEnabled: Bool {
        Environment["SWINJECT_LOGGING_ENABLED"] == "1"
    }

    /// Passes a message to ``loggingFunction``.
    public static func log(_ message: String) { loggingFunction?(message) }

    /// Passes a message on, which is put together only if there is a function that receives it.
    static func log(_ message: () -> String) {
        if let function = loggingFunction { function(message()) }
    }

    /// Logs that a service is not registered, with the registrations of its type.
    func logMissing(_ type: any Any.Type, _ label: Label) {
        Self.log {
            let near = records.filter { $0.target.foundType == type || $0.foundType == type }
            let lines =
                [
                    "Swinject: Resolution failed. Expected registration:",
                    "\t{ \(label.describe(type, as: type, in: nil, completions: 0)) }", "Available registrations:",
                ] + near.map { "\t{ \($0.shownAsEntry) }" }.sorted()
            let nearSteps = near.map { ResolutionError.Step($0.label.shown(of: $0.foundType), $0.location) }
                .sorted { $0.key.description < $1.key.description }
            let error = ResolutionError.unresolved(label.shown(of: type), .near(Array(nearSteps.prefix(3))))
            let fix = "register it with this name and these types of arguments, here or in a parent."
            return (lines + [error.message(fix: fix)]).joined(separator: "\n")
        }
    }
}

// MARK: The end of the process

/// Ends the process with the message of an error, without the steps of graphs that are continued.
func endProcess(_ error: ResolutionError) -> Never {
    endProcess(error.removingPathSteps(ofType: GraphIdentifier.self).description)
}

/// Ends the process: a service was not resolved that is required.
func endUnresolved(_ type: any Any.Type, _ headline: String) -> Never {
    let fix = """
        register it with the name and the types of arguments that are asked for, here or in a parent; a native parent that is closed has \
        none. With SWINJECT_LOGGING_ENABLED=1 in the environment, the log shows what is registered.
        """
    endProcess(.unresolved(ServiceKey(type), .words(headline: "\(headline)", fix: "\(fix)")))
}

extension ResolutionError {
    /// The error of a key that the running factory asks for in vain.
    fileprivate static func unresolved(_ key: ServiceKey, _ detail: Detail) -> ResolutionError {
        let steps = RunningPath.shownSteps
        return ResolutionError(
            .missing, key, path: steps + [Step(key)], location: steps.last?.location, detail: detail)
    }
}

private struct Logging: @unchecked Sendable {  // Any thread may call the function, as it may call factories.
    let function: LoggingFunctionType?
}
