import Armory

/// One word in the wiring sets the lifetime of an armor.
///
/// Neither the armor nor the knight nor the garrison knows the lifetime.
///
/// An armor gets dents, so it is a class. It need not be `Sendable`, because the graph of one garrison shares it, and not
/// all threads.
enum TwoLifetimes {
    final class Armor {
        let boots: Boots
        let pants: Pants
        let helmet: Helmet
        var dents = 0

        init(boots: Boots, pants: Pants, helmet: Helmet) {
            self.boots = boots
            self.pants = pants
            self.helmet = helmet
        }
    }

    final class Knight: CustomStringConvertible {
        let armor: Armor

        init(armor: Armor) {
            self.armor = armor
        }

        func fight() {
            armor.dents += 1
        }

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    final class Garrison {
        private let armor: Armor
        private let knights: Provider<Knight>

        init(armor: Armor, knights: Provider<Knight>) {
            self.armor = armor
            self.knights = knights
        }

        /// Creates another knight in this garrison's graph, so the knight shares the graph's instances.
        func makeKnight() throws -> Knight { try knights() }
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
        Transient(Garrison.init)
    }

    /// Created once for each garrison, which keeps it.
    static let armorForAll = Module {
        parts
        Graph(Armor.init)
        Transient(Knight.init)
        Transient(Garrison.init)
    }

    static func tell() throws {
        for (words, wiring) in [("an armor for each", armorForEach), ("one for a garrison", armorForAll)] {
            let country = try Container { wiring }
            let (garrison, next) = (try country.resolve(Garrison.self), try country.resolve(Garrison.self))
            let (knight, comrade, stranger) = (
                try garrison.makeKnight(), try garrison.makeKnight(), try next.makeKnight()
            )
            print(knight)
            knight.fight()
            print(
                "\(words): he has \(knight.armor.dents) dent, his comrade \(comrade.armor.dents),",
                "a knight of the next garrison \(stranger.armor.dents)")
        }
    }
}
