/// The armor makes its parts, and the knight makes his armor.
///
/// It is written quickly. But an armor with another helmet has to make everything again, and a test cannot get between.
enum ByHand {
    class Armor {
        private(set) var boots: Boots?
        private(set) var pants: Pants?
        private(set) var helmet: Helmet?

        func configure() {
            boots = Boots()
            pants = Pants()
            helmet = Helmet()
        }
    }

    class Knight: CustomStringConvertible {
        private var armor: Armor?

        func prepareForBattle() {
            let armor = Armor()
            armor.configure()
            self.armor = armor
        }

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }
    }

    static func tell() {
        let knight = Knight()
        knight.prepareForBattle()
        print(knight)
    }
}
