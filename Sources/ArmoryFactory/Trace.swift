// The log of resolves. Each thread collects the lines of an outermost resolve, which are logged when it ends.

internal import Armory
internal import Synchronization

/// One resolve in the log.
struct Trace {
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

    /// The lines of the running resolves, by the thread, and how deep the innermost one is.
    private static let threads = Guarded<[UInt64: (lines: [String], depth: Int)]>([:])

    private let thread: UInt64
    private let line: Int
    private let depth: Int

    static func begin(_ factory: String) -> Trace {
        let thread = Platform.threadNumber
        var trace = Trace(thread: thread, line: 0, depth: 0)
        threads.change { threads in
            var own = threads[thread] ?? ([], 0)
            trace = Trace(thread: thread, line: own.lines.count, depth: own.depth)
            own.lines.append("\(own.depth): \(String(repeating: "    ", count: own.depth))\(factory)")
            own.depth += 1
            threads[thread] = own
        }
        return trace
    }

    /// Completes the line: with the object's address, its type, and a letter for where it comes from.
    ///
    /// `C` is a kept instance, `F` one that the property's closure has created, `R` a registered one, `O` one of a context.
    func end<T>(_ instance: T, _ origin: String) {
        let address = ObjectIdentity.object(of: instance).map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
        let result = " = \(origin):\(address) \(type(of: instance as Any))"
        var finished: [String] = []
        Self.threads.change { threads in
            guard var own = threads[thread], line < own.lines.count else { return }
            own.lines[line] += result
            own.depth = depth
            threads[thread] = own
            if depth == 0 { finished = threads.removeValue(forKey: thread)?.lines ?? [] }
        }
        let log = Self.logger.value.body
        for line in finished { log(line) }
    }
}
