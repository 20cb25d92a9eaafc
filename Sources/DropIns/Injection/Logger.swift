// The log of resolves.

internal import ArmoryCore
internal import ArmoryRegistry
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
        /// Every resolve is logged.
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

    /// Logs that a key is looked up, and whether the parent is asked for it.
    static func note(_ key: EntryKey, _ module: Module) {
        guard isVerbose.load(ordering: .relaxed) else { return }
        let isOwn = !module.hasParent || module.registry.ownEntry(key) != nil
        print("resolving \(tagged(key.shown.description))\(isOwn ? "" : ", from the parent")")
    }
}
