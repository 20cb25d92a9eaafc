// An entry: its factory and settings, and how they make instances.
//
//     transient, graph, container, weak    lifetimes of a cell, which keeps the instance
//     a custom scope                       the scope's storage: StorageHolder.swift

internal import ArmoryCore
internal import ArmoryRegistry

/// The settings of an entry.
struct Settings {
    var scope: any ObjectScopeProtocol
    /// The latest closure that completes instances; nil: there is none.
    var completion: Completion?
    /// The holder of the storage; nil if a cell keeps the instances.
    var holder: StorageHolder?
    /// Whether an instance in the scope `graph` or `weak` was a value: these refer to instances weakly, so they share no values.
    var hasValues = false

    init(_ scope: any ObjectScopeProtocol, _ reentrantLock: ReentrantLock) {
        self.scope = scope
        holder = scope.isPredefined ? nil : StorageHolder(scope, reentrantLock)
    }

    /// Whether the entry's container keeps the instances, which are then made from its registrations, and not from a child's.
    var isKept: Bool { scope === ObjectScope.container || scope === ObjectScope.weak }

    var lifetime: Lifetime {
        if scope === ObjectScope.container { return .singleton }
        if hasValues || holder != nil { return .transient }
        if scope === ObjectScope.graph { return .graph }
        return scope === ObjectScope.weak ? .shared : .transient
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
    private var settings: Settings

    var target: any AnyServiceRecord { self }

    init(
        _ label: Label, _ scope: ObjectScope, in owner: Owner, needs: [any Any.Type]? = nil,
        plain: ((any Resolver) -> Service)? = nil, taking: AnyObject? = nil
    ) {
        self.owner = owner
        self.needs = needs
        self.plain = plain
        self.taking = taking
        settings = Settings(scope, owner.registry.reentrantLock)
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
    func change(_ body: (inout Settings) -> Void) {
        let former = owner.registry.locked { () -> (Settings, StandaloneCell?) in
            let old = settings
            body(&settings)
            return (old, exchangeCell())
        }
        // Released after the lock: a scope, a storage and an instance are the user's.
        withExtendedLifetime(former) {}
    }

    // MARK: Instances

    override func instance(for asked: Container, _ call: Call?) -> Service? {
        while true {
            // Together, as a change of the settings takes the cell away.
            let (settings, cell) = owner.registry.locked { (self.settings, currentCell()) }
            let making = Making(
                cell, settings.completion, for: asked, keptBy: settings.isKept ? owner : nil, call)
            do {
                if let holder = settings.holder { return try stored(in: holder, making) }
                return try resolve(making)
            } catch {
                switch outcome(of: making, error) {
                case .value: return known(making.value?.value)
                case .none: return nil
                case .again: continue
                }
            }
        }
    }

    private func resolve(_ making: Making) throws -> Service {
        if canRerun(making.cell, making.call) { return try rerun(making) }
        defer { if making.isInGraph { _ = RunningGraph.known?.takeRerun(of: making.cell) } }
        do throws(ResolutionError) {
            return try making.resolve(from: making.cell) { [self] in
                guard making.cell.lifetime != .transient else { return try create(making) }
                return try make(making)
            }
        } catch {
            // The core sees no second runs, and no storages: an instance that one of them keeps may end the repetition.
            if error.code == .cycle, making.cell.lifetime == .transient, !isEndless(making) {
                return try making.resolve(from: making.cell, isRepeated: true) { [self] in try create(making) }
            }
            // A value that is being completed.
            if error.code == .cycle, making.cell.lifetime == .singleton,
                let value = RunningGraph.known?.instance(of: making.cell)
            {
                return known(value)
            }
            // Another thread makes the instance, and waits for this one.
            guard error.code == .cycle, making.cell.lifetime != .transient, !RunningPath.isOnPath(making.cell) else {
                throw error
            }
            return try rerun(making)
        }
    }

    /// Makes an instance to be shared, or takes that of an earlier resolve in the graph, or that of a second run.
    private func make(_ making: Making) throws -> Service {
        let (cell, lifetime) = (making.cell, making.cell.lifetime)
        if lifetime == .graph, let memory = RunningGraph.known?.memory, let earlier = memory.object(of: cell) {
            making.isComplete = true
            return known(earlier)
        }
        var made = try create(making)
        let graph = RunningGraph.known
        if let instance = graph?.takeRerun(of: cell)?.instance {
            making.isComplete = true
            made = known(instance)
        }
        if lifetime == .singleton {
            if making.completion != nil, !making.isComplete, objectIfClassInstance(made) == nil {
                RunningGraph.current.rerun(of: cell).instance = made
                making.isInGraph = true
            }
            return made
        }
        guard let object = objectIfClassInstance(made) else {
            making.value = Making.Value(made)
            // Here, as the graph may end with this call.
            if !making.isComplete { making.completion?.complete(made, making.container) }
            making.isComplete = true
            throw ValueMade()
        }
        if lifetime == .shared {
            // The graph holds it, so that it lives until the outermost resolve has ended.
            RunningGraph.current.held.append(object)
        } else if let memory = graph?.memory {
            memory.note(object, of: cell)
        }
        return made
    }

    /// An instance of this entry's that was stored without its type.
    @inline(never)
    func known(_ instance: Any?) -> Service {
        guard let instance = instance as? Service else { preconditionFailure("it is an instance of the entry") }
        return instance
    }

    /// Calls the factory.
    func create(_ making: Making) throws -> Service {
        guard let events = owner.registry.events else { return try callFactory(making) }
        let graph = RunningGraph.current
        let (asker, reported) = (graph.makers.last, owner.registry.reported(self))
        graph.makers.append(reported)
        defer { graph.makers.removeLast() }
        return try events.making(reported, for: asker) { try callFactory(making) }
    }

    @inline(__always)
    private func callFactory(_ making: Making) throws -> Service {
        if let plain, making.call == nil { return plain(making.container) }
        return try callOther(making)
    }

    /// Calls a factory that is known without the types of its arguments and its result.
    @inline(never)
    private func callOther(_ making: Making) throws -> Service {
        guard let taking = taking ?? plain.map({ Taking<any Resolver>($0) }) else {
            preconditionFailure("it has no factory")
        }
        let made: Any
        if let call = making.call {
            made = call.body(taking, making.container)
        } else {
            made = unsafe unsafeDowncast(taking, to: Taking<any Resolver>.self).factory(making.container)
        }
        guard let service = made as? Service else { throw Declined("its factory returned a \(type(of: made))") }
        return service
    }

    @inline(never)
    private func outcome(of making: Making, _ error: any Error) -> Making.Outcome {
        guard making.value != nil else {
            // Another thread's factory has returned a value: this one makes its own.
            if (error as? ResolutionError)?.underlying is ValueMade { return .again }
            reportMissing(error)
            return .none
        }
        change { $0.hasValues = true }
        return .value
    }

    /// Reports that the factory has made no instance; ends the process for other errors.
    private func reportMissing(_ error: any Error) {
        if let error = error as? ResolutionError, error.code != .declined {
            if error.code == .cycle { endInCircle() }
            endProcess(error)
        }
        Container.log {
            "Swinject: Resolution failed. The factory of\n\t{ \(self.shownAsEntry) }\nreturned an instance of another type."
        }
    }

    // MARK: Letting go

    func forget() {
        let (cell, holder) = owner.registry.locked { (exchangeCell(), settings.holder) }
        let hadInstance = owner.registry.events != nil && cell?.existingInstance(Service.self) != nil
        withExtendedLifetime(cell) {}
        let hadStored = holder?.reset() ?? false
        if hadInstance || hadStored { owner.registry.events?.closed(owner.registry.reported(self)) }
    }

    func reportEnd() {
        guard let events = owner.registry.events else { return }
        let (cell, holder) = owner.registry.locked { (knownCell, settings.holder) }
        if cell?.existingInstance(Service.self) != nil || holder?.hasInstance ?? false {
            events.closed(owner.registry.reported(self))
        }
    }
}
