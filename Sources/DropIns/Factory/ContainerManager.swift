// The state of a container: a registry of its factories, with their options and instances.

internal import ArmoryCore
internal import ArmoryRegistry
internal import Synchronization

/// Manages the registrations and instances of a container.
///
/// Each container has one manager. Any thread may use it; no lock is held while closures run.
public final class ContainerManager: @unchecked Sendable {  // The registry's lock guards every `var`.
    let registry: Registry
    var state = State()
    var preparation = Preparation.needed
    var pushed: [Pushed] = []
    /// A native container, which resolves types that are not registered here.
    private var foreignParent: NativeParent?

    /// The part of the state that `reset()` sets to its beginning.
    struct State {
        var defaultScope: Scope?
        var decorator: AnyDecorator?
        var promiseTriggersError: Bool?
    }

    /// Whether the container has registered itself: see ``AutoRegistering``.
    enum Preparation {
        case needed, running, done
        /// `autoRegister()` runs, and another thread has removed registrations of it.
        case runningInVain
    }

    /// The state that `push()` has saved.
    struct Pushed {
        let places: [SavedPlace]
        let state: State
        let preparation: Preparation
    }

    /// Creates a manager.
    public init() { registry = Registry(events: Self.newEvents()) }

    var nativeParent: NativeParent? {
        get { registry.locked { foreignParent } }
        set {
            let old = registry.locked {
                defer { foreignParent = newValue }
                return foreignParent
            }
            // Released outside of the lock: it may be the last reference to a container.
            withExtendedLifetime(old) {}
        }
    }

    /// The instance of the native parent; nil: it has no registration of the type.
    func instanceOfParent<T>(_ type: T.Type) -> T? {
        do { return try nativeParent?.instance(type, nil) } catch { endProcess("FACTORY: \(error)") }
    }
}

// MARK: Resolving

/// The entry and the options of a factory at the beginning of a resolve.
struct Plan {
    let entry: FactoryEntry
    let options: SharedOptions
    let decorator: AnyDecorator?
    let renewals: Int
    /// The scope; nil if there is a cell.
    let keeper: Scope?
    /// The cell of the factory; nil: a singleton scope has it, or each parameter has one.
    let cell: StandaloneCell?
}

extension ContainerManager {
    /// Returns the plan for a resolve, after the container has registered itself.
    func plan(_ factory: FactoryIdentity) -> Plan {
        var plan: Plan?
        var gone: StandaloneCell?
        defer { withExtendedLifetime(gone) {} }
        change(factory) { entry in
            let options = entry.options
            let scope = scope(of: options)
            var cell: StandaloneCell?
            if scope.registry == nil, !options.value.scopesOnParameters || scope.lifetime == .transient {
                gone = entry.begin(scope, options.value.timeToLive)
                cell = entry.currentCell()
            }
            plan = Plan(
                entry: entry, options: options, decorator: state.decorator, renewals: entry.renewals(for: scope),
                keeper: cell == nil ? scope : nil, cell: cell)
        }
        // The closure has run.
        return unsafe plan.unsafelyUnwrapped
    }

    /// The scope of a factory; the registry is locked.
    func scope(of options: SharedOptions) -> Scope {
        options.value.scope ?? state.defaultScope ?? Scope.unique
    }

    /// Whether no registration, reset, pop or other scope has made the plan outdated.
    func isCurrent(_ plan: Plan) -> Bool {
        registry.locked { plan.entry.renewals(for: plan.keeper) == plan.renewals }
    }

    /// Runs `body` with the entry of a factory, after the container has registered itself.
    ///
    /// - Parameters:
    ///   - isFirstUse: Whether this may be the use before which the container registers itself; a reset is none.
    ///   - body: Runs with the lock held, so it may only store existing values.
    func change(_ factory: FactoryIdentity, isFirstUse: Bool = true, _ body: (FactoryEntry) -> Void) {
        var isExempt = false
        while true {
            var isPrepared = false
            registry.change(factory.key) {
                FactoryEntry(factory.key, at: factory.location)
            } _: { entry in
                guard isExempt || preparation == .done || !isFirstUse && preparation == .needed else { return }
                isPrepared = true
                // The registry of a container has no others without a parameter.
                body(unsafe unsafeDowncast(entry, to: FactoryEntry.self))
            }
            if isPrepared { return }
            isExempt = !prepare(factory.container)
        }
    }
}

// MARK: Properties

extension ContainerManager {
    /// The scope of factories without one; nil for ``Scope/unique``.
    ///
    /// An instance that a scope keeps already stays if the new default keeps instances as long.
    public var defaultScope: Scope? {
        get { registry.locked { state.defaultScope } }
        set { changeState { $0.defaultScope = newValue } }
    }

    /// Whether resolving a promise that no module has kept ends the process; by default, in debug builds except
    /// previews.
    public var promiseTriggersError: Bool {
        get {
            registry.locked { state.promiseTriggersError }
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
        get { Self.isCircularDependencyTesting }
        set { Self.testsCircles.store(newValue, ordering: .relaxed) }
    }

    // Relaxed: nothing else is published with it.
    private static let testsCircles = Atomic(true)
    static var isCircularDependencyTesting: Bool { testsCircles.load(ordering: .relaxed) }

    /// Whether every resolve of every container is logged.
    ///
    /// The lines of an outermost resolve are logged together when it ends. A task that a closure starts logs its resolves separately.
    public var trace: Bool {
        get { Trace.isOn }
        set { Trace.isOn = newValue }
    }

    /// The closure that logs, for every container; by default, it prints.
    public var logger: (String) -> Void {
        get { Trace.logger.value.body }
        set { Trace.logger.change { [logger = Trace.Logger(newValue)] in $0 = logger } }
    }

    /// Sets a closure that is called with the instances that the container resolves; see ``ManagedContainer/decorator(_:)``.
    public func decorator(_ decorator: ((Any) -> Void)?) {
        let new = decorator.map { AnyDecorator($0) }
        changeState { $0.decorator = new }
    }

    /// - Parameter body: Runs with the lock held, so it may only store existing values.
    private func changeState(_ body: (inout State) -> Void) {
        let old = registry.locked {
            let old = state
            body(&state)
            return old
        }
        // Released outside of the lock: a scope has instances of the user's, a decorator has a closure.
        withExtendedLifetime(old) {}
    }
}
