// The engine's side of a run: real containers, in which the scenario's recipes are registered.

import Armory
import CLookup
import Foundation

/// `lane` tells apart threads that share the containers.
final class EngineWorld: Maker, Changing, @unchecked Sendable {  // One thread at a time.
    let scenario: Scenario
    let stage: Stage
    private let lane: Int
    /// Whether no other thread uses the containers.
    private let isAlone: Bool
    private let kinds: [Kind: EngineKind]
    private let labels: [Label]
    private(set) var containers: [Container]
    private var held: [Node] = []
    private var overlays: [(overlay: Overlay, container: Int)] = []

    init(_ scenario: Scenario, containers: [Container]? = nil, lane: Int = 0) {
        self.scenario = scenario
        self.lane = lane
        isAlone = containers == nil
        stage = Stage(scenario)
        kinds = EngineKind.all(lane: lane)
        labels = scenario.places.map { EngineKeys.label(of: $0, lane: lane) }
        // Told or not, the engine does the same.
        let told: [any EventSubscriber] = scenario.steps.count % 3 == 0 ? [Silent()] : []
        self.containers = containers ?? scenario.containers.map { Self.container($0, subscribers: told) }
    }

    private struct Silent: EventSubscriber {
        /// Resolves are told by a record around the registration, which keeps a replaced one's value for a while.
        var kinds: ContainerEvent.Kinds { .all.subtracting(.resolved) }

        func receive(_ event: ContainerEvent) {}
    }

    /// A thread that is alone has nobody to wait for: where it waits all the same, that is soon an error.
    static func container(
        _ setup: Scenario.Setup, waitLimit: Duration = .milliseconds(100), subscribers: [any EventSubscriber] = []
    ) -> Container {
        Container(
            configuration: Container.Configuration(
                duplicates: setup.replacesDuplicates ? .replace : .refuse,
                building: setup.isOneAtATime ? .oneAtATime : .parallel, waitLimit: waitLimit, subscribers: subscribers))
    }

    /// Carries out the step.
    ///
    /// Where other threads use the containers, one of them may be just letting go of what this one has taken out: then it
    /// waits until so many instances are alive.
    func perform(_ step: Step, awaiting alive: Int) -> Observation {
        var observation = Observation()
        do {
            observation.outcome = try outcome(of: step)
        } catch let error as ResolutionError {
            observation.outcome = .failed(Failure(error))
        } catch {
            observation.outcome = .failed(Failure(codeName: "\(error)", key: ""))
        }
        observation.events = stage.takeEvents()
        if step.isChangeInUse || observation.events.contains(where: { $0.verb == .changed }) { changeSomethingElse() }
        if !isAlone { waitForOthers(alive) }
        observation.alive = stage.alive
        observation.released = stage.takeReleased()
        observation.hasRemnants = Self.hasRemnants
        return observation
    }

    private func waitForOthers(_ alive: Int) {
        let limit = Date(timeIntervalSinceNow: 60)
        while stage.alive > alive, Date() < limit {
            sched_yield()
            changeSomethingElse()
        }
    }

    /// What was in use when a change took it away is freed with a later change.
    private func changeSomethingElse() {
        for container in containers {
            let registration = Transient { Filler() }.qualified(by: -1 - lane)
            _ = try? container.getOrMake(registration)
            try? container.replace(registration)
        }
    }

    /// Whether the thread has something of a resolve, though none runs.
    private static var hasRemnants: Bool {
        let context = unsafe ThreadContext.current
        return unsafe context.pointee.graph.count != 0 || !context.isOutermost || context.pointee.buildCount != 0
    }

    /// Frees the thread of what a resolve has left on it, so that the next run is not troubled by it.
    private static func forgetRemnants() {
        let context = unsafe ThreadContext.current
        unsafe context.pop(PathEntry(top: context.pathBase, marks: 0))
        unsafe context.pointee.node = nil
        unsafe context.pointee.buildCount = 0
        unsafe context.removeGraph()
    }

    /// Lets go of everything, and returns how many instances are alive then.
    func end() -> Int {
        if Self.hasRemnants { Self.forgetRemnants() }
        held = []
        overlays = []
        containers = []
        stage.severAll()
        return stage.alive
    }
}

extension ResolutionError: CodedError {
    var codeName: String { code.description }
}

extension Failure {
    init(_ error: ResolutionError) {
        self.init(
            codeName: error.codeName, key: error.key, path: error.path,
            mishap: (error.underlying as? Mishap)?.recipe)
    }
}

// MARK: Steps

extension EngineWorld {
    private func outcome(of step: Step) throws -> Outcome {
        switch step {
        case .resolve(let place, let ask, let keeps):
            return hand(out: try kind(place).resolve(container(place), labels[place], ask), keeps: keeps)
        case .getOrMake(let place, let recipe, let keeps):
            return hand(out: try install(place, recipe, .getOrMake).node, keeps: keeps)
        case .change(let change):
            try make(change)
        case .drop(let number):
            if !held.isEmpty { held.remove(at: number % held.count) }
        case .fail(let recipe, let isFailing):
            if isFailing { stage.failing.insert(recipe) } else { stage.failing.remove(recipe) }
        case .arm(let recipe, let change):
            stage.armed[recipe, default: []].append(change)
        case .lend(let place, let change):
            if labels[place] != .none { return try outcome(of: .change(change)) }
            try kind(place).lend(container(place)) { try make(change) }
        case .grow(let container, let count):
            for number in 0..<count {
                try containers[container].register(Transient { Filler() }.qualified(by: 1000 * lane + number))
            }
            for number in 0..<count { try containers[container].remove(Filler.self, qualifier: 1000 * lane + number) }
        case .renew(let container):
            overlays.removeAll { $0.container == container }
            containers[container] = Self.container(scenario.containers[container])
        }
        return .done
    }

    private func hand(out node: Node?, keeps: Bool) -> Outcome {
        guard let node else { return .nothing }
        if keeps { held.append(node) }
        return .instance(Picture(of: node))
    }

    private func container(_ place: Int) -> Container { containers[scenario.places[place].container] }

    private func kind(_ place: Int) -> EngineKind {
        guard let kind = kinds[scenario.places[place].kind] else { preconditionFailure("every kind is there") }
        return kind
    }

    @discardableResult
    private func install(
        _ place: Int, _ recipe: Int, _ installation: Installation
    ) throws -> (overlay: Overlay?, node: Node?) {
        let order = EngineKind.Order(
            maker: self, stage: stage, place: place, recipe: recipe,
            isValue: scenario.isValue(recipe, at: place), installation: installation)
        return try kind(place).install(container(place), labels[place], order)
    }

    func make(_ change: Change) throws {
        switch change {
        case .register(let place, let recipe): try install(place, recipe, .register)
        case .replace(let place, let recipe): try install(place, recipe, .replace)
        case .overlay(let place, let recipe):
            guard let overlay = try install(place, recipe, .overlay).overlay else { return }
            overlays.append((overlay, scenario.places[place].container))
        case .remove(let place): try kind(place).remove(container(place), labels[place])
        case .reset(let place): try kind(place).reset(container(place), labels[place])
        case .removeOverlay(let number):
            if !overlays.isEmpty { overlays[Scenario.overlayIndex(number, of: overlays.count)].overlay.remove() }
        case .resetAll(let container): try containers[container].reset()
        case .freeze(let container): containers[container].freeze()
        case .close(let container): containers[container].close()
        }
    }
}

// MARK: Factories

extension EngineWorld {
    func seed(_ recipe: Int, _ place: Int, _ resolver: Resolver, argument: Int) throws -> Seed {
        try stage.runFactory(recipe, argument: argument, by: self) { edge, argument in
            try follow(edge, argument: argument, from: place, resolver)
        }
    }

    func inject(_ number: Int, into node: Node, _ place: Int, _ resolver: Resolver) throws -> Seed? {
        try stage.runInjection(number, of: node) { edge, argument in
            try follow(edge, argument: argument, from: place, resolver)
        }
        return stage.replacement(of: node, after: number)
    }

    /// Asks the resolver, or, where it is of another container or the edge says so, the container.
    fileprivate func follow(_ edge: Edge, argument: Int, from place: Int, _ resolver: Resolver) throws -> Node? {
        var ask = edge.ask
        if case .argument = ask, argument > 0 { ask = .argument(argument - 1) }
        let isOwn = scenario.places[edge.place].container == scenario.places[place].container
        return isOwn && !edge.asksContainer
            ? try kind(edge.place).ask(resolver, labels[edge.place], ask)
            : try kind(edge.place).resolve(container(edge.place), labels[edge.place], ask)
    }
}
