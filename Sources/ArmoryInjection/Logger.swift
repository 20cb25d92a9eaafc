// What is written while something is resolved.

internal import Armory
internal import Synchronization

/// Sets what is written to the standard output: every resolve in a debug build, where nobody has called this, as in Injection.
///
/// Any thread may call it.
public func inject(logger level: Logger.Level) {
    Logger.setLevel(level)
}

/// Writes what is resolved.
public final class Logger: Sendable {
    /// How much is written.
    public enum Level: Comparable, Sendable {
        /// Every resolve, each of which then takes the slow way.
        case debug
        /// Nothing: what fails ends the process, with its message on the standard error.
        case error

        /// `debug` in a debug build, `error` in a release build.
        static var `default`: Level {
            #if DEBUG
            .debug
            #else
            .error
            #endif
        }
    }

    private init() {}

    private static let isVerbose = Atomic(Level.default == .debug)

    fileprivate static func setLevel(_ level: Level) {
        // Relaxed: nothing else is ordered by it.
        isVerbose.store(level == .debug, ordering: .relaxed)
    }

    /// Whether every resolve is written.
    static var isTold: Bool { isVerbose.load(ordering: .relaxed) }

    /// Writes that a type is looked for, and whether its parent is asked.
    static func note(_ type: any Any.Type, _ name: Name?, _ module: Module) {
        guard isTold else { return }
        let key = ServiceKey(type, qualifier: name.map { Qualifier($0) })
        let isOwn = module.parent == nil || module.container.ownBindings.contains { $0.key == key }
        print("resolving \(key)\(isOwn ? "" : ", from the parent")")
    }
}
