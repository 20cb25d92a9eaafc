// Random scenarios. The same seed gives the same scenario.

import Armory
import ArmoryTestSupport

struct ScenarioGenerator {
    /// What kind of scenarios are wanted.
    struct Profile: Sendable {
        var steps = 10...300
        /// The containers; nil: up to three of any kind.
        var containers: [Scenario.Setup]?
        /// Whether threads share the containers: then none may be closed, released, frozen or forgotten as a whole, and a
        /// change has to be over before the next resolve.
        var isConcurrent = false
    }

    private var random: SeededGenerator
    private let profile: Profile
    private var scenario = Scenario()
    /// Of a hundred constructor edges, how many may lead anywhere; the others lead to places before their own.
    private var looseness = 0
    /// Of a hundred recipes, how many have injections.
    private var injecting = 0
    /// Of a hundred changes of what fails, how many have something fail.
    private var failing = 0
    private var isArming = false
    private var hasWeakEdges = false
    private var lifetimes: [Lifetime] = []
    /// Whether there are custom lifetimes.
    private let isKeeping: Bool
    /// What was registered and not removed, as far as the generator knows.
    private var registered: Set<Int> = []
    /// The containers that were closed.
    private var closed: Set<Int> = []

    static func scenario(seed: UInt64, _ profile: Profile = Profile()) -> Scenario {
        var generator = ScenarioGenerator(seed, profile)
        return generator.make()
    }

    private init(_ seed: UInt64, _ profile: Profile) {
        random = SeededGenerator(seed: seed)
        isKeeping = seed % 3 == 2
        self.profile = profile
    }

    private mutating func make() -> Scenario {
        looseness = [0, 0, 5, 20][number(4)]
        injecting = [0, 20, 50, 90][number(4)]
        failing = [0, 0, 25, 50][number(4)]
        isArming = chance(40) && !profile.isConcurrent
        hasWeakEdges = chance(30)
        let all: [Lifetime] = [.singleton, .shared, .graph, .transient]
        lifetimes = chance(30) ? [all[number(4)], .singleton] : all
        if let containers = profile.containers {
            scenario.containers = containers
        } else {
            for _ in 0..<[1, 1, 2, 3][number(4)] {
                scenario.containers.append(Scenario.Setup(replacesDuplicates: chance(30), isOneAtATime: chance(20)))
            }
        }
        makePlaces()
        makeRecipes()
        registerPlaces { _ in true }
        // Short ones are more than long ones.
        let (least, most) = (profile.steps.lowerBound, profile.steps.upperBound)
        let count = least + (most - least) * number(1000) / 1000 * number(1000) / 1000
        while scenario.steps.count < count { addStep() }
        if isKeeping { keepSingletons() }
        return scenario
    }

    /// Makes every other singleton one of a custom lifetime: it is to be no different.
    private mutating func keepSingletons() {
        for index in scenario.recipes.indices where index % 2 == 0 && scenario.recipes[index].lifetime == .singleton {
            scenario.recipes[index].lifetime = .custom
        }
    }

    // MARK: Chance

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { number(100) < percent }
    private mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func recipe() -> Int { number(scenario.recipes.count) }
    private mutating func container() -> Int { number(scenario.containers.count) }

    /// A place, as a rule one where something is registered.
    private mutating func place() -> Int {
        let place = number(scenario.places.count)
        return registered.contains(place) || chance(30) ? place : number(scenario.places.count)
    }

    // MARK: The graph

    private mutating func makePlaces() {
        let count = within(2...9)
        while scenario.places.count < count {
            let labels: [Label] = [
                .none, .none, .none, .name(number(2)), .number(number(2)), .colliding(number(3)), .text(number(2)),
            ]
            let place = Place(
                container: container(), kind: Kind.allCases[number(Kind.allCases.count)],
                label: labels[number(labels.count)])
            if !scenario.places.contains(place) { scenario.places.append(place) }
        }
    }

    /// A recipe for each place, and some more for replacing.
    private mutating func makeRecipes() {
        let count = scenario.places.count + within(1...4)
        for index in 0..<count {
            let home = index < scenario.places.count ? index : number(scenario.places.count)
            var recipe = Recipe(lifetime: lifetimes[number(lifetimes.count)])
            if scenario.places[home].kind == .leaf && recipe.lifetime == .shared && chance(90) {
                recipe.lifetime = .graph
            }
            recipe.isValue = recipe.lifetime != .shared && chance(30)
            recipe.takesArgument = recipe.lifetime == .transient && chance(20)
            recipe.isReady = recipe.lifetime == .singleton && chance(8)
            recipe.isReplaced = chance(3)
            recipe.failurePoint = [.beforeNeeds, .afterNeeds, .injecting][number(3)]
            scenario.recipes.append(recipe)
        }
        // How a place is asked for depends on its recipe, so the edges come when all recipes are there.
        for index in 0..<count { addEdges(index, home: min(index, scenario.places.count - 1)) }
    }

    private mutating func addEdges(_ index: Int, home: Int) {
        for _ in 0..<[0, 1, 2, 2][number(4)] {
            if chance(looseness) {
                scenario.recipes[index].needs.append(edge(to: number(scenario.places.count)))
            } else if home > 0 {
                scenario.recipes[index].needs.append(edge(to: number(home)))
            }
        }
        guard chance(injecting) else { return }
        for _ in 0..<(chance(25) ? 2 : 1) {
            var edges: [Edge] = []
            for _ in 0..<[0, 1, 1, 2][number(4)] { edges.append(edge(to: number(scenario.places.count))) }
            scenario.recipes[index].injections.append(edges)
        }
    }

    private mutating func edge(to place: Int) -> Edge {
        Edge(
            place: place, ask: ask(for: place), isHidden: chance(15), isWeak: hasWeakEdges && chance(30),
            asksContainer: chance(20))
    }

    /// A way to ask for the place: as a rule the one that the recipe wants that was made for it.
    private mutating func ask(for place: Int) -> Ask {
        let wantsArgument = scenario.recipes[place].needsArgument
        if wantsArgument != chance(2) { return .argument(number(3)) }
        return switch number(200) {
        case 0..<150: .plain
        case 150..<180: .optional
        case 180..<198: .wrapped
        default: .wrongArgument
        }
    }
}

// MARK: Steps

extension ScenarioGenerator {
    private mutating func registerPlaces(where isWanted: (Place) -> Bool) {
        for place in scenario.places.indices where isWanted(scenario.places[place]) && chance(90) {
            add(.register(place, place))
        }
    }

    private mutating func addStep() {
        let here = place()
        switch number(1000) {
        case 0..<500: addResolve(of: here)
        case 500..<530: scenario.steps.append(.getOrMake(here, recipeFor(here), keeps: chance(40)))
        case 530..<790: add(change(here))
        case 790..<870: scenario.steps.append(.drop(number(50)))
        case 870..<920: scenario.steps.append(.fail(recipe(), chance(failing)))
        case 920..<950:
            if isArming { scenario.steps.append(.arm(recipe(), change(place()))) } else { addResolve(of: here) }
        case 950..<970: scenario.steps.append(.lend(here, change(chance(60) ? here : place())))
        case 970..<980: scenario.steps.append(.grow(container(), within(5...80)))
        case 980..<990:
            if profile.isConcurrent { addResolve(of: here) } else { addRenewal(of: container()) }
        default:
            if let container = closed.min() { addRenewal(of: container) } else { addResolve(of: here) }
        }
    }

    private mutating func addResolve(of place: Int) {
        let isLent = scenario.places[place].label == .none && chance(10)
        scenario.steps.append(.resolve(place, isLent ? .lent : ask(for: place), keeps: chance(40)))
    }

    private mutating func addRenewal(of container: Int) {
        scenario.steps.append(.renew(container))
        closed.remove(container)
        registerPlaces { $0.container == container }
    }

    private mutating func add(_ change: Change) {
        scenario.steps.append(.change(change))
        switch change {
        case .register(let place, _): registered.insert(place)
        case .remove(let place): registered.remove(place)
        case .close(let container): closed.insert(container)
        default: break
        }
    }

    private mutating func recipeFor(_ place: Int) -> Int { chance(60) ? place : recipe() }

    private mutating func change(_ place: Int) -> Change {
        guard registered.contains(place) || chance(10) else { return .register(place, recipeFor(place)) }
        switch number(100) {
        case 0..<10: return .register(place, recipeFor(place))
        case 10..<26: return .replace(place, recipeFor(place))
        case 26..<36: return .remove(place)
        case 36..<56: return .reset(place)
        case 56..<72: return .overlay(place, recipeFor(place))
        case 72..<85: return .removeOverlay(number(4))
        default:
            guard !profile.isConcurrent else { return .reset(place) }
            let container = container()
            return switch number(40) {
            case 0: .close(container)
            case 1: .freeze(container)
            default: .resetAll(container)
            }
        }
    }
}
