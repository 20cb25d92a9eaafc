// A scenario without what it does not use.

extension Scenario {
    /// The same with the containers, places and recipes that the steps use alone, numbered in the order of their use.
    func compacted() -> Scenario {
        var compaction = Compaction(self)
        let steps = steps.map { compaction.renumbered($0) }
        return compaction.scenario(steps)
    }
}

private struct Compaction {
    private let old: Scenario
    private var places: [Int] = []
    private var recipes: [Int] = []
    private var containers: [Int] = []

    init(_ scenario: Scenario) { old = scenario }

    /// Called when all steps are renumbered: the lists grow while the edges are.
    mutating func scenario(_ steps: [Step]) -> Scenario {
        var new = Scenario(steps: steps)
        var index = 0
        while index < recipes.count {
            var recipe = old.recipes[recipes[index]]
            recipe.needs = recipe.needs.map { renumbered($0) }
            recipe.injections = recipe.injections.map { $0.map { renumbered($0) } }
            new.recipes.append(recipe)
            index += 1
        }
        new.places = places.map { old.places[$0] }
        for index in new.places.indices { new.places[index].container = container(new.places[index].container) }
        new.containers = containers.map { old.containers[$0] }
        return new
    }

    private static func index(_ number: Int, in list: inout [Int]) -> Int {
        if let index = list.firstIndex(of: number) { return index }
        list.append(number)
        return list.count - 1
    }

    private mutating func place(_ number: Int) -> Int { Self.index(number, in: &places) }
    private mutating func recipe(_ number: Int) -> Int { Self.index(number, in: &recipes) }
    private mutating func container(_ number: Int) -> Int { Self.index(number, in: &containers) }

    private mutating func renumbered(_ edge: Edge) -> Edge {
        var edge = edge
        edge.place = place(edge.place)
        return edge
    }

    mutating func renumbered(_ step: Step) -> Step {
        switch step {
        case .resolve(let number, let ask, let keeps): .resolve(place(number), ask, keeps: keeps)
        case .getOrMake(let number, let made, let keeps): .getOrMake(place(number), recipe(made), keeps: keeps)
        case .change(let change): .change(renumbered(change))
        case .drop: step
        case .fail(let number, let isFailing): .fail(recipe(number), isFailing)
        case .arm(let number, let change): .arm(recipe(number), renumbered(change))
        case .lend(let number, let change): .lend(place(number), renumbered(change))
        case .grow(let number, let count): .grow(container(number), count)
        case .renew(let number): .renew(container(number))
        }
    }

    private mutating func renumbered(_ change: Change) -> Change {
        switch change {
        case .register(let number, let made): .register(place(number), recipe(made))
        case .replace(let number, let made): .replace(place(number), recipe(made))
        case .overlay(let number, let made): .overlay(place(number), recipe(made))
        case .remove(let number): .remove(place(number))
        case .reset(let number): .reset(place(number))
        case .removeOverlay: change
        case .resetAll(let number): .resetAll(container(number))
        case .freeze(let number): .freeze(container(number))
        case .close(let number): .close(container(number))
        }
    }
}
