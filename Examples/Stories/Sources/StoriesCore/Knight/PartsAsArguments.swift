/// The armor receives its parts, and does not know how to create them.
///
/// Any parts can be passed, including those of a test. But now the knight creates them: he is his own smith.
enum PartsAsArguments {
    class Armor {
        private(set) var boots: Boots?
        private(set) var pants: Pants?
        private(set) var helmet: Helmet?

        func configure(boots: Boots?, pants: Pants?, helmet: Helmet? = Helmet()) {
            self.boots = boots
            self.pants = pants
            self.helmet = helmet
        }
    }

    class Knight: CustomStringConvertible {
        private var armor: Armor?

        func prepareForBattle() {
            let armor = Armor()
            armor.configure(boots: makeBoots(), pants: makePants())
            self.armor = armor
        }

        func makeBoots() -> Boots? { Boots() }
        func makePants() -> Pants? { Pants() }

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }
    }

    final class BarefootKnight: Knight {
        override func makeBoots() -> Boots? { nil }
    }

    static func tell() {
        for (words, knight) in [("", Knight()), ("another argument: ", BarefootKnight())] {
            knight.prepareForBattle()
            print("\(words)\(knight)")
        }
    }
}
