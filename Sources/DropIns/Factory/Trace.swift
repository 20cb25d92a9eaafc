// The log of resolves. The lines of an outermost resolve are collected, and logged when it ends.

internal import ArmoryCore
internal import Synchronization

enum Trace {
    private static let isOnFlag = Atomic(false)

    /// Whether resolves are logged.
    static var isOn: Bool {
        // Relaxed: nothing else is published with it.
        get { isOnFlag.load(ordering: .relaxed) }
        set { isOnFlag.store(newValue, ordering: .relaxed) }
    }

    static let logger = Guarded(Logger { print($0) })

    struct Logger: @unchecked Sendable {  // The user promises that any thread may call it.
        let body: (String) -> Void

        init(_ body: @escaping (String) -> Void) { self.body = body }
    }

    /// The lines of an outermost resolve.
    private final class Log: Sendable {
        let lines = Guarded<[String]>([])
        /// The turn of the thread that runs the resolve.
        let reentrantLock = ReentrantLock()
    }

    @TaskLocal private static var running: (log: Log, depth: Int)?

    /// Runs a resolve that is logged: with the object's address, its type, and a letter for where it comes from.
    ///
    /// `C` is a kept instance, `F` one that the property's closure has created, `R` a registered one, `O` one of a context.
    static func traced<T>(_ factory: String, _ body: () -> (instance: T, origin: String)) -> T {
        // A task inherits the log of the closure that starts it, whose resolve runs on another thread, or has ended.
        if let (log, depth) = running, log.reentrantLock.isHeldByCurrentThread {
            return traced(factory, in: log, depth + 1, body)
        }
        let log = Log()
        let instance = log.reentrantLock.withLockOrWithout { traced(factory, in: log, 0, body) }
        let logger = logger.value.body
        for line in log.lines.value { logger(line) }
        return instance
    }

    private static func traced<T>(
        _ factory: String, in log: Log, _ depth: Int, _ body: () -> (instance: T, origin: String)
    ) -> T {
        let begin = "\(depth): \(String(repeating: "    ", count: depth))\(factory)"
        let line = log.lines.withLock { lines in
            lines.append(begin)
            return lines.count - 1
        }
        let (instance, origin) = $running.withValue((log, depth), operation: body)
        let address = objectIn(instance).map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
        let end = " = \(origin):\(address) \(type(of: instance as Any))"
        log.lines.withLock { $0[line] += end }
        return instance
    }
}
