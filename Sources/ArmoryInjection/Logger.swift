// The log of resolves.

internal import Armory
internal import Synchronization

/// Sets how much is logged to the standard output.
///
/// Before the first call, a debug build logs every resolve, as in Injection. Any thread may call this function.
public func inject(logger level: Logger.Level) {
    Logger.setLevel(level)
}

/// Logs resolves.
public final class Logger: Sendable {
    /// How much is logged.
    public enum Level: Comparable, Sendable {
        /// Every resolve is logged, and so takes the slow way.
        case debug
        /// Nothing is logged; a failed resolve ends the process, with its message on the standard error.
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
        // Relaxed: it orders no other memory access.
        isVerbose.store(level == .debug, ordering: .relaxed)
    }

    /// Whether every resolve is logged.
    static var isTold: Bool { isVerbose.load(ordering: .relaxed) }

    /// Logs that a type is looked up, and whether the parent is asked for it.
    static func note(_ type: any Any.Type, _ name: Name?, _ module: Module) {
        guard isTold else { return }
        let key = ServiceKey(type, qualifier: name.map { Qualifier($0) })
        let isOwn = module.parent == nil || module.container.ownBindings.contains { $0.key == key }
        print("resolving \(tagged(key.description))\(isOwn ? "" : ", from the parent")")
    }
}
