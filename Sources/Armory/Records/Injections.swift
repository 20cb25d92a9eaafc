/// The injections and hooks of a record, with their properties that do not depend on the type.
package class Injections: @unchecked Sendable {  // Immutable.
    /// The known dependencies.
    final let needs: [Dependency]
    /// The hooks, in the order in which they were added.
    final let hooks: [Hook]
    /// Whether an injection has unknown dependencies.
    final let isOpaque: Bool
    /// Whether there is an injection that is not a hook.
    final let injects: Bool
    /// Whether there is one that completes an instance before it is handed out.
    final let completes: Bool
    /// Whether there is one that is called when the whole graph is wired.
    final let callsWired: Bool
    /// Whether there is a start hook or a stop hook.
    final let isStartable: Bool
    /// Whether there is a shutdown hook that awaits.
    final let shutdownAwaits: Bool

    fileprivate init<T>(_ all: [Injection<T>]) {
        needs = all.flatMap { $0.needs ?? [] }
        isOpaque = all.contains { $0.needs == nil }
        // A closure and not a key path: generic code creates a key path anew each time.
        hooks = all.compactMap { $0.hook }
        injects = hooks.count != all.count
        completes = all.contains { $0.hook == nil && !$0.waitsForGraph }
        callsWired = all.contains { $0.waitsForGraph }
        isStartable = hooks.contains { $0.time == .start || $0.time == .stop }
        shutdownAwaits = hooks.contains { $0.time == .shutdown && $0.awaits }
    }

    /// The properties of one injection that completes the instances and has unknown dependencies.
    fileprivate init() {
        (needs, hooks) = ([], [])
        (isOpaque, injects, completes) = (true, true, true)
        (callsWired, isStartable, shutdownAwaits) = (false, false, false)
    }

    /// The injections with the type of the instances, which the caller knows.
    ///
    /// Not checked: a caller may hold the metatype of a subclass as that of a superclass. Instances of both are references.
    @unsafe
    final func of<T>(_ type: T.Type) -> InjectionsOf<T> {
        unsafe Unmanaged.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }

    /// The same injections, which run inside a change.
    func changed(by change: any ClosureChange) -> Injections { self }

    /// The hooks only, for a record around this one; nil: there are none.
    var hooksAlone: Injections? { nil }

    /// All that are not hooks; nil: there are none.
    var withoutHooks: Injections? { nil }
}

/// The injections themselves.
final class InjectionsOf<T>: Injections, @unchecked Sendable {  // As `Injections`.
    let all: [Injection<T>]
    /// Those that complete an instance before it is handed out.
    let completing: [Injection<T>]

    init(_ all: [Injection<T>]) {
        self.all = all
        completing = all.filter { $0.hook == nil && !$0.waitsForGraph }
        super.init(all)
    }

    /// One injection that completes the instances.
    ///
    /// Cheaper, for callers that bring one along at each call.
    init(completing body: @escaping @Sendable (inout T, Resolver) throws -> Void) {
        all = [Injection(needs: nil, body: body)]
        completing = all
        super.init()
    }

    override func changed(by change: any ClosureChange) -> Injections {
        InjectionsOf(all.map { $0.changed(by: change) })
    }

    override var hooksAlone: Injections? { filtered { $0.hook != nil } }

    override var withoutHooks: Injections? { filtered { $0.hook == nil } }

    private func filtered(_ isIncluded: (Injection<T>) -> Bool) -> Injections? {
        let some = all.filter(isIncluded)
        return some.isEmpty ? nil : InjectionsOf(some)
    }
}
