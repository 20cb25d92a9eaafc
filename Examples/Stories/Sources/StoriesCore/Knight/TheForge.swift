/// A factory creates the armor, and the armor and the knight are small again.
///
/// But the knight knows the forge: he still has to fetch his armor himself.
enum TheForge {
    struct Armor {
        var boots: Boots?
        var pants: Pants?
        var helmet: Helmet?
    }

    struct Forge {
        func makeArmor() -> Armor {
            Armor(boots: makeBoots(), pants: makePants(), helmet: makeHelmet())
        }

        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
    }

    class Knight: CustomStringConvertible {
        private let armor = Forge().makeArmor()

        var description: String { portrait(armor.boots, armor.pants, armor.helmet) }
    }

    static func tell() {
        print(Knight())
    }
}
