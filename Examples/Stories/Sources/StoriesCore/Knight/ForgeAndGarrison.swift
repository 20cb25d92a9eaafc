/// Two factories make everything, and what they make knows neither of them.
///
/// This is dependency injection, by hand.
///
/// But it is written again for each type, and says how long something lives in a `lazy var` here and a stored property there.
enum ForgeAndGarrison {
    struct Armor {
        var boots: Boots?
        var pants: Pants?
        var helmet: Helmet?
    }

    class Knight: CustomStringConvertible {
        var armor: Armor?

        var description: String { portrait(armor?.boots, armor?.pants, armor?.helmet) }
    }

    class Forge {
        func makeArmor() -> Armor {
            Armor(boots: makeBoots(), pants: makePants(), helmet: makeHelmet())
        }

        func makeBoots() -> Boots { Boots() }
        func makePants() -> Pants { Pants() }
        func makeHelmet() -> Helmet { Helmet() }
    }

    class Garrison {
        lazy var forge = Forge()

        func makeKnight() -> Knight {
            let knight = Knight()
            knight.armor = forge.makeArmor()
            return knight
        }
    }

    static func tell() {
        let garrison = Garrison()
        print(garrison.makeKnight())
    }
}
