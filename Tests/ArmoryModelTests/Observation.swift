// What a step showed, and how what the engine showed is compared with what the model did.

import Armory

/// The instances that were handed out: breadth first, without their identities in one list and with them in the other.
struct Picture: Equatable {
    /// For each instance the recipe, the argument, whether it is complete, how many injections it had, and its links.
    private(set) var shape: [Int] = []
    /// The codes of hidden errors, in order.
    private(set) var codes: [String] = []
    private(set) var serials: [Int] = []
    /// Whether no instance is half made.
    private(set) var isComplete = true

    enum Mark: Int { case nothing = -1, failed = -2, end = -3, weak = -4 }

    init(of root: Node) {
        var nodes = [root]
        var indices = [root.serial: 0]
        var next = 0
        while next < nodes.count {
            let node = nodes[next]
            next += 1
            serials.append(node.serial)
            shape += [node.recipe, node.argument, node.isComplete ? 1 : 0, node.injected.count]
            if !node.isComplete { isComplete = false }
            add(node.needs, &nodes, &indices)
            for links in node.injected { add(links, &nodes, &indices) }
        }
    }

    private mutating func add(_ links: [Link], _ nodes: inout [Node], _ indices: inout [Int: Int]) {
        for link in links {
            var linked: Node?
            switch link {
            case .nothing: break
            case .strong(let node): linked = node
            case .weak(let reference):
                shape.append(Mark.weak.rawValue)
                linked = reference.node
            case .failed(let code):
                shape.append(Mark.failed.rawValue)
                codes.append(code)
                continue
            }
            guard let linked else {
                shape.append(Mark.nothing.rawValue)
                continue
            }
            if let index = indices[linked.serial] {
                shape.append(index)
            } else {
                shape.append(nodes.count)
                indices[linked.serial] = nodes.count
                nodes.append(linked)
            }
        }
        shape.append(Mark.end.rawValue)
    }
}

/// An error as both sides have it.
struct Failure: CodedError, Equatable {
    let codeName: String
    let key: String
    var path: [String] = []
    /// The recipe whose `Mishap` is the underlying error.
    var mishap: Int?
}

enum Outcome: Equatable {
    case done
    /// An optional that is missing.
    case nothing
    case instance(Picture)
    case failed(Failure)
    /// Only the model says so: there is too much to do.
    case endless
}

/// What a step showed.
struct Observation {
    var outcome = Outcome.done
    var events: [Event] = []
    /// The number of instances that are alive afterwards.
    var alive = 0
    /// What was released, in order.
    var released: [Int] = []
    var freedom = Freedom()
    /// Whether something is unfinished after the step.
    var hasRemnants = false
}

/// What the contract leaves open in a step; the model says.
struct Freedom {
    /// An injection was put off: how often it runs, and so what is made that nobody has in the end, is open.
    var hasPutOff = false
    /// Whether the step lets go of all that a container keeps, the newest first.
    var letsGoInOrder = false
    /// The key was removed, and may have been forgotten since: `missing` will do.
    var mayBeForgotten = false
}

/// Which instance of the engine is which of the model's.
struct Correspondence: Sendable {
    private var engineSerials: [Int: Int] = [:]
    private var modelSerials: [Int: Int] = [:]
    /// How many more instances the engine has that hold each other and that nobody else has, since an injection was put off.
    private var surplus = 0

    /// Whether the two are, or now become, the same.
    private mutating func match(_ model: Int, _ engine: Int) -> Bool {
        switch (engineSerials[model], modelSerials[engine]) {
        case (nil, nil):
            engineSerials[model] = engine
            modelSerials[engine] = model
            return true
        case (let known?, _): return known == engine
        case (nil, _?): return false
        }
    }

    private mutating func match(_ model: [Int], _ engine: [Int]) -> Bool {
        guard model.count == engine.count else { return false }
        for index in model.indices where !match(model[index], engine[index]) { return false }
        return true
    }
}

extension Correspondence {
    /// What is wrong with what the engine showed, or nil.
    mutating func difference(
        expected: Observation, actual: Observation, _ freedom: Freedom, _ scenario: Scenario
    ) -> String? {
        if expected.hasRemnants || actual.hasRemnants { return "something is unfinished" }
        if freedom.hasPutOff {
            let (wanted, got) = (expected.events.madeOnce(scenario), actual.events.madeOnce(scenario))
            if wanted != got { return "how often an instance was made" }
        } else if !match(expected.events, actual.events) {
            return "what ran"
        }
        if let text = difference(expected.outcome, actual.outcome, freedom) { return text }
        if freedom.letsGoInOrder, !match(expected.released, actual.released) { return "the order of letting go" }
        if freedom.hasPutOff { surplus = actual.alive - expected.alive }
        return actual.alive == expected.alive + surplus ? nil : "the number of instances that are alive"
    }

    private mutating func difference(_ expected: Outcome, _ actual: Outcome, _ freedom: Freedom) -> String? {
        switch (expected, actual) {
        case (.instance(let wanted), .instance(let got)):
            guard wanted.shape == got.shape, wanted.codes == got.codes else { return "the graph that was handed out" }
            guard got.isComplete else { return "an instance that is not complete was handed out" }
            return match(wanted.serials, got.serials) ? nil : "which instances were handed out"
        case (.failed(let wanted), .failed(let got)) where wanted != got:
            let forgotten = Failure(codeName: "missing", key: wanted.key, path: wanted.path)
            let isForgotten = freedom.mayBeForgotten && wanted.codeName == "removed" && got == forgotten
            return isForgotten ? nil : "the error"
        case (_, let got):
            return expected == got ? nil : "the outcome"
        }
    }

    private mutating func match(_ expected: [Event], _ actual: [Event]) -> Bool {
        guard expected.count == actual.count else { return false }
        for index in expected.indices {
            let (wanted, got) = (expected[index], actual[index])
            guard wanted.verb == got.verb, wanted.number == got.number, wanted.code == got.code,
                (wanted.serial == 0) == (got.serial == 0), wanted.serial == 0 || match(wanted.serial, got.serial)
            else { return false }
        }
        return true
    }
}

extension [Event] {
    /// How often each recipe made what is made once, whatever is put off.
    fileprivate func madeOnce(_ scenario: Scenario) -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for event in self where event.verb == .made {
            switch scenario.recipes[event.number].lifetime {
            case .singleton, .graph, .scoped, .custom: counts[event.number, default: 0] += 1
            case .shared, .transient: break
            }
        }
        return counts
    }
}
