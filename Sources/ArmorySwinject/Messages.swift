// The messages of failures, in the words of Swinject and then of the engine.

internal import Armory

/// A function that receives messages.
public typealias LoggingFunctionType = (String) -> Void

extension Container {
    /// The function that receives the messages about failed resolves; nil for none.
    ///
    /// By default, it prints them. Any thread may set it.
    public static var loggingFunction: LoggingFunctionType? {
        get { logging.function }
        set { logging.function = newValue }
    }

    private static let logging = Logging()

    /// Passes a message to ``loggingFunction``.
    public static func log(_ message: String) { loggingFunction?(message) }

    /// Logs that a service is not registered, with the registrations of its type.
    func logMissing(_ type: any Any.Type, _ question: Question) {
        // Collecting the registrations takes long.
        guard Self.loggingFunction != nil else { return }
        let label = question.label
        let entries = entries.filter { $0.companion.entry.serviceType == type }
            .map { "\t{ \($0.companion.describe(as: $0.serviceType)) }" }.sorted()
        let lines =
            [
                "Swinject: Resolution failed. Expected registration:",
                "\t{ \(label.describe(type, as: type, in: nil, completions: 0)) }", "Available registrations:",
            ] + entries
        let error = engine.missing(ServiceKey(type, qualifier: label.qualifier))
        let fix = "register it with this name and these types of arguments, here or in a parent."
        Self.log((lines + [error.message(fix: fix)]).joined(separator: "\n"))
    }
}

private final class Logging: @unchecked Sendable {  // `lock` guards `current`.
    private let lock = Lock()
    private var current: LoggingFunctionType? = {
        print($0)
        // The program may be about to end, by `!`.
        Platform.flushOutput()
    }

    var function: LoggingFunctionType? {
        get { lock.withLock { current } }
        set {
            let old = lock.withLock { () -> LoggingFunctionType? in
                defer { current = newValue }
                return current
            }
            // Released without the lock: its captures are user objects.
            withExtendedLifetime(old) {}
        }
    }
}

extension Container {
    /// The number of factories inside of one another at which a circle counts as endless.
    private static var maximalDepth: Int { 200 }

    /// Ends the process if the factory that runs is part of an endless circle.
    ///
    /// A circle that `initCompleted` closes calls a factory again a few times.
    static func checkDepth() {
        guard depth >= maximalDepth, Armory.Container.isInnermostRepeated else { return }
        endProcess("\(circleMessage)\n  path: \(Armory.Container.path.joined(separator: " → "))")
    }

    private static var depth: Int { Armory.Container.depth }
}

private let circleMessage = """
    Infinite recursive call for circular dependency has been detected. \
    To avoid the infinite call, 'initCompleted' handler should be used to inject circular dependency.
    """

/// Ends the process with an error's message.
func endProcess(_ error: ResolutionError) -> Never {
    if error.code == .cycle { endProcess("\(circleMessage)\n\(error)") }
    endProcess(error.description)
}

/// Returns the result of `body`; ends the process if it throws.
func orEnd<R>(_ body: () throws(ResolutionError) -> R) -> R {
    do throws(ResolutionError) { return try body() } catch { endProcess(error) }
}
