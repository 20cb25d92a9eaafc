// Makes a scenario that fails as small as can be: the steps first, in ever smaller chunks, then the graph.
//
// Delta debugging (Zeller and Hildebrandt, 2002). Every candidate is run; one that fails takes the place of the scenario.

import Armory

struct Shrinker {
    /// Whether a scenario fails.
    private let fails: (Scenario) -> Bool
    private var best: Scenario
    /// How many scenarios were run.
    private(set) var attempts = 0

    /// The smallest scenario that was found; `scenario` fails.
    static func shrunk(_ scenario: Scenario, fails: @escaping (Scenario) -> Bool) -> Scenario {
        var shrinker = Shrinker(best: scenario, fails: fails)
        shrinker.run()
        return shrinker.best
    }

    private init(best: Scenario, fails: @escaping (Scenario) -> Bool) {
        self.best = best
        self.fails = fails
    }

    /// Takes the candidate if it fails.
    private mutating func attempt(_ change: (inout Scenario) -> Void) -> Bool {
        var candidate = best
        change(&candidate)
        guard candidate != best else { return false }
        attempts += 1
        guard fails(candidate) else { return false }
        best = candidate
        return true
    }

    private mutating func run() {
        var before: Scenario
        repeat {
            before = best
            dropSteps()
            simplifySteps()
            dropNeedlessSteps()
            simplifyRecipes()
            _ = attempt { $0 = $0.compacted() }
            simplifyPlaces()
        } while best != before
    }

    // MARK: Steps

    private mutating func dropSteps() {
        var size = max(1, best.steps.count / 2)
        while true {
            var start = 0
            while start < best.steps.count {
                let range = start..<min(start + size, best.steps.count)
                if !attempt({ $0.steps.removeSubrange(range) }) { start += size }
            }
            if size == 1 { return }
            size /= 2
        }
    }

    private mutating func simplifySteps() {
        for index in best.steps.indices {
            for step in simpler(best.steps[index]) where attempt({ $0.steps[index] = step }) { break }
        }
    }

    /// Drops a step that is needed only because of another one, which could be simpler.
    private mutating func dropNeedlessSteps() {
        guard best.steps.count <= 20 else { return }
        for index in best.steps.indices.reversed() where index < best.steps.count {
            dropStep(orSimplify: index)
        }
    }

    private mutating func dropStep(orSimplify index: Int) {
        var candidates = simpler(best.steps[index])
        if case .resolve = best.steps[index] {
            candidates += best.places.indices.map { .resolve($0, .plain, keeps: false) }
        }
        for candidate in candidates {
            for needless in best.steps.indices where needless != index {
                let isDone = attempt {
                    $0.steps[index] = candidate
                    $0.steps.remove(at: needless)
                }
                if isDone { return }
            }
        }
    }

    /// Steps that do less, or the same in a simpler way; the simplest first.
    private func simpler(_ step: Step) -> [Step] {
        switch step {
        case .resolve(let place, let ask, let keeps):
            (0..<place).map { .resolve($0, .plain, keeps: false) } + [
                .resolve(place, .plain, keeps: false), .resolve(place, ask, keeps: false),
                .resolve(place, .plain, keeps: keeps),
            ]
        case .getOrMake(let place, let recipe, let keeps):
            [
                .change(.register(place, recipe)), .resolve(place, .plain, keeps: keeps),
                .getOrMake(place, recipe, keeps: false),
            ]
        case .change(let change): simpler(change).map { .change($0) }
        case .drop: [.drop(0)]
        case .arm(let recipe, let change): [.change(change)] + simpler(change).map { .arm(recipe, $0) }
        case .lend(let place, let change): [.change(change)] + simpler(change).map { .lend(place, $0) }
        case .grow(let container, let count): [.grow(container, 5), .grow(container, count / 2)]
        case .renew(let container): [.change(.resetAll(container))]
        case .fail: []
        }
    }

    private func simpler(_ change: Change) -> [Change] {
        switch change {
        case .register(let place, let recipe): (0..<recipe).map { .register(place, $0) }
        case .replace(let place, let recipe): [.register(place, recipe)] + (0..<recipe).map { .replace(place, $0) }
        case .overlay(let place, let recipe):
            [.register(place, recipe), .replace(place, recipe)] + (0..<recipe).map { .overlay(place, $0) }
        case .removeOverlay(let number): (0..<number).map { .removeOverlay($0) }
        case .resetAll, .close, .freeze, .remove, .reset: []
        }
    }

    // MARK: The graph

    private mutating func simplifyRecipes() {
        for index in best.recipes.indices {
            dropEdges(index)
            let plain = Recipe()
            _ = attempt { $0.recipes[index].isReplaced = false }
            _ = attempt { $0.recipes[index].isReady = false }
            _ = attempt { $0.recipes[index].isValue = false }
            _ = attempt { $0.recipes[index].takesArgument = false }
            _ = attempt { $0.recipes[index].failurePoint = plain.failurePoint }
            if best.recipes[index].lifetime != plain.lifetime,
                !attempt({ $0.recipes[index].lifetime = plain.lifetime }), best.recipes[index].lifetime != .singleton
            {
                _ = attempt { $0.recipes[index].lifetime = .singleton }
            }
        }
    }

    private mutating func dropEdges(_ recipe: Int) {
        for body in best.recipes[recipe].injections.indices.reversed() {
            if attempt({ $0.recipes[recipe].injections.remove(at: body) }) { continue }
            for edge in best.recipes[recipe].injections[body].indices.reversed() {
                if attempt({ $0.recipes[recipe].injections[body].remove(at: edge) }) { continue }
                simplifyEdge {
                    $0.recipes[recipe].injections[body][edge]
                } change: {
                    $0.recipes[recipe].injections[body][edge] = $1
                }
            }
        }
        for edge in best.recipes[recipe].needs.indices.reversed() {
            if attempt({ $0.recipes[recipe].needs.remove(at: edge) }) { continue }
            simplifyEdge {
                $0.recipes[recipe].needs[edge]
            } change: {
                $0.recipes[recipe].needs[edge] = $1
            }
        }
    }

    private mutating func simplifyEdge(_ edge: (Scenario) -> Edge, change: (inout Scenario, Edge) -> Void) {
        let changes: [(inout Edge) -> Void] = [
            { $0.ask = .plain }, { $0.isHidden = false }, { $0.isWeak = false }, { $0.asksContainer = false },
        ]
        for simplify in changes {
            var simpler = edge(best)
            simplify(&simpler)
            _ = attempt { change(&$0, simpler) }
        }
    }

    // MARK: Places

    private mutating func simplifyPlaces() {
        for index in best.places.indices {
            var place = best.places[index]
            place.container = 0
            move(index, to: place)
            place = best.places[index]
            place.label = .none
            move(index, to: place)
            for kind in Kind.allCases where kind.rawValue < best.places[index].kind.rawValue {
                place = best.places[index]
                place.kind = kind
                if move(index, to: place) { break }
            }
        }
        for index in best.containers.indices {
            _ = attempt { $0.containers[index] = Scenario.Setup() }
        }
    }

    @discardableResult
    private mutating func move(_ index: Int, to place: Place) -> Bool {
        guard !best.places.contains(place) else { return false }
        return attempt { $0.places[index] = place }
    }
}
