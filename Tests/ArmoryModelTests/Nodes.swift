// The instances, and what a run does with a recipe: the same for the engine and for the model, but for who is asked.

import ArmoryTestSupport
import Foundation

/// What an instance holds where an edge was followed.
enum Link {
    case nothing
    case strong(Node)
    case weak(WeakNode)
    /// The error was hidden; its code.
    case failed(String)
}

final class WeakNode {
    weak var node: Node?
    init(_ node: Node?) { self.node = node }
}

/// An instance, or what is in one that is a value.
class Node: @unchecked Sendable {  // Written while it is made, by one thread.
    let stage: Stage
    /// The how-manieth instance of its stage this is, from 1.
    let serial: Int
    let recipe: Int
    let argument: Int
    var needs: [Link]
    var injected: [[Link]] = []
    /// Whether all injections are over.
    var isComplete = false

    init(_ seed: Seed) {
        stage = seed.stage
        recipe = seed.recipe
        argument = seed.argument
        needs = seed.needs
        serial = stage.nextSerial()
        isComplete = stage.scenario.recipes[recipe].injections.isEmpty || seed.verb != .made
        stage.events.append(Event(verb: seed.verb, number: recipe, serial: serial))
        stage.welcome(self)
    }

    deinit { stage.bid(farewell: serial) }
}

/// What an instance is made of.
struct Seed {
    let stage: Stage
    let recipe: Int
    var argument = 0
    var needs: [Link] = []
    /// What is noted in the log.
    var verb = Event.Verb.made
}

/// Something that happened in a step.
struct Event: Equatable {
    enum Verb { case began, made, replaced, ready, injects, changed }
    let verb: Verb
    /// The recipe, or the number of the injection.
    let number: Int
    /// The instance, or 0.
    var serial = 0
    /// Of a change that failed.
    var code = ""
}

/// Where one side's instances live, and what has happened to them.
@safe
final class Stage: @unchecked Sendable {  // `living` and `released` are guarded by `lock`; the rest is one thread's.
    let scenario: Scenario
    var failing: Set<Int> = []
    /// The changes that the recipes' factories will make.
    var armed: [Int: [Change]] = [:]
    var events: [Event] = []
    private var serials = 0
    private let lock = NSLock()
    private var living: [Int: Unmanaged<Node>] = unsafe [:]
    private var released: [Int] = []

    init(_ scenario: Scenario) { self.scenario = scenario }

    /// The number of instances that are alive.
    var alive: Int { lock.withLock { unsafe living.count } }

    /// The instances that were released since this was asked last, in order.
    func takeReleased() -> [Int] {
        lock.withLock {
            defer { released = [] }
            return released
        }
    }

    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    fileprivate func nextSerial() -> Int {
        serials += 1
        return serials
    }

    fileprivate func welcome(_ node: Node) {
        lock.withLock { unsafe living[node.serial] = Unmanaged.passUnretained(node) }
    }

    fileprivate func bid(farewell serial: Int) {
        lock.withLock {
            unsafe living[serial] = nil
            released.append(serial)
        }
    }

    /// Has all instances forget what they hold: some hold each other.
    ///
    /// No other thread uses them.
    func severAll() {
        let nodes = lock.withLock { unsafe living.values.map { unsafe $0.takeUnretainedValue() } }
        for node in nodes {
            node.needs = []
            node.injected = []
        }
    }
}

// MARK: Carrying out recipes

/// Resolves an edge while a recipe is carried out; nil: it is optional and missing.
///
/// A closure, because a resolver cannot be stored.
typealias Follow = (_ edge: Edge, _ argument: Int) throws -> Node?

/// Makes changes while a recipe is carried out.
protocol Changing {
    func make(_ change: Change) throws
}

/// Errors of both sides have a code.
protocol CodedError: Error {
    var codeName: String { get }
}

extension Stage {
    /// Runs the factory of a recipe.
    func runFactory(_ recipe: Int, argument: Int = 0, by changing: some Changing, _ follow: Follow) throws -> Seed {
        let plan = scenario.recipes[recipe]
        events.append(Event(verb: .began, number: recipe))
        for change in armed.removeValue(forKey: recipe) ?? [] { perform(change, by: changing) }
        if plan.failurePoint == .beforeNeeds { try failIfFailing(recipe) }
        var seed = Seed(stage: self, recipe: recipe, argument: argument)
        if !plan.needsArgument || argument > 0 {
            seed.needs = try links(plan.needs, argument: argument, follow)
        }
        if plan.failurePoint == .afterNeeds { try failIfFailing(recipe) }
        return seed
    }

    /// Runs an injection; the last one of an instance completes it.
    func runInjection(_ number: Int, of node: Node, _ follow: Follow) throws {
        let plan = scenario.recipes[node.recipe]
        events.append(Event(verb: .injects, number: number, serial: node.serial))
        let links = try links(plan.injections[number], argument: node.argument, follow)
        while node.injected.count <= number { node.injected.append([]) }
        node.injected[number] = links
        guard number == plan.injections.count - 1 else { return }
        if plan.failurePoint == .injecting { try failIfFailing(node.recipe) }
        node.isComplete = true
    }

    /// What takes the place of an instance whose recipe says that it is replaced; nil where it does not.
    func replacement(of node: Node, after number: Int) -> Seed? {
        let plan = scenario.recipes[node.recipe]
        guard plan.isReplaced, number == plan.injections.count - 1 else { return nil }
        return Seed(stage: self, recipe: node.recipe, argument: node.argument, needs: node.needs, verb: .replaced)
    }

    private func failIfFailing(_ recipe: Int) throws {
        if failing.contains(recipe) { throw Mishap(recipe: recipe) }
    }

    private func links(_ edges: [Edge], argument: Int, _ follow: Follow) throws -> [Link] {
        var links: [Link] = []
        for edge in edges { links.append(try link(edge, argument: argument, follow)) }
        return links
    }

    private func link(_ edge: Edge, argument: Int, _ follow: Follow) throws -> Link {
        do {
            guard let node = try follow(edge, argument) else { return .nothing }
            return edge.isWeak ? .weak(WeakNode(node)) : .strong(node)
        } catch let error as any CodedError where edge.isHidden {
            // A container may forget what was removed.
            return .failed(error.codeName == "removed" ? "missing" : error.codeName)
        }
    }

    private func perform(_ change: Change, by changing: some Changing) {
        do {
            try changing.make(change)
            events.append(Event(verb: .changed, number: 0))
        } catch {
            events.append(Event(verb: .changed, number: 1, code: (error as? any CodedError)?.codeName ?? "\(error)"))
        }
    }
}
