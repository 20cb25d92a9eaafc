// An entry: its factory and settings, and how they make instances.
//
//     transient, graph, container, weak    lifetimes of a cell, which keeps the instance
//     a custom scope                       the scope's storage: StoredInstance.swift

internal import ArmoryCore
internal import ArmoryRegistry

/// The settings of an entry.
struct Settings<Service> {
    var scope: any ObjectScopeProtocol
    /// The latest closure that completes instances; nil: there is none.
    var completion: Completion<Service>?
    /// The holder of the storage; nil if a cell keeps the instances.
    var holder: StorageHolder?
    /// Whether an instance in the scope `graph` or `weak` was a value: these refer to instances weakly, so they share no values.
    var hasValues = false

    init(_ scope: any ObjectScopeProtocol, _ turn: Turn) {
        self.scope = scope
        holder = scope.isPredefined ? nil : StorageHolder(scope, turn)
    }

    var lifetime: Lifetime {
        if scope === ObjectScope.container { return .singleton }
        if hasValues || holder != nil { return .transient }
        if scope === ObjectScope.graph { return .graph }
        return scope === ObjectScope.weak ? .shared : .transient
    }
}

/// A closure that completes instances, and the closures that run before it.
final class Completion<Service> {
    private let body: (any Resolver, Service) -> Void
    private let earlier: Completion?
    /// The number of closures.
    let count: Int

    init(_ body: @escaping (any Resolver, Service) -> Void, after earlier: Completion?) {
        self.body = body
        self.earlier = earlier
        count = (earlier?.count ?? 0) + 1
    }

    func complete(_ service: Service, _ container: Container) {
        earlier?.complete(service, container)
        body(container, service)
    }
}

// Sendable, as the owner's lock guards the settings, and the users promise that any thread may call the closures.
final class ServiceRecord<Service>: Record<Service>, AnyServiceRecord, @unchecked Sendable {
    let owner: Owner
    /// The types that the factory is known to resolve; nil: nothing is known.
    let needs: [any Any.Type]?
    /// The factory if it has no arguments, unless an extension has registered it.
    private let plain: ((any Resolver) -> Service)?
    /// The factory in all other cases: a `Taking`.
    private let taking: AnyObject?
    private var settings: Settings<Service>

    var target: any AnyServiceRecord { self }

    init(
        _ label: Label, _ scope: ObjectScope, in owner: Owner, needs: [any Any.Type]? = nil,
        plain: ((any Resolver) -> Service)? = nil, taking: AnyObject? = nil
    ) {
        self.owner = owner
        self.needs = needs
        self.plain = plain
        self.taking = taking
        settings = Settings(scope, owner.registry.turn)
        super.init(label)
    }

    /// The owner's lock is held.
    override var lifetime: Lifetime { settings.lifetime }

    var shownSettings: (scope: any ObjectScopeProtocol, completions: Int) {
        owner.registry.locked { (settings.scope, settings.completion?.count ?? 0) }
    }

    /// Changes the settings, and lets the instance go.
    ///
    /// - Parameter body: Runs under the lock, so it may only store existing values.
    func change(_ body: (inout Settings<Service>) -> Void) {
        let former = owner.registry.locked { () -> (Settings<Service>, StandaloneCell?) in
            let old = settings
            body(&settings)
            return (old, exchangeCell())
        }
        // Released after the lock: a scope, a storage and an instance are the user's.
        withExtendedLifetime(former) {}
    }

    /// The settings, with the cell that goes with them.
    private var current: (settings: Settings<Service>, cell: StandaloneCell) {
        while true {
            let (settings, cell) = owner.registry.locked { (self.settings, knownCell) }
            if let cell { return (settings, cell) }
            _ = owner.registry.cell(of: self)
        }
    }

    // MARK: Instances

    override func instance(for asked: Container, of owner: Container, _ call: Call?) -> Service? {
        while true {
            let (settings, cell) = current
            if settings.holder == nil, let ready = cell.present(Service.self) { return ready }
            let isKept = cell.lifetime == .singleton || cell.lifetime == .shared
            let making = Making(cell, settings, isKept ? asked.view(of: owner) : asked, call)
            do throws(ResolutionError) {
                if let holder = settings.holder { return try stored(in: holder, making) }
                return try obtain(making)
            } catch {
                if let value = making.value {
                    change { $0.hasValues = true }
                    if !making.isComplete { settings.completion?.complete(value, making.container) }
                    return value
                }
                // Another thread's factory has returned one.
                if error.underlying is ValueMade { continue }
                return noInstance(error)
            }
        }
    }

    private func obtain(_ making: Making<Service>) throws(ResolutionError) -> Service {
        do throws(ResolutionError) {
            return try making.obtain(from: making.cell) { [self] in try make(making) }
        } catch {
            guard error.code == .cycle, making.cell.lifetime != .transient, canRerun(making.cell, making.call) else {
                throw error
            }
            return try rerun(making)
        }
    }

    /// Makes an instance, or takes that of an earlier resolve in the graph, or that of a second run.
    private func make(_ making: Making<Service>) throws -> Service {
        let (cell, lifetime) = (making.cell, making.cell.lifetime)
        if lifetime == .graph, let memory = RunningGraph.known?.memory, let object = memory.object(of: cell),
            let known = object as? Service
        {
            making.isComplete = true
            return known
        }
        var made = try create(making.container, making.call)
        guard lifetime != .transient else { return made }
        let graph = RunningGraph.known
        if let rerun = graph?.takeRerun(of: cell), let instance = rerun.instance, let known = instance as? Service {
            making.isComplete = true
            made = known
        }
        if lifetime == .singleton { return made }
        guard !isValue(made) else {
            making.value = made
            throw ValueMade()
        }
        if lifetime == .graph {
            graph?.memory?.note(made as AnyObject, of: cell)
        } else {
            // The graph holds it, so that it lives until the outermost resolve has ended.
            RunningGraph.current.held.append(made as AnyObject)
        }
        return made
    }

    /// Calls the factory.
    func create(_ container: Container, _ call: Call?) throws -> Service {
        guard let events = owner.registry.events else { return try callFactory(container, call) }
        let graph = RunningGraph.current
        let asker = graph.makers.last
        graph.makers.append(self)
        defer { graph.makers.removeLast() }
        return try events.making(self, for: asker) { try callFactory(container, call) }
    }

    private func callFactory(_ container: Container, _ call: Call?) throws -> Service {
        if let plain, call == nil { return plain(container) }
        guard let taking = taking ?? plain.map({ Taking<any Resolver>($0) }) else {
            preconditionFailure("it has no factory")
        }
        let made: Any
        if let call {
            made = call.body(taking, container)
        } else {
            made = unsafe unsafeDowncast(taking, to: Taking<any Resolver>.self).factory(container)
        }
        guard let service = made as? Service else { throw Declined("its factory returned a \(type(of: made))") }
        return service
    }

    /// Nil if the factory has made no instance; ends the process for other errors.
    private func noInstance(_ error: ResolutionError) -> Service? {
        guard error.code == .declined else {
            if error.code == .cycle { endInCircle() }
            endProcess(error.description)
        }
        Container.log {
            "Swinject: Resolution failed. The factory of\n\t{ \(self.shownAsEntry) }\nreturned an instance of another type."
        }
        return nil
    }

    // MARK: Letting go

    func forget() {
        let (cell, holder) = owner.registry.locked { (exchangeCell(), settings.holder) }
        let hadInstance = owner.registry.events != nil && cell?.present(Service.self) != nil
        withExtendedLifetime(cell) {}
        let hadStored = holder?.reset() ?? false
        if hadInstance || hadStored { owner.registry.events?.closed(self) }
    }

    func reportEnd() {
        guard let events = owner.registry.events else { return }
        let (cell, holder) = owner.registry.locked { (knownCell, settings.holder) }
        if cell?.present(Service.self) != nil || holder?.hasInstance ?? false { events.closed(self) }
    }
}

/// One call that makes, or finds, an instance.
final class Making<Service> {
    let cell: StandaloneCell
    let completion: Completion<Service>?
    /// What the factory receives.
    let container: Container
    let call: Call?
    /// Whether the instance was completed by an earlier call.
    var isComplete = false
    /// The instance, if it is a value that the cell must not share.
    var value: Service?

    init(_ cell: StandaloneCell, _ settings: Settings<Service>, _ container: Container, _ call: Call?) {
        self.cell = cell
        completion = settings.completion
        self.container = container
        self.call = call
    }

    /// Asks a cell, which is this one or stands for it.
    ///
    /// - Parameter isRepeated: Whether the factory may ask for its own key again.
    func obtain(
        from cell: StandaloneCell, isRepeated: Bool = false, _ make: () throws -> Service
    ) throws(ResolutionError) -> Service {
        // The user's closure cannot throw, so it cannot be put off.
        let options: MakingOptions = call != nil || isRepeated ? [.endsWithCall, .isRepeatable] : .endsWithCall
        guard let completion else { return try cell.obtain(Service.self, options, make) }
        return try cell.obtain(
            Service.self, options,
            completedBy: { [self] in if !isComplete { completion.complete($0, container) } }, make)
    }
}

/// An instance in the scope `graph` or `weak` is a value: its cell does not take it, and the resolve returns it.
struct ValueMade: Error {}

/// Whether an instance is no object.
func isValue<T>(_ instance: T) -> Bool {
    if T.self is AnyObject.Type { return false }
    // An error is in a box of its own.
    return T.self == (any Error).self || !(type(of: instance as Any) is AnyObject.Type)
}
