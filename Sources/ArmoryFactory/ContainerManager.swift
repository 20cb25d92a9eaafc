// The state of a container: the options of its factories, and the store of its instances.

internal import Armory
internal import Synchronization

/// Manages the registrations and instances of a container.
///
/// Each container has one manager. Any thread may use it; no lock is held while closures run.
public final class ContainerManager: @unchecked Sendable {  // `lock` guards every `var`.
    private let lock = Lock()
    let store = Store()
    private var entries: [FactoryKey: Entry] = [:]
    /// The generation that was given last.
    private var lastGeneration: UInt64 = 0
    private var state = State()
    private var preparation = Preparation.needed
    /// The number of the thread that has called `autoRegister()` last.
    private var registeringThread: UInt64 = 0
    private var pushed: [Pushed] = []

    /// The part of the state that `reset()` sets to its beginning.
    private struct State {
        var defaultScope: Scope?
        var decorator: AnyDecorator?
        var promiseTriggersError: Bool?
    }

    /// Whether the container has registered itself: see ``AutoRegistering``.
    private enum Preparation {
        case needed, running, done
        /// `autoRegister()` runs, and another thread has removed registrations of it.
        case runningInVain
    }

    /// What `push()` has saved.
    private struct Pushed {
        let entries: [FactoryKey: Entry]
        let state: State
        let preparation: Preparation
        let instances: [any SavedInstance]
    }

    /// Creates a manager.
    public init() {}
}

// MARK: Resolving

/// What a resolve must know.
struct Plan {
    let entry: Entry
    let scope: Scope
    let decorator: AnyDecorator?
}

/// A closure that is called with every instance that a container resolves.
final class AnyDecorator: @unchecked Sendable {  // The user promises that any thread may call it.
    let body: (Any) -> Void

    init(_ body: @escaping (Any) -> Void) { self.body = body }
}

extension ContainerManager {
    /// Returns the plan for a resolve, after the container has registered itself.
    func plan(_ key: FactoryKey, for container: any ManagedContainer) -> Plan {
        lockPrepared(container)
        defer { lock.unlock() }
        if let entry = entries[key] { return plan(of: entry) }
        let entry = newEntry(key)
        entries[key] = entry
        return plan(of: entry)
    }

    /// The plan for a resolve with an entry; requires the lock.
    private func plan(of entry: Entry) -> Plan {
        Plan(entry: entry, scope: entry.options.scope ?? state.defaultScope ?? .unique, decorator: state.decorator)
    }

    /// An entry without options; requires the lock.
    private func newEntry(_ key: FactoryKey) -> Entry { Entry(key, nextGeneration()) }

    /// A generation that no entry has yet; requires the lock.
    private func nextGeneration() -> UInt64 {
        lastGeneration += 1
        return lastGeneration
    }

    /// Whether no registration, reset, pop or other scope has replaced an entry since a resolve has read it.
    ///
    /// Each of them first gives the factory another generation and then releases its instances. So a resolve that asks
    /// when its place is in the store is either told, or the place is removed later: nothing outdated is kept.
    func isCurrent(_ entry: Entry, of key: FactoryKey) -> Bool {
        lock.withLock { entries[key]?.generation == entry.generation }
    }

    /// Changes options of a factory, after the container has registered itself; false: `once()` protects them.
    ///
    /// - Parameters:
    ///   - isRenewed: Whether running resolves do not keep their instances.
    ///   - body: Runs with the lock held, so it may only store existing values.
    @discardableResult
    func change(
        _ key: FactoryKey, for container: any ManagedContainer, isOnce: Bool, isRenewed: Bool = false,
        _ body: (inout Options) -> Void
    ) -> Bool {
        lockPrepared(container)
        let old = entries[key] ?? newEntry(key)
        let isChanged = old.options.isOnce == isOnce
        if isChanged { entries[key] = old.changed(key, container, isRenewed ? nextGeneration() : nil, body) }
        lock.unlock()
        // Released outside of the lock: the old entry holds closures of the user.
        withExtendedLifetime(old) {}
        return isChanged
    }

    /// Changes options of a factory that are protected, too.
    func change(_ key: FactoryKey, isRenewed: Bool, _ body: (inout Options) -> Void) {
        let old = lock.withLock {
            let old = entries[key]
            if let old { entries[key] = old.changed(key, nil, isRenewed ? nextGeneration() : nil, body) }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Sets the scope of a factory.
    ///
    /// - Returns: The name under which the container keeps an instance of the former scope; nil if there is none.
    func setScope(
        _ scope: Scope?, of key: FactoryKey, for container: any ManagedContainer, isOnce: Bool
    ) -> Armory.Name? {
        lockPrepared(container)
        let old = entries[key]
        guard old?.options.scope !== scope, old.map({ $0.options.isOnce == isOnce }) ?? true else {
            lock.unlock()
            return nil
        }
        let generation = nextGeneration()
        entries[key] =
            old?.changed(key, container, generation) { $0.scope = scope } ?? Entry(key, container, scope, generation)
        lock.unlock()
        withExtendedLifetime(old) {}
        return old?.name
    }

    /// Removes the options of a factory, after the container has registered itself.
    ///
    /// - Returns: The plan of before.
    func remove(_ key: FactoryKey, for container: any ManagedContainer) -> Plan {
        lockPrepared(container)
        defer { lock.unlock() }
        return plan(of: entries.removeValue(forKey: key) ?? newEntry(key))
    }
}

// MARK: Registering first

extension ContainerManager {
    /// Whether this thread calls `autoRegister()` now.
    var isAutoRegistering: Bool { lock.withLock { runsHere } }

    /// Whether this thread calls `autoRegister()` now; requires the lock.
    private var runsHere: Bool {
        (preparation == .running || preparation == .runningInVain) && registeringThread == Platform.threadNumber
    }

    /// Takes the lock, after the container has registered itself.
    private func lockPrepared(_ container: any ManagedContainer) {
        lock.lock()
        while preparation != .done {
            lock.unlock()
            let isOver = prepare(container)
            lock.lock()
            if !isOver { return }
        }
    }

    /// Has the container register itself, once; other threads wait, and a nested call returns at once.
    ///
    /// - Returns: Whether `autoRegister()` is over. If not, it runs on this thread, or on one that waits for this thread.
    private func prepare(_ container: any ManagedContainer) -> Bool {
        guard ContainerType.isAutoRegistering(container) else {
            lock.withLock { if preparation == .needed { preparation = .done } }
            return true
        }
        return Armory.Container.inTurn(of: self) {
            let before = lock.withLock {
                let before = preparation
                if before == .needed { (preparation, registeringThread) = (.running, Platform.threadNumber) }
                return before
            }
            guard before == .needed else { return before == .done }
            (container as? any AutoRegistering)?.autoRegister()
            lock.withLock { preparation = preparation == .runningInVain ? .needed : .done }
            return true
        }
    }

    /// Has the container register itself again at its next use; requires the lock.
    ///
    /// A removal by `autoRegister()` itself is a part of it.
    private func prepareAgain() {
        if preparation == .done {
            preparation = .needed
        } else if preparation == .running, !runsHere {
            preparation = .runningInVain
        }
    }
}

// MARK: Properties

extension ContainerManager {
    /// The scope of factories without one; nil for ``Scope/unique``.
    public var defaultScope: Scope? {
        get { lock.withLock { state.defaultScope } }
        set { changeState { $0.defaultScope = newValue } }
    }

    /// Whether resolving a promise that no module has kept ends the process; by default, in debug builds except
    /// previews.
    public var promiseTriggersError: Bool {
        get {
            lock.withLock { state.promiseTriggersError }
                ?? { FactoryContext.current.isDebug && !FactoryContext.current.isPreview }()
        }
        set { changeState { $0.promiseTriggersError = newValue } }
    }

    /// How often a type may occur in a chain of resolves; without effect.
    ///
    /// A factory that needs itself ends the process at once, in debug and in release builds, with the path.
    public var dependencyChainTestMax: Int {
        get { 8 }
        // swift-format-ignore: UnusedSetterValue
        set {}
    }

    /// Whether a factory without a parameter ends the process at once if it needs itself, for every container.
    ///
    /// If not, such a factory may call itself a limited number of times; the process ends when the stack is used up. A
    /// factory that keeps its instance always ends the process.
    public var circularDependencyTesting: Bool {
        get { Self.testsCircles.load(ordering: .relaxed) }
        set { Self.testsCircles.store(newValue, ordering: .relaxed) }
    }

    // Relaxed: nothing else is published with it.
    private static let testsCircles = Atomic(true)

    /// Whether every resolve of every container is logged.
    public var trace: Bool {
        get { Trace.isOn }
        set { Trace.isOn = newValue }
    }

    /// The closure that logs, for every container; by default, it prints.
    public var logger: (String) -> Void {
        get { Trace.logger.value.body }
        set { Trace.logger.change { [logger = Trace.Logger(newValue)] in $0 = logger } }
    }

    func setDecorator(_ decorator: ((Any) -> Void)?) {
        let new = decorator.map { AnyDecorator($0) }
        changeState { $0.decorator = new }
    }

    /// - Parameter body: Runs with the lock held, so it may only store existing values.
    private func changeState(_ body: (inout State) -> Void) {
        let old = lock.withLock {
            let old = state
            body(&state)
            return old
        }
        // Released outside of the lock: a scope has instances of the user's, a decorator has a closure.
        withExtendedLifetime(old) {}
    }
}

// MARK: Resetting

extension ContainerManager {
    /// Removes registrations, options and instances.
    ///
    /// Any thread may call it while others resolve. An instance that is being created meanwhile goes to its callers and
    /// is not kept. Singletons stay: see ``Scope/Singleton/reset()``.
    ///
    /// - Parameter options: The part to remove; by default everything, and the container registers itself again at its
    ///   next use.
    public func reset(options: FactoryResetOptions = .all) {
        switch options {
        case .all:
            let old = lock.withLock {
                defer {
                    (entries, state) = ([:], State())
                    prepareAgain()
                }
                return (entries, state)
            }
            store.forgetAll()
            // Released outside of the lock: they hold closures of the user.
            withExtendedLifetime(old) {}
        case .none: break
        case .registration: changeAll(isRenewed: true) { $0.registration = nil }
        case .context: changeAll(isRenewed: false) { $0.contexts = ContextClosures() }
        case .scope: store.forgetAll()
        }
    }

    /// Changes the options of all factories.
    ///
    /// - Parameter isRenewed: Whether the container registers itself again, and running resolves do not keep their
    ///   instances.
    private func changeAll(isRenewed: Bool, _ body: (inout Options) -> Void) {
        let old = lock.withLock {
            let old = entries
            let generation = isRenewed ? nextGeneration() : nil
            for (key, entry) in old { entries[key] = entry.changed(key, nil, generation, body) }
            if isRenewed { prepareAgain() }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Releases the instances of one scope, which this container keeps.
    ///
    /// A singleton scope is not the container's: see ``Scope/Singleton/reset()``.
    public func reset(scope: Scope) {
        if scope.store != nil { return logger("FACTORY: Singleton scope not managed by container") }
        store.forgetKept { $0.site.scope == scope.number }
    }

    /// Whether there is nothing of a kind in this container.
    ///
    /// - Parameter options: The kind: registrations, closures of contexts, or instances; `all` for any of them.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let all = lock.withLock { entries.values.map(\.options) }
        return switch options {
        case .all: all.allSatisfy { $0.registration == nil && $0.contexts.isEmpty } && store.isEmpty
        case .none: true
        case .registration: all.allSatisfy { $0.registration == nil }
        case .context: all.allSatisfy(\.contexts.isEmpty)
        case .scope: store.isEmpty
        }
    }

    /// Saves registrations, options and instances, so that ``pop()`` restores them.
    ///
    /// Any thread may call it while others resolve.
    public func push() {
        let instances = store.instances()
        lock.withLock {
            pushed.append(Pushed(entries: entries, state: state, preparation: preparation, instances: instances))
        }
    }

    /// Restores what the last ``push()`` has saved; does nothing without one.
    ///
    /// Each factory changes at once: a thread that resolves meanwhile gets the instance of before or the restored one.
    public func pop() {
        let old = lock.withLock { () -> (Pushed, [FactoryKey: Entry], State)? in
            guard let last = pushed.popLast() else { return nil }
            let old = (last, entries, state)
            let generation = nextGeneration()
            entries = [:]
            for (key, entry) in last.entries { entries[key] = entry.changed(key, nil, generation) { _ in } }
            state = last.state
            if last.preparation != .done {
                prepareAgain()
            } else if preparation == .needed {
                preparation = .done
            }
            return old
        }
        // Also keeps the closures of the user until the lock is released.
        if let old { store.restore(old.0.instances) }
    }
}

/// Remembers which types of containers register themselves: finding a conformance takes long.
private enum ContainerType {
    private static let known = Guarded<[ObjectIdentifier: Bool]>([:])

    static func isAutoRegistering(_ container: any ManagedContainer) -> Bool {
        let type = ObjectIdentifier(Swift.type(of: container))
        if let answer = known.value[type] { return answer }
        let answer = container is any AutoRegistering
        known.change { $0[type] = answer }
        return answer
    }
}
