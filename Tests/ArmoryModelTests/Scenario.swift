// What a run of the model-based test does, as values: registrations, what they need, and the steps. The engine and the
// model both carry it out, and the shrinker makes it smaller.

import Armory

/// A service type; `EngineKind` has the Swift type for each.
enum Kind: Int, CaseIterable, Sendable {
    /// Three classes.
    case first, second, third
    /// A protocol that only objects conform to.
    case service
    /// A protocol that objects and values conform to.
    case flexible
    /// A struct.
    case leaf
}

/// A qualifier; those of the same number in different cases must not mix.
enum Label: Hashable, Sendable {
    case none
    case name(Int)
    case number(Int)
    /// Values that all have the same hash.
    case colliding(Int)
    case text(Int)
}

/// A key of a container.
struct Place: Hashable, Sendable {
    var container: Int
    var kind: Kind
    var label: Label
}

/// How something is asked for.
enum Ask: Equatable, Sendable {
    case plain
    /// `resolveOptional`.
    case optional
    /// `resolve` of the optional type.
    case wrapped
    /// With a run-time argument of the right type.
    case argument(Int)
    /// With one of another type.
    case wrongArgument
    /// `with`; where the place has a label, as `plain`.
    case lent
}

/// What a factory or an injection asks for.
struct Edge: Equatable, Sendable {
    /// The index of the place in `Scenario.places`.
    var place: Int
    var ask = Ask.plain
    /// `try?`: the error is noted and goes no further.
    var isHidden = false
    /// The instance is referred to weakly.
    var isWeak = false
    /// The container is asked instead of the resolver.
    var asksContainer = false
}

/// Where a recipe throws while it is failing.
enum FailurePoint: Sendable {
    case beforeNeeds, afterNeeds, injecting
}

/// What a registration says; it can be registered at any place.
struct Recipe: Equatable, Sendable {
    var lifetime = Lifetime.transient
    /// A transient that takes an `Int`, and asks for nothing where that is 0.
    var takesArgument = false
    /// A singleton that is there from the beginning.
    var isReady = false
    /// Makes a struct, where the place's kind has a choice.
    var isValue = false
    /// The last injection assigns another instance.
    var isReplaced = false
    var needs: [Edge] = []
    /// For each body what it asks for.
    var injections: [[Edge]] = []
    var failurePoint = FailurePoint.afterNeeds
}

/// A change of a container; places and recipes by their indices.
enum Change: Equatable, Sendable {
    case register(Int, Int)
    case replace(Int, Int)
    case overlay(Int, Int)
    case remove(Int)
    case reset(Int)
    /// Takes away one of the last four overlays, which may be gone already: the last at 0.
    case removeOverlay(Int)
    case resetAll(Int)
    case freeze(Int)
    case close(Int)
}

enum Step: Equatable, Sendable {
    case resolve(Int, Ask, keeps: Bool)
    case getOrMake(Int, Int, keeps: Bool)
    case change(Change)
    /// Lets go of an instance that was kept, counted modulo how many there are.
    case drop(Int)
    /// From now on the recipe throws, or does not any more.
    case fail(Int, Bool)
    /// The next run of the recipe's factory makes the change, before it asks for anything.
    case arm(Int, Change)
    /// Makes the change while what is at the place is lent.
    case lend(Int, Change)
    /// Registers so many other keys, and removes them again.
    case grow(Int, Int)
    /// Releases the container and makes another.
    case renew(Int)
}

struct Scenario: Equatable, Sendable {
    struct Setup: Equatable, Sendable {
        /// A second registration takes the place of the first.
        var replacesDuplicates = false
        /// One thread at a time builds.
        var isOneAtATime = false
    }

    var containers: [Setup] = []
    var places: [Place] = []
    var recipes: [Recipe] = []
    var steps: [Step] = []
}

extension Recipe {
    var bringsInstance: Bool { isReady && lifetime == .singleton }
    var needsArgument: Bool { takesArgument && lifetime == .transient }
}

extension Scenario {
    /// Whether the recipe makes a struct at the place.
    func isValue(_ recipe: Int, at place: Int) -> Bool {
        switch places[place].kind {
        case .first, .second, .third, .service: false
        case .flexible: recipes[recipe].isValue
        case .leaf: true
        }
    }
}

extension Scenario {
    /// Which overlay of so many is taken away.
    static func overlayIndex(_ number: Int, of count: Int) -> Int {
        count - 1 - number % min(4, count)
    }
}

extension Step {
    /// The container that lets go of all it keeps.
    var forgottenContainer: Int? {
        switch self {
        case .change(.close(let container)), .change(.resetAll(let container)), .renew(let container): container
        default: nil
        }
    }

    /// Whether it changes what is in use at that moment.
    var isChangeInUse: Bool {
        if case .lend = self { true } else { false }
    }
}

/// The error of a recipe that fails.
struct Mishap: Error, Equatable {
    let recipe: Int
}
