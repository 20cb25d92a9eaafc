// What a container does, said as plainly as can be: lists of slots in dictionaries, nothing shared, nothing fast.

import Armory

/// One registration that is there.
final class ModelSlot {
    let place: Int
    let recipe: Int
    /// The overlay that put it there; 0: none.
    let overlay: Int
    /// The instance that a ready registration brought.
    var ready: Node?
    /// The instance of a singleton.
    var kept: Node?
    /// That of a shared registration.
    weak var shared: Node?
    /// The attempt to make it that is running.
    var build: ModelBuild?
    /// When the instance was published.
    var order = 0
    /// Set by a flaw alone: what every resolve throws.
    var fault: Failure?

    init(place: Int, recipe: Int, overlay: Int, ready: Node?) {
        self.place = place
        self.recipe = recipe
        self.overlay = overlay
        self.ready = ready
    }
}

struct ModelContainer {
    /// For each key that was ever registered, by its place: the registration and its overlays; none: it was removed.
    var slots: [Int: [ModelSlot]] = [:]
    var isFrozen = false
    var isClosed = false
    /// How many keys it has taken up; those that were removed may be forgotten when there are many.
    var keyCount = 1
    /// What was lent when it was closed.
    var lentAtTheEnd: [Node] = []
    /// How many instances it has kept.
    var keptCount = 0
    /// Whether some were published together.
    var hasGroups = false
}

/// A fault that can be planted in the model, to see that the search finds it.
enum Flaw: CaseIterable {
    case resetKeepsTheInstance
    case resetForgetsBelowTheOverlay
    case replacedSingletonStays
    case overlayRemovalForgetsTheInstance
    case sharedIsKept
    case failureIsKept
    case frozenIsIgnored
    case removedIsStillFound
    case labelsOfOneNumberAreEqual
    case graphIsKept
}

extension Place {
    /// Whether it is the same place, but for the type of the label.
    fileprivate func isAlmost(_ other: Place) -> Bool {
        container == other.container && kind == other.kind && label.number == other.label.number
    }
}

extension Label {
    fileprivate var number: Int? {
        switch self {
        case .none: nil
        case .name(let number), .number(let number), .colliding(let number), .text(let number): number
        }
    }
}

final class ReferenceModel {
    let scenario: Scenario
    let flaw: Flaw?
    let stage: Stage
    var containers: [ModelContainer]
    /// What the caller keeps.
    private var held: [Node] = []
    /// All overlays, also those that have been taken away: that may be done twice.
    var overlays: [(number: Int, place: Int)] = []
    private var overlayCount = 0
    var making = ModelMaking()
    var freedom = Freedom()
    /// The keys as they are written in errors, by place.
    let keyNames: [String]

    let lane: Int
    /// Whether no other thread changes the containers.
    let isAlone: Bool

    init(_ scenario: Scenario, flaw: Flaw? = nil, lane: Int = 0, isAlone: Bool = true) {
        self.scenario = scenario
        self.lane = lane
        self.isAlone = isAlone
        self.flaw = flaw
        stage = Stage(scenario)
        containers = scenario.containers.map { _ in ModelContainer() }
        keyNames = scenario.places.map { EngineKeys.name(of: $0, lane: lane) }
    }

    func perform(_ step: Step) -> Observation {
        freedom = Freedom()
        if let container = step.forgottenContainer { freedom.letsGoInOrder = !containers[container].hasGroups }
        var observation = Observation()
        do {
            observation.outcome = try outcome(of: step)
        } catch let failure as Failure {
            observation.outcome = .failed(failure)
        } catch {
            observation.outcome = .endless
        }
        observation.hasRemnants = !making.isIdle && flaw != .graphIsKept
        observation.events = stage.takeEvents()
        observation.alive = stage.alive
        observation.released = stage.takeReleased()
        observation.freedom = freedom
        return observation
    }

    /// Lets go of everything; nothing is alive then.
    func end() -> Int {
        held = []
        for index in containers.indices { containers[index] = ModelContainer() }
        stage.severAll()
        return stage.alive
    }
}

// MARK: Steps

extension ReferenceModel {
    private func outcome(of step: Step) throws -> Outcome {
        switch step {
        case .resolve(let place, let ask, let keeps):
            return hand(out: try resolve(place, ask, argument: 0), keeps: keeps)
        case .getOrMake(let place, let recipe, let keeps):
            return hand(out: try getOrMake(place, recipe), keeps: keeps)
        case .change(let change):
            try make(change)
        case .drop(let number):
            if !held.isEmpty { held.remove(at: number % held.count) }
        case .fail(let recipe, let isFailing):
            if isFailing { stage.failing.insert(recipe) } else { stage.failing.remove(recipe) }
        case .arm(let recipe, let change):
            stage.armed[recipe, default: []].append(change)
        case .lend(let place, let change):
            guard EngineKeys.label(of: scenario.places[place], lane: lane) == .none else {
                return try outcome(of: .change(change))
            }
            try lend(place, change)
        case .grow(let container, let count):
            try grow(container, count)
        case .renew(let container):
            overlays.removeAll { scenario.places[$0.place].container == container }
            letGoOfAll(in: container)
            containers[container] = ModelContainer()
        }
        return .done
    }

    private func hand(out node: Node?, keeps: Bool) -> Outcome {
        guard let node else { return .nothing }
        if keeps { held.append(node) }
        return .instance(Picture(of: node))
    }

    /// What a place's registrations are found by: the first place that is the same.
    func key(_ place: Int) -> Int {
        guard flaw == .labelsOfOneNumberAreEqual else { return place }
        return scenario.places.firstIndex { $0.isAlmost(scenario.places[place]) } ?? place
    }

    private func getOrMake(_ place: Int, _ recipe: Int) throws -> Node? {
        let container = scenario.places[place].container
        let ready = makeReady(recipe)
        defer { withExtendedLifetime(ready) {} }
        guard !containers[container].isClosed else { throw changeFailure("closed", place) }
        if (containers[container].slots[key(place)] ?? []).isEmpty { put(place, recipe, ready) }
        return try resolve(place, .plain, argument: 0)
    }

    private func lend(_ place: Int, _ change: Change) throws {
        let container = scenario.places[place].container
        let slot = containers[container].slots[key(place)]?.last
        // What has a custom lifetime is retained for the time, and not lent.
        let kept = slot.flatMap { scenario.recipes[$0.recipe].lifetime == .custom ? nil : $0.kept }
        let lent = try resolve(place, .plain, argument: 0)
        defer { withExtendedLifetime(lent) {} }
        defer {
            // What is lent when the container is closed goes with the container itself.
            if let kept, containers[container].isClosed { containers[container].lentAtTheEnd.append(kept) }
        }
        try make(change)
    }

    private func grow(_ container: Int, _ count: Int) throws {
        let isFrozen = containers[container].isFrozen && flaw != .frozenIsIgnored
        if containers[container].isClosed { throw Failure(codeName: "closed", key: "Filler qualified by 0") }
        if isFrozen { throw Failure(codeName: "frozen", key: "Filler qualified by 0") }
        containers[container].keyCount += count
    }
}

// MARK: Changes

extension ReferenceModel {
    func make(_ change: Change) throws {
        switch change {
        case .register(let place, let recipe):
            let ready = makeReady(recipe)
            let container = try open(place)
            guard !containers[container].isFrozen || flaw == .frozenIsIgnored else {
                throw changeFailure("frozen", place)
            }
            guard
                (containers[container].slots[key(place)] ?? []).isEmpty
                    || scenario.containers[container].replacesDuplicates
            else { throw changeFailure("duplicate", place) }
            put(place, recipe, ready)
        case .replace(let place, let recipe):
            let ready = makeReady(recipe)
            _ = try registered(place)
            put(place, recipe, ready)
        case .overlay(let place, let recipe):
            let ready = makeReady(recipe)
            let container = try registered(place)
            overlayCount += 1
            overlays.append((overlayCount, place))
            let new = slot(place, recipe, ready, overlay: overlayCount)
            containers[container].slots[key(place)]?.append(new)
        case .remove(let place):
            let container = try registered(place)
            if flaw != .removedIsStillFound { containers[container].slots[key(place)] = [] }
        case .reset(let place):
            try reset(place)
        case .removeOverlay(let number):
            removeOverlay(number)
        case .resetAll(let container):
            try resetAll(container)
        case .freeze(let container):
            containers[container].isFrozen = true
        case .close(let container):
            // What was lent when it was closed is freed by the next use, at the latest with the container.
            containers[container].lentAtTheEnd = []
            letGoOfAll(in: container)
            containers[container].slots = [:]
            containers[container].isClosed = true
        }
    }

    private func open(_ place: Int) throws -> Int {
        let container = scenario.places[place].container
        guard !containers[container].isClosed else { throw changeFailure("closed", place) }
        return container
    }

    func registered(_ place: Int) throws -> Int {
        let container = try open(place)
        guard let slots = containers[container].slots[key(place)], !slots.isEmpty else {
            throw changeFailure("missing", place)
        }
        return container
    }

    private func changeFailure(_ code: String, _ place: Int) -> Failure {
        Failure(codeName: code, key: keyNames[place])
    }

    /// Puts a recipe at a place, under the overlays that are there.
    private func put(_ place: Int, _ recipe: Int, _ ready: Node?) {
        let container = scenario.places[place].container
        let new = slot(place, recipe, ready)
        var slots = containers[container].slots[key(place)] ?? []
        if slots.isEmpty {
            if containers[container].slots[key(place)] == nil { containers[container].keyCount += 1 }
            slots = [new]
        } else {
            if flaw == .replacedSingletonStays, slots[0].kept != nil { new.kept = slots[0].kept }
            slots[0] = new
        }
        containers[container].slots[key(place)] = slots
    }

    func slot(_ place: Int, _ recipe: Int, _ ready: Node?, overlay: Int = 0) -> ModelSlot {
        let slot = ModelSlot(place: place, recipe: recipe, overlay: overlay, ready: ready)
        if let ready { keep(ready, in: slot) }
        return slot
    }

    func keep(_ node: Node, in slot: ModelSlot) {
        let container = scenario.places[slot.place].container
        containers[container].keptCount += 1
        slot.kept = node
        slot.order = containers[container].keptCount
    }

    /// The instance that a ready registration brings.
    private func makeReady(_ recipe: Int) -> Node? {
        guard scenario.recipes[recipe].bringsInstance else { return nil }
        return Node(Seed(stage: stage, recipe: recipe, verb: .ready))
    }
}
