import Armory
import Synchronization

/// One word in the wiring sets the lifetime of an armor.
///
/// Neither the armor nor the knight knows the lifetime. Each garrison is a container, so an armor that a garrison keeps is no
/// global: the next garrison has its own.
///
/// An armor gets dents, so it is a class. Threads may share a garrison and its armor, so the armor must be `Sendable`, which the
/// compiler checks.
enum TwoLifetimes {
    final class Armor: Sendable {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
        private let count = Atomic(0)

        init(boots: Boots, pants: Pants, helmet: Helmet) {
            self.boots = boots
            self.pants = pants
            self.helmet = helmet
        }

        var dents: Int { count.load(ordering: .relaxed) }

        func dent() { count.add(1, ordering: .relaxed) }
    }

    final class Knight: CustomStringConvertible {
        let armor: Armor

        init(armor: Armor) {
            self.armor = armor
        }

        func fight() { armor.dent() }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    static let parts = Module("parts") {
        Transient { Boots() }
        Transient { Pants() }
        Transient { Helmet() }
    }

    /// Created for each dependent, and not kept.
    static let armorForEach = Module {
        parts
        Transient(Armor.init)
        Transient(Knight.init)
    }

    /// Created once in each container, which keeps it.
    static let armorForAll = Module {
        parts
        Singleton(Armor.init)
        Transient(Knight.init)
    }

    static func tell() throws {
        for (words, wiring) in [("an armor for each", armorForEach), ("one for a garrison", armorForAll)] {
            let (garrison, next) = (try Container { wiring }, try Container { wiring })
            let (knight, comrade, stranger) = (
                try garrison.resolve(Knight.self), try garrison.resolve(Knight.self), try next.resolve(Knight.self)
            )
            print(knight)
            knight.fight()
            print(
                "\(words): he has \(knight.armor.dents) dent, his comrade \(comrade.armor.dents),",
                "a knight of the next garrison \(stranger.armor.dents)")
        }
    }
}
