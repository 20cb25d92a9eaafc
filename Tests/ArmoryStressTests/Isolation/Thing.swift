// The same types in many containers, each instance with the mark of its own.

import Armory

/// What tells a container's instances from another's.
final class Mark: Sendable {
    let site: Int
    let population = Population()
    /// How many singletons the container has made.
    let kept = Tally()

    init(site: Int) {
        self.site = site
    }
}

/// An instance with the mark of the container that made it.
class Thing: @unchecked Sendable {  // Immutable; a subclass says what it changes.
    let mark: Mark
    /// The outermost resolve that it was made in.
    let resolve = OutermostResolve.number

    init(_ mark: Mark) {
        self.mark = mark
        mark.population.begin()
    }

    deinit {
        mark.population.end()
    }
}

final class Kept: Thing, @unchecked Sendable {
    override init(_ mark: Mark) {
        super.init(mark)
        mark.kept.increment()
    }
}

final class Held: Thing, @unchecked Sendable {}

final class Unit: Thing, @unchecked Sendable {}

/// Made of instances of every lifetime.
final class Whole: Thing, @unchecked Sendable {
    struct Part: Sendable {
        let unit: Unit
        let kept: Kept
    }

    let parts: [Part]
    let unit: Unit

    init(_ mark: Mark, parts: [Part], unit: Unit) {
        self.parts = parts
        self.unit = unit
        super.init(mark)
    }
}

/// Made of instances of its own container and of another one.
final class Bridge: Thing, @unchecked Sendable {
    let own: Whole
    /// Asked for twice.
    let others: [Unit]
    let otherKept: Kept
    let otherSite: Int

    init(_ mark: Mark, own: Whole, others: [Unit], otherKept: Kept, otherSite: Int) {
        self.own = own
        self.others = others
        self.otherKept = otherKept
        self.otherSite = otherSite
        super.init(mark)
    }
}

/// Injects the one of the next container, and so on, until the circle is closed.
final class Ring: Thing, @unchecked Sendable {  // Written in its injection, before it is published.
    weak var next: Ring?
}
